"""Usage errors: what typer tells in several lines, as one line with a remedy."""

from __future__ import annotations

import re
import sys
from typing import Any, Final

import typer

from arcloom.errors import InputError

UsageError: Final[Any] = typer.BadParameter.__base__
"""Its class. typer names only those that derive from it."""

_HINT: Final = re.compile(r"(.*?)[.;] [Dd]id you mean (.*\?)")


def report_usage(error: Any) -> None:
    """Print the line. A command without arguments shows its help instead."""
    text = error.format_message()
    if "\n" in text:
        error.show()
    else:
        print(f"arcloom: {usage_error(error, text)}", file=sys.stderr)


def usage_error(error: Any, text: str) -> InputError:
    """The problem as it is told, without a full stop, and what to do about it."""
    context = getattr(error, "ctx", None)
    command = "arcloom" if context is None else context.command_path
    remedy = f"'{command} --help' shows what there is"
    close = getattr(error, "possibilities", None)
    if close:  # typer would list them behind its own text
        text, remedy = error.message, f"did you mean '{sorted(close)[0]}'?"
    elif hinted := _HINT.fullmatch(text):
        text, remedy = hinted[1], f"did you mean {hinted[2]}"
    return InputError(f"{text[:1].lower()}{text[1:].rstrip('.')}", remedy=remedy)
