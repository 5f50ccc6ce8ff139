"""Saving: a run's findings go to the library every few seconds, beside the search.

What cannot be saved is held and comes again with the next attempt, after a longer pause each time.
So a server that restarts or a lock that is held costs nothing but the wait. At the end of the run
there is one more attempt, which the run waits for, but not for long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final, Literal

from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.library.background import Background
from arcloom.solve.recall import Recall, Saving
from arcloom.solve.scheduler import Scheduler

SAVE_EVERY: Final = 5.0
"""Seconds between two writes to the library: what a kill can lose."""
LONGEST_PAUSE: Final = 60.0
PATIENCE: Final = 60.0
"""Seconds that the end of a run waits for the library at most."""
PATIENCE_ON_TIME: Final = 10.0
"""The same where the run's own time is over."""

Ended = Literal["finished", "interrupted", "failed"]
Also = Callable[[], Mapping[str, Any]]


class Saver:
    """Saves one run; all its methods are the main thread's."""

    def __init__(self, library: Library, recall: Recall, scheduler: Scheduler, also: Also) -> None:
        self.problem = ""
        """why the last attempt failed, or is not over; empty: all is stored that was tried"""
        self.faults = 0
        """attempts that failed"""
        self._library = library
        self._recall = recall
        self._scheduler = scheduler
        self._also = also
        self._background = Background[None]("saver")
        self._saving: Saving | None = None
        self._pause = SAVE_EVERY
        self._last = perf_counter()

    def tick(self) -> None:
        """See to the attempt under way, and begin another one when it is time."""
        if self._background.done:
            self._settle(0)
        if not self._background.busy and perf_counter() - self._last >= self._pause:
            self._start(self._recall.save)

    def finish(
        self,
        run: str,
        figures: Callable[[], Any],
        ended: Ended,
        on_time: bool,
    ) -> None:
        """Save what is left, and note that the run is over; `on_time` if it must end soon."""
        patience = PATIENCE_ON_TIME if on_time else PATIENCE
        deadline = perf_counter() + patience
        if self._background.busy and not self._settle(patience):
            return

        def last(saving: Saving) -> None:
            self._recall.save(saving)
            self._library.finish_run(run, content, ended)

        content = figures()
        self._start(last)
        self._settle(max(0.0, deadline - perf_counter()))

    def _start(self, save: Callable[[Saving], None]) -> None:
        self._last = perf_counter()
        saving = self._saving = self._recall.prepare(self._scheduler, self._also())
        self._background.start(lambda: save(saving))

    def _settle(self, timeout: float) -> bool:
        """Wait for the attempt under way; whether it is over, well or not."""
        assert self._saving is not None
        try:
            self._background.result(timeout)
        except TimeoutError:
            place = self._library.place
            self.problem = f"{place}: does not answer; the last findings are not in it"
            return False
        except InputError as error:
            self._recall.failed(self._saving)
            self.problem = str(error)
            self.faults += 1
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            return True
        self.problem, self._pause = "", SAVE_EVERY
        return True
