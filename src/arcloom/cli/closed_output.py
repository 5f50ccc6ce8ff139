"""A reader of our output that has gone, such as `head`: the process ends in silence, as others do.

Writing to any pipe or socket whose other end is closed raises SIGPIPE: standard output, but also
the network's process, a proposer or a worker that has died. Only the first may end a command; the
others are errors (BrokenPipeError) that those who wrote there handle.
"""

from __future__ import annotations

import select
import signal
from types import FrameType
from typing import Final

OUTPUTS: Final = (1, 2)
"""standard output and standard error"""
_GONE: Final = select.POLLERR | select.POLLHUP


def end_with_output() -> None:
    """From now on, the process ends in silence once it writes to an output that nobody reads."""
    signal.signal(signal.SIGPIPE, _end_if_gone)


def _end_if_gone(number: int, frame: FrameType | None) -> None:
    if any(map(_has_gone, OUTPUTS)):
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


def _has_gone(output: int) -> bool:
    """Whether the reader of an output has closed it."""
    poll = select.poll()
    poll.register(output, 0)  # that it has gone is told in any case
    return any(event & _GONE for _, event in poll.poll(0))
