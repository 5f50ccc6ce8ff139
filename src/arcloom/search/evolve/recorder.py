"""Recorder: writes a round into the library while the next round is being searched.

Rounds are recorded in their order, each in one transaction with the number of the next round. So
whenever the process dies, a library holds all rounds up to some point and nothing of later ones. A
round counts as stored once `settle` has returned its counts.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from arcloom.library.records import Counts, Scored
from arcloom.library.store import Library


class Recorder:
    """Records one round at a time. Call `settle` before the next `submit`."""

    def __init__(self, library: Library) -> None:
        self.seconds = 0.0
        """CPU time of recording, in parallel with the search"""
        self._library = library
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recorder")
        self._pending: Future[Counts] | None = None

    def submit(self, batch: Sequence[Scored], run: str, state: Mapping[str, Any]) -> None:
        """Begin to record a round."""
        assert self._pending is None
        self._pending = self._thread.submit(self._record, batch, run, state)

    def settle(self) -> Counts | None:
        """Wait for the current round; None if there is none. Raises errors of the recording."""
        if self._pending is None:
            return None
        counts = self._pending.result()
        self._pending = None  # not earlier: Ctrl-C during the wait must not lose it
        return counts

    def close(self) -> None:
        """End the thread after its current work."""
        self._thread.shutdown()

    def _record(self, batch: Sequence[Scored], run: str, state: Mapping[str, Any]) -> Counts:
        begun = time.thread_time()
        counts = self._library.record(batch, run, state)
        self.seconds += time.thread_time() - begun
        return counts
