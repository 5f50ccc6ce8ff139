"""Limits: how much the server takes on, for one request and for all. SECURITY.md lists them.

Work is counted in fuel, about a nanosecond each, not by the clock: a request that is answered is
answered in the same way on a busy machine.
"""

from __future__ import annotations

import resource
from dataclasses import dataclass
from typing import Final

# A request

MAX_BODY: Final = 1_000_000
"""Bytes of a request's body."""
MAX_ANSWER: Final = 16_000_000
"""Bytes of an answer, other than the list of tasks, which is made once."""
MAX_SOURCE: Final = 200_000
"""Characters of a program's source."""
MAX_NODES: Final = 2_000
"""Nodes of a program that is stepped through."""
MAX_ELEMENTS: Final = 250_000
"""Elements of a value that is shown: the value itself, and all that is in it."""

REQUEST_FUEL: Final = 2_000_000_000
"""What a request may do to run a program and to draw its values."""
ELEMENT_FUEL: Final = 1_000
"""What an element of a value that is drawn costs."""
CHARACTER_FUEL: Final = 200
"""What a character of a picture costs."""

# A connection

WAIT: Final = 20
"""Seconds that a client has to send a whole request, and to take 64 kB of an answer."""

# A stream of events

STREAM_RUNS: Final = 8
"""Runs that one stream follows."""
FOLLOWED: Final = 32
"""Different runs that all streams together follow."""

# All together

WORKERS: Final = 2
"""Requests that run programs at the same time; the others wait for their turn."""
LOG_RECORDS: Final = 60
"""Records of the log a minute."""
LOG_CHARACTERS: Final = 8_000
"""Characters of a record."""

_FILES: Final = 192
"""File descriptors for all but connections: forty threads may each hold a library open."""


@dataclass(frozen=True)
class Room:
    """How many may come at a time. Streams and requests leave half of the connections to others."""

    connections: int = 512
    """Open ones. Where there are more, the one that has waited longest without asking is closed."""
    backlog: int = 104
    """Accepted in one go, before those that make way for them are gone."""

    @property
    def streams(self) -> int:
        """Open streams of events."""
        return self.connections // 2

    @property
    def requests(self) -> int:
        """Requests under way, streams not counted."""
        return self.connections // 8

    @classmethod
    def found(cls) -> Room:
        """As much as this process may open files: without any left it could not even refuse."""
        return cls.within(resource.getrlimit(resource.RLIMIT_NOFILE)[0])

    @classmethod
    def within(cls, files: int) -> Room:
        """The room that so many file descriptors give."""
        spare = files - _FILES if files != resource.RLIM_INFINITY else 2**20
        backlog = min(cls.backlog, max(spare // 8, 8))
        # Those just accepted are there before the ones that make way for them are gone.
        return cls(min(cls.connections, max(spare - 2 * backlog, 16)), backlog)


def allow_files(wanted: int = 1_024) -> None:
    """Let this process open as many files as a server needs, if the system has them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
