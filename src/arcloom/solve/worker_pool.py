"""A pool of workers: which worker gets which job, what becomes of the jobs of one that is lost.

Jobs travel in bundles. Passing one on takes time, in which a worker would wait. So each has its
next bundle while it does one. A worker that is lost is replaced, and its jobs are done again. One
that has grown too large is replaced after its jobs.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from threading import Condition
from time import monotonic
from typing import Final, Generic, TypeVar

from arcloom.lang import Program
from arcloom.search.strategy import Findings, Stop
from arcloom.solve.executor import (
    TRIES,
    ClusterGpus,
    Crew,
    Outcome,
    SearchJob,
    WorkerLostError,
)

AHEAD: Final = 2
"""Bundles of jobs that a worker holds: the one that it does, and the next."""
POLL: Final = 0.01
"""Seconds between two looks for a worker that has room."""


class Told:
    """What was told in the rounds so far, for workers that join late."""

    def __init__(self) -> None:
        self.programs: list[Program] = []
        self.counts: list[int] = []

    def add(self, pool: Sequence[Program]) -> None:
        """A round begins. The pool only grows."""
        self.programs = list(pool)
        self.counts.append(len(pool))

    def since(self, heard: int) -> tuple[list[Program], list[int]]:
        """What someone has missed who has heard of so many rounds."""
        known = self.counts[heard - 1] if heard else 0
        return self.programs[known:], self.counts[heard:]


class PooledWorker:
    """A worker, and the bundles of jobs that it holds."""

    def __init__(self, number: int) -> None:
        self.number = number
        """its place; one that replaces it has the same"""
        self.node = ""
        self.heard = 0
        """rounds that it has heard of"""
        self.sent = 0
        """bundles that it was sent so far"""
        self.bundles = 0
        """bundles that it holds now"""
        self.alone = False
        """it must get no second bundle"""
        self.retires = False
        """it has grown too large, and ends after its jobs"""

    def has_room(self, alone: bool) -> bool:
        """Whether it can take a bundle, which may have to be its only one."""
        return not (self.alone or self.retires) and self.bundles < (1 if alone else AHEAD)


W = TypeVar("W", bound=PooledWorker)


class WorkerPool(Generic[W]):
    """The part of an executor that all kinds of workers share.

    A kind says how a worker is replaced, and how a job gets to it and its outcome back.
    """

    def __init__(self, workers: int, most_memory: int) -> None:
        """A worker that has held `most_memory` bytes is replaced."""
        self.workers = workers
        self.gpus: ClusterGpus | None = None
        self.cpu_seconds = 0.0
        self.refused: list[str] = []
        self._most_memory = most_memory
        self._told = Told()
        self._fit: list[W] = []
        self._peaks: dict[int, int] = {}
        self._calls: Counter[str] = Counter()
        self._begun = monotonic()
        self._lost = 0
        self._changed = Condition()
        """with a lock for all of the above"""

    # What a kind of workers does

    def _look(self) -> None:
        """Look for workers that have started meanwhile."""

    def _replace(self, worker: W) -> None:
        """End a worker, which is none of `_fit` any more, and start another."""
        raise NotImplementedError

    def _exchange(self, worker: W, number: int, asked: bytes, stop: Stop) -> bytes:
        """Have a bundle done: the worker's of that number. May raise WorkerLostError."""
        raise NotImplementedError

    # What they share

    @property
    def abreast(self) -> int:
        """How many bundles the workers hold at once."""
        return self.workers * AHEAD

    @property
    def crew(self) -> Crew:
        """The workers as they are now."""
        with self._changed:
            seconds = max(monotonic() - self._begun, 1e-9)
            rates = {node: calls / seconds for node, calls in sorted(self._calls.items())}
            busy = sum(worker.bundles > 0 for worker in self._fit)
            return Crew(len(self._fit), busy, self._lost, rates)

    @property
    def peak_memory(self) -> int:
        """The most that the workers held, summed."""
        return sum(self._peaks.values())

    def tell(self, pool: Sequence[Program]) -> None:
        """A round begins: what `Strategy.prepare` is given."""
        self._told.add(pool)

    def search(self, jobs: Sequence[SearchJob], stop: Stop, place: int) -> list[Outcome]:
        """Have one worker do jobs, one after the other: that at this place, if it can take them.

        Once `stop` is true it returns soon, with what it has.
        """
        outcomes = self._try(jobs, stop, place, alone=False)
        if outcomes is not None:
            return outcomes
        # After a loss a job has its worker for itself, so only one that ends it is given up.
        return [self._do_again(job, stop, place) for job in jobs]

    def _do_again(self, job: SearchJob, stop: Stop, place: int) -> Outcome:
        for _ in range(1, TRIES):
            outcomes = self._try([job], stop, place, alone=True)
            if outcomes is not None:
                return outcomes[0]
        problem = f"its worker ended {TRIES} times: killed, or out of memory"
        return Outcome(Findings(exhausted=True), problem=problem)

    def _try(
        self, jobs: Sequence[SearchJob], stop: Stop, place: int, *, alone: bool
    ) -> list[Outcome] | None:
        """Have a worker do jobs; None if it is lost."""
        worker = self._take(stop, place, alone=alone)
        if worker is None:
            return [Outcome(Findings()) for _ in jobs]
        try:
            outcomes = self._run(worker, jobs, stop)
        except WorkerLostError:
            self._give_back(worker, lost=True)
            return None
        self._count(worker, outcomes)
        self._give_back(worker, lost=False)
        return outcomes

    def _take(self, stop: Stop, place: int, *, alone: bool) -> W | None:
        """A worker for a bundle of this place, which it now holds. None once the run is to stop."""
        while not stop():
            self._look()
            with self._changed:
                worker = self._worker_for(place, alone)
                if worker is not None:
                    worker.bundles += 1
                    worker.alone = alone
                    return worker
                self._changed.wait(POLL)
        return None

    def _worker_for(self, place: int, alone: bool) -> W | None:
        """The place's own worker. Another only if that is not there, or if the other is idle.

        Whoever took another's place while it works would leave its own to a third, and so on for
        the whole run: all tasks would be prepared by several workers.
        """
        able = [worker for worker in self._fit if worker.has_room(alone)]
        for worker in able:
            if worker.number == place:
                return worker
        if any(worker.number == place and not worker.retires for worker in self._fit):
            able = [worker for worker in able if not worker.bundles]
        return min(able, key=lambda one: one.bundles, default=None)

    def _run(self, worker: W, jobs: Sequence[SearchJob], stop: Stop) -> list[Outcome]:
        with self._changed:
            fresh, counts = self._told.since(worker.heard)
            worker.heard += len(counts)
            number, worker.sent = worker.sent, worker.sent + 1
        # All jobs go through this process, so what it does for each must be little.
        asked = pickle.dumps((jobs, fresh, counts), pickle.HIGHEST_PROTOCOL)
        outcomes: list[Outcome] = pickle.loads(self._exchange(worker, number, asked, stop))
        return outcomes

    def _give_back(self, worker: W, *, lost: bool) -> None:
        """A bundle has left the worker. Of those of a lost one, the first has it replaced."""
        with self._changed:
            worker.bundles -= 1
            worker.alone = False
            gone = worker in self._fit and (lost or (worker.retires and not worker.bundles))
            if gone:
                self._fit.remove(worker)
            self._lost += gone and lost
            self._changed.notify_all()
        if gone:
            self._replace(worker)

    def _count(self, worker: W, outcomes: Sequence[Outcome]) -> None:
        peak = max(outcome.peak_memory for outcome in outcomes)
        with self._changed:
            worker.retires |= peak > self._most_memory
            self._calls[worker.node] += len(outcomes)
            self.cpu_seconds += sum(outcome.cpu_seconds for outcome in outcomes)
            self._peaks[worker.number] = max(self._peaks.get(worker.number, 0), peak)
            refused = (one for outcome in outcomes for one in outcome.refused)
            self.refused += [one for one in refused if one not in self.refused]
