"""Signals that end a command: Ctrl-C while it is imported, and a reader of its output that left.

Until a command begins, Ctrl-C ends the process quietly. An exception would not do for that: what an
import is in the middle of may swallow it, or end in another one. There is nothing yet to undo.

Writing to a pipe or socket whose other end is closed raises SIGPIPE: to standard output, which
`head` may have left, but also to a network's process, a proposer or a worker that has died. Only
the first ends a command, in silence, as with other tools. The others are errors (BrokenPipeError)
that those who wrote there handle.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130
TOLD: Final = "arcloom: interrupted"
OUTPUTS: Final = (1, 2)
"""standard output and standard error"""


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


def end_with_output() -> None:
    """From now on, the process ends in silence once it writes to an output that nobody reads."""
    signal.signal(signal.SIGPIPE, _end_if_gone)


def _end_if_gone(number: int, frame: FrameType | None) -> None:
    if any(map(_has_gone, OUTPUTS)):
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


def _has_gone(output: int) -> bool:
    """Whether the reader of an output has closed it."""
    import select  # hardly ever needed

    poll = select.poll()
    poll.register(output, 0)  # that it has gone is told in any case
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
