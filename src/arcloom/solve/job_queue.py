"""The job queue: which jobs of a round a thread gets next.

A task is with one thread at a time. Strategies come one after the other, so that all tasks get the
cheapest first. Two things make workers cheaper, and change no result. A task has a home, the worker
that had it last: a worker keeps what it made of a task, such as its views, and another would make
it again. So others take its jobs only when they have none of their own, and then the task moves to
them. And small jobs travel together, since passing one on takes a millisecond or two.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from arcloom.solve.task_state import Job

BUNDLE: Final = 0.3
"""Seconds that jobs which travel together should take."""
FIRST_BUNDLE: Final = 4
"""Jobs that travel together while none of their strategy has come back in this round."""
BUNDLES_LEFT: Final = 3
"""Bundles that are left for each worker, at the least, so that all end together."""


class JobQueue:
    """The jobs of a round that no thread has yet. Its user has a lock for it."""

    def __init__(self) -> None:
        self._pending: dict[str, dict[int, Job]] = {}
        """by strategy, then by the task's number; both in the order of the jobs"""
        self._busy: set[int] = set()
        self._homes: dict[int, int] = {}
        self._done: Counter[str] = Counter()
        """how many jobs of each strategy have come back in this round"""
        self._seconds: defaultdict[str, float] = defaultdict(float)
        """how long they took"""

    def __bool__(self) -> bool:
        return any(self._pending.values())

    def begin(self, jobs: Sequence[Job]) -> None:
        """Take in the jobs of a round, in their order."""
        self._pending = {}
        self._done.clear()
        self._seconds.clear()
        for job in jobs:
            self._pending.setdefault(job.strategy.name, {})[job.state.number] = job

    def take(self, place: int, workers: int) -> list[Job]:
        """Jobs for the worker at a place: a bundle, or none if all are of tasks that are busy.

        A worker without jobs of its own tasks takes over tasks of another's. `workers` is how many
        share the jobs; with 0 the threads of this process do them, one at a time.
        """
        # No strategy waits for another's last job, so only the last bundles of the round are small.
        left = sum(map(len, self._pending.values()))
        for strategy, pending in self._pending.items():
            own = self._own(pending, place)
            jobs = list(islice(own, self._most(strategy, left, workers)))
            if jobs:
                return self._taken(pending, jobs)
        for strategy, pending in self._pending.items():
            free = [job for number, job in pending.items() if number not in self._busy]
            jobs = free[: self._most(strategy, len(free), workers)]
            if jobs:
                self._homes |= {job.state.number: place for job in jobs}
                return self._taken(pending, jobs)
        return []

    def give_back(self, jobs: Sequence[Job], seconds: Iterable[float]) -> None:
        """The jobs are done and took so long: their tasks' next ones may be taken."""
        for job, took in zip(jobs, seconds, strict=True):
            self._done[job.strategy.name] += 1
            self._seconds[job.strategy.name] += took
            self._busy.discard(job.state.number)

    def _own(self, pending: Mapping[int, Job], place: int) -> Iterator[Job]:
        """Jobs of tasks that have their home here, or get it now."""
        for number, job in pending.items():
            if number not in self._busy and self._homes.setdefault(number, place) == place:
                yield job

    def _most(self, strategy: str, left: int, workers: int) -> int:
        """How many jobs of a strategy may travel together, of those that the workers share."""
        if not workers:
            return 1
        done, seconds = self._done[strategy], self._seconds[strategy]
        likely = int(BUNDLE * done / max(seconds, 1e-9)) if done else FIRST_BUNDLE
        return max(1, min(likely, left // (workers * BUNDLES_LEFT)))

    def _taken(self, pending: dict[int, Job], jobs: list[Job]) -> list[Job]:
        for job in jobs:
            del pending[job.state.number]
            self._busy.add(job.state.number)
        return jobs
