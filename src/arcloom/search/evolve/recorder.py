"""Recorder: writes a search's rounds into the library while the next round is being searched.

Rounds are recorded one after another, in their order, each in one transaction with the number of
the next. So a library always holds the rounds up to some point and nothing of those after it,
whenever the process dies. A round counts as stored when `settle` has given its counts.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from arcloom.library.records import Counts, Scored
from arcloom.library.store import Library


class Recorder:
    """One round at a time; `submit` may only follow a `settle`."""

    def __init__(self, library: Library) -> None:
        self.seconds = 0.0
        """CPU time spent on recording, beside the search"""
        self._library = library
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recorder")
        self._pending: Future[Counts] | None = None

    def submit(self, batch: Sequence[Scored], run: str, state: Mapping[str, Any]) -> None:
        """Begin to record a round."""
        assert self._pending is None
        self._pending = self._thread.submit(self._record, batch, run, state)

    def settle(self) -> Counts | None:
        """Wait for the round under way; None if there is none. Raises what recording raised."""
        if self._pending is None:
            return None
        counts = self._pending.result()
        self._pending = None  # only now: Ctrl-C while waiting must not lose it
        return counts

    def close(self) -> None:
        """End the thread, after what it has under way."""
        self._thread.shutdown()

    def _record(self, batch: Sequence[Scored], run: str, state: Mapping[str, Any]) -> Counts:
        begun = time.thread_time()
        counts = self._library.record(batch, run, state)
        self.seconds += time.thread_time() - begun
        return counts
