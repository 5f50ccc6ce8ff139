"""Beside: runs the network on a thread of its own, beside the search for programs.

The network gives its answers to the scheduler, which ranks and saves them like any finding. It
never changes what the search does. If it fails, the run goes on without it and says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Thread
from typing import Final

from arcloom.errors import InputError
from arcloom.library.database import is_url
from arcloom.search.bare_answer import NETWORK, BareAnswer, output_key
from arcloom.search.net.config import NetConfig
from arcloom.search.net.desk import Unjudged
from arcloom.search.net.worker import NetWorker
from arcloom.solve.evidence import Evidence
from arcloom.solve.scheduler import POLL, Scheduler, no_interrupts
from arcloom.tasks import Grid, Task

JUDGED: Final = 16
"""Outputs of a test that are judged: those of the simplest programs."""
PATIENCE: Final = 20.0
"""Seconds that the end of a run waits for the network to stop."""


class Beside:
    """The network's thread, and the desk that it works at."""

    def __init__(self, worker: NetWorker, scheduler: Scheduler, stop: Callable[[], bool]) -> None:
        self.problem = ""
        """why the network failed; empty if it did not"""
        self.worker = worker
        self._scheduler = scheduler
        self._stop = stop
        self._ended = False
        self._searching = True
        self._thread = Thread(target=self._work, name="network", daemon=True)

    # The desk, for the network's thread

    @property
    def tasks(self) -> Sequence[Task]:
        return [state.task for state in self._scheduler.states]

    def stop(self) -> bool:
        return self._ended or self._stop()

    def searching(self) -> bool:
        return self._searching

    def give(self, answers: Iterable[BareAnswer]) -> None:
        self._scheduler.give(answers)

    def unjudged(self) -> list[Unjudged]:
        with self._scheduler.still():
            held = [state.evidence.copy() for state in self._scheduler.states]
        found = (
            Unjudged(evidence.task, test, tuple(_unjudged(evidence, test)))
            for evidence in held
            for test in range(len(evidence.task.tests))
        )
        return [one for one in found if one.outputs]

    def _work(self) -> None:
        try:
            self.worker.work(self)
        except InputError as error:
            self.problem = str(error)
        except Exception as error:  # of PyTorch or the device: the programs' answers stand
            self.problem = f"{type(error).__name__}: {error}".splitlines()[0]

    # For the main thread

    def start(self) -> None:
        """Begin. The thread never sees Ctrl-C."""
        with no_interrupts():
            self._thread.start()

    def wait(self, tick: Callable[[], None]) -> bool:
        """The search is over: wait for the network. False where the run's time ended before."""
        self._searching = False
        while self._thread.is_alive() and not self._stop():
            self._thread.join(POLL)
            tick()
        return not self._thread.is_alive()

    def end(self) -> None:
        """Tell it to stop, and wait a little."""
        self._ended, self._searching = True, False
        if self._thread.ident is not None:
            with no_interrupts():
                self._thread.join(PATIENCE)
            if self._thread.is_alive():
                self.problem = f"it did not stop within {PATIENCE:.0f} s"


def _unjudged(evidence: Evidence, test: int) -> Iterable[Grid]:
    """The outputs of programs that the network has said nothing of."""
    known = {
        output_key(one.output)
        for one in evidence.answers
        if one.test == test and one.origin == NETWORK
    }
    outputs = (found.outputs[test] for found in evidence.known)
    first = {output_key(grid): grid for grid in outputs if grid is not None}
    return [grid for key, grid in list(first.items())[:JUDGED] if key not in known]


def checkpoint_place(
    net: NetConfig | None, library: str | os.PathLike[str] | None, out: Path | None
) -> Path | None:
    """Where a network's training is kept: as asked for, else beside the library or submission."""
    if net is None:
        return None
    if net.checkpoint is not None:
        return Path(net.checkpoint)
    if library is not None and not is_url(os.fspath(library)):
        return Path(library).with_suffix(".net.pt")
    return None if out is None else out.with_suffix(".net.pt")
