"""A pool of workers: which worker gets which job, what becomes of the jobs of one that is lost.

Passing a job on takes time, in which a worker would wait. So each has its next job while it does
one. A worker that is lost is replaced, and its jobs are done again. One that has grown too large is
replaced after its jobs.
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
"""Jobs that a worker holds: the one that it does, and the next."""
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
    """A worker, and the jobs that it holds."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.node = ""
        self.heard = 0
        """rounds that it has heard of"""
        self.sent = 0
        """jobs that it was sent so far"""
        self.jobs = 0
        """jobs that it holds now"""
        self.alone = False
        """it must get no second job"""
        self.retires = False
        """it has grown too large, and ends after its jobs"""

    def has_room(self, alone: bool) -> bool:
        """Whether it can take a job, which may have to be its only one."""
        return not (self.alone or self.retires) and self.jobs < (1 if alone else AHEAD)


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
        """Have a job done: the worker's job of that number. May raise WorkerLostError."""
        raise NotImplementedError

    # What they share

    @property
    def abreast(self) -> int:
        """How many jobs the workers hold at once."""
        return self.workers * AHEAD

    @property
    def crew(self) -> Crew:
        """The workers as they are now."""
        with self._changed:
            seconds = max(monotonic() - self._begun, 1e-9)
            rates = {node: calls / seconds for node, calls in sorted(self._calls.items())}
            busy = sum(worker.jobs > 0 for worker in self._fit)
            return Crew(len(self._fit), busy, self._lost, rates)

    @property
    def peak_memory(self) -> int:
        """The most that the workers held, summed."""
        return sum(self._peaks.values())

    def tell(self, pool: Sequence[Program]) -> None:
        """A round begins: what `Strategy.prepare` is given."""
        self._told.add(pool)

    def search(self, job: SearchJob, stop: Stop) -> Outcome:
        """Do a job. Once `stop` is true it returns soon, with what it has."""
        for number in range(TRIES):
            # After a loss a job has its worker for itself, so only one that ends it is given up.
            worker = self._take(stop, alone=number > 0)
            if worker is None:
                return Outcome(Findings())
            try:
                outcome = self._run(worker, job, stop)
            except WorkerLostError:
                self._give_back(worker, lost=True)
            else:
                self._count(worker, outcome)
                self._give_back(worker, lost=False)
                return outcome
        problem = f"its worker ended {TRIES} times: killed, or out of memory"
        return Outcome(Findings(exhausted=True), problem=problem)

    def _take(self, stop: Stop, *, alone: bool) -> W | None:
        """The worker with the fewest jobs, with one more now; None once the run is to stop."""
        while not stop():
            self._look()
            with self._changed:
                able = [worker for worker in self._fit if worker.has_room(alone)]
                if able:
                    worker = min(able, key=lambda one: one.jobs)
                    worker.jobs += 1
                    worker.alone = alone
                    return worker
                self._changed.wait(POLL)
        return None

    def _run(self, worker: W, job: SearchJob, stop: Stop) -> Outcome:
        with self._changed:
            fresh, counts = self._told.since(worker.heard)
            worker.heard += len(counts)
            number, worker.sent = worker.sent, worker.sent + 1
        # All jobs go through this process, so what it does for each must be little.
        asked = pickle.dumps((job, fresh, counts), pickle.HIGHEST_PROTOCOL)
        outcome: Outcome = pickle.loads(self._exchange(worker, number, asked, stop))
        return outcome

    def _give_back(self, worker: W, *, lost: bool) -> None:
        """A job has left the worker. Of the jobs of one that is lost, the first has it replaced."""
        with self._changed:
            worker.jobs -= 1
            worker.alone = False
            gone = worker in self._fit and (lost or (worker.retires and not worker.jobs))
            if gone:
                self._fit.remove(worker)
            self._lost += gone and lost
            self._changed.notify_all()
        if gone:
            self._replace(worker)

    def _count(self, worker: W, outcome: Outcome) -> None:
        with self._changed:
            worker.retires |= outcome.peak_memory > self._most_memory
            self._calls[worker.node] += 1
            self.cpu_seconds += outcome.cpu_seconds
            held = max(self._peaks.get(worker.number, 0), outcome.peak_memory)
            self._peaks[worker.number] = held
            self.refused += [one for one in outcome.refused if one not in self.refused]
