"""Recorder: writes a round into the library while the next round is being searched.

Rounds are recorded one after another, in their order, each in one transaction with the number of
the next. So a library always holds the rounds up to some point and nothing of those after it,
whenever the process dies. A round counts as stored when `settle` has given its counts. While the
library is not available (its server restarts, another process holds it) a round is held, and tried
again with growing pauses until `deadline`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any, Final

from arcloom.library.background import Background
from arcloom.library.faults import UnavailableError
from arcloom.library.patience import pauses
from arcloom.library.records import Counts, Scored
from arcloom.library.store import Library
from arcloom.search.evolve.checkpoint import Checkpoint

PATIENCE: Final = 600.0
"""Seconds that a round is tried, where the run has no time limit of its own."""
AFTER: Final = 10.0
"""Seconds that a run waits for its last round, after its time is over or after Ctrl-C."""


class Recorder:
    """One round at a time; `submit` may only follow a `settle`.

    `ends` is when the run's time is over, on the clock of `perf_counter`; None: it has no limit.
    """

    def __init__(self, library: Library, ends: float | None = None) -> None:
        self.seconds = 0.0
        """CPU time of recording, in parallel with the search"""
        self._library = library
        self._ends = ends
        self._hurry = Event()
        self._background = Background[Counts]("recorder")

    def submit(
        self,
        batch: Sequence[Scored],
        run: str,
        states: Mapping[str, Any],
        checkpoint: Checkpoint | None,
    ) -> None:
        """Begin to record a round, these states and, where there is one, a checkpoint."""
        self._background.start(lambda: self._record(batch, run, states, checkpoint))

    def settle(self) -> Counts | None:
        """Wait for the round under way; None if there is none. Raises what recording raised."""
        if not self._background.busy:
            return None
        try:
            return self._background.result(max(0.0, self._deadline() - time.perf_counter()) + AFTER)
        except TimeoutError:
            raise UnavailableError("does not answer", place=self._library.place) from None

    def hurry(self) -> None:
        """The run is to end: what fails from now on is not tried again."""
        self._hurry.set()

    def _deadline(self) -> float:
        now = time.perf_counter()
        if self._hurry.is_set():
            return now
        return now + PATIENCE if self._ends is None else self._ends

    def _record(
        self,
        batch: Sequence[Scored],
        run: str,
        states: Mapping[str, Any],
        checkpoint: Checkpoint | None,
    ) -> Counts:
        begun = time.thread_time()
        if checkpoint is not None:
            states = {**states, **checkpoint.state()}
        deadline = self._deadline()
        waits = pauses()
        while True:
            try:
                counts = self._library.record(batch, run, states)
                break
            except UnavailableError:
                pause = next(waits)
                if time.perf_counter() + pause > deadline or self._hurry.wait(pause):
                    raise
        self.seconds += time.thread_time() - begun
        return counts
