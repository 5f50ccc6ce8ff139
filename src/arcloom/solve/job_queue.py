"""The job queue: which jobs of a round a thread gets next.

A task is with one thread at a time. Strategies come one after the other, so that all tasks get the
cheapest first. Two things make workers cheaper, and change no result. A task has a home, the worker
that had it first: a worker keeps what it made of a task, such as its views, and another would make
it again. And small jobs travel together, since passing one on takes a millisecond or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from arcloom.solve.task_state import Job

BUNDLE_FUEL: Final = 40_000_000
"""The most fuel of jobs that travel together: about 40 ms."""
BUNDLES_LEFT: Final = 4
"""Bundles of a strategy that are left for each worker, at the least, so that all end together."""


class JobQueue:
    """The jobs of a round that no thread has yet. Its user has a lock for it."""

    def __init__(self, fuel_of: Callable[[Job], int]) -> None:
        """`fuel_of` says what a job may spend."""
        self._fuel_of = fuel_of
        self._pending: list[Job] = []
        self._left: Counter[str] = Counter()
        self._busy: set[int] = set()
        self._homes: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self._pending)

    def begin(self, jobs: Sequence[Job]) -> None:
        """Take in the jobs of a round, in their order."""
        self._pending = list(reversed(jobs))
        self._left = Counter(job.strategy.name for job in jobs)

    def take(self, place: int, workers: int) -> list[Job]:
        """Jobs for the worker at a place: a bundle, or none if all are of tasks that are busy.

        A worker without jobs of its own tasks takes one of another's. `workers` is how many share
        the jobs; with 0 the threads of this process do them, one at a time.
        """
        at = self._find(place)
        if at is None:
            return []
        jobs = [self._pop(at)]
        most = workers and self._left[jobs[0].strategy.name] // (workers * BUNDLES_LEFT)
        fuel = self._fuel_of(jobs[0])
        while len(jobs) < most:
            at = self._find(place, jobs[0].strategy.name)
            if at is None or fuel + self._fuel_of(self._pending[at]) > BUNDLE_FUEL:
                break
            jobs.append(self._pop(at))
            fuel += self._fuel_of(jobs[-1])
        return jobs

    def give_back(self, jobs: Sequence[Job]) -> None:
        """The jobs are done: their tasks' next ones may be taken."""
        self._busy.difference_update(job.state.number for job in jobs)

    def _find(self, place: int, own: str | None = None) -> int | None:
        """Where the next job is: of the strategy that is due, and of a task at home here.

        If there is none, it is any task's; but not if `own` names the strategy that it must be of.
        """
        first = None
        for at in range(len(self._pending) - 1, -1, -1):
            job = self._pending[at]
            if job.state.number in self._busy:
                continue
            if first is None:
                first = at
            if job.strategy.name != (own or self._pending[first].strategy.name):
                break
            if self._homes.setdefault(job.state.number, place) == place:
                return at
        return None if own else first

    def _pop(self, at: int) -> Job:
        job = self._pending.pop(at)
        self._left[job.strategy.name] -= 1
        self._busy.add(job.state.number)
        return job
