"""Ctrl-C before a command begins: it ends the process quietly, while the command is imported.

An exception would not do for that: what an import is in the middle of may swallow it, or end in
another one. So until a command begins, the signal ends the process. There is nothing yet to undo.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130
TOLD: Final = "arcloom: interrupted"


def end_on_ctrl_c() -> None:
    """Until `raise_on_ctrl_c`, Ctrl-C ends the process. One that is to ignore it goes on to."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_on_ctrl_c() -> None:
    """From now on Ctrl-C is a KeyboardInterrupt, as Python has it."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, frame: FrameType | None) -> None:
    with suppress(OSError):
        os.write(2, f"{TOLD}\n".encode())
    os._exit(INTERRUPTED)
