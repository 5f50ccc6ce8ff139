"""The server's log: a fault of ours is told in full, a thousand of them are not."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from arcloom.web.limits import LOG_CHARACTERS, LOG_RECORDS

log: Final = logging.getLogger("arcloom.web")

MINUTE: Final = 60.0


class BoundedHandler(logging.StreamHandler[TextIO]):
    """Writes so many records a minute, each cut to a length, and then how many it left out."""

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(stream or sys.stderr)
        self._clock = clock
        self._minute = clock()
        self._written = 0
        self._left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, if there is room for it."""
        now = self._clock()
        if now - self._minute >= MINUTE:
            self._minute, self._written = now, 0
        if self._written >= LOG_RECORDS:
            self._left_out += 1
            return
        self._written += 1
        if self._left_out:
            self.stream.write(f"arcloom: {self._left_out} messages were left out\n")
            self._left_out = 0
        super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        """The record as text, its middle left out where it is long."""
        text = super().format(record)
        half = LOG_CHARACTERS // 2
        return text if len(text) <= LOG_CHARACTERS else f"{text[:half]}\n...\n{text[-half:]}"


def bound_logs() -> None:
    """Let everything that a server logs go through one bounded handler."""
    handler = BoundedHandler()
    handler.setFormatter(logging.Formatter("arcloom: %(message)s"))
    for name in (log.name, "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
