"""Errors: a user's mistake becomes one line and exit code 2, Ctrl-C becomes exit code 130."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from arcloom.cli.signals import INTERRUPTED, TOLD, raise_on_ctrl_c
from arcloom.errors import InputError

WRONG_USE: Final = 2


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, or a script's `main`, with its errors reported as above."""

    @wraps(command)
    def guarded_command(*args: Any, **kwargs: Any) -> None:
        try:
            raise_on_ctrl_c()
            command(*args, **kwargs)
        except InputError as error:
            print(f"arcloom: {error}", file=sys.stderr)
            raise SystemExit(WRONG_USE) from None
        except KeyboardInterrupt:
            print(TOLD, file=sys.stderr)
            raise SystemExit(INTERRUPTED) from None

    return guarded_command
