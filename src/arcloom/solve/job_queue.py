"""The job queue: which jobs of a round a thread gets next.

A task is with one thread at a time. Strategies come one after the other, so that all tasks get the
cheapest first. Two things make workers cheaper, and change no result. A task has a home, the worker
that had it last: a worker keeps what it made of a task, such as its views, and another would make
it again. So others take its jobs only when they have none of their own, and then the task moves to
them. And small jobs travel together, since passing one on takes a millisecond or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from arcloom.solve.task_state import Job

BUNDLE_FUEL: Final = 80_000_000
"""The most fuel of jobs that travel together: about 80 ms."""
BUNDLES_LEFT: Final = 3
"""Bundles of a strategy that are left for each worker, at the least, so that all end together."""


class JobQueue:
    """The jobs of a round that no thread has yet. Its user has a lock for it."""

    def __init__(self, fuel_of: Callable[[Job], int]) -> None:
        """`fuel_of` says what a job will likely spend."""
        self._fuel_of = fuel_of
        self._pending: dict[str, dict[int, Job]] = {}
        """by strategy, then by the task's number; both in the order of the jobs"""
        self._busy: set[int] = set()
        self._homes: dict[int, int] = {}

    def __bool__(self) -> bool:
        return any(self._pending.values())

    def begin(self, jobs: Sequence[Job]) -> None:
        """Take in the jobs of a round, in their order."""
        self._pending = {}
        for job in jobs:
            self._pending.setdefault(job.strategy.name, {})[job.state.number] = job

    def take(self, place: int, workers: int) -> list[Job]:
        """Jobs for the worker at a place: a bundle, or none if all are of tasks that are busy.

        A worker without jobs of its own tasks takes over one of another's. `workers` is how many
        share the jobs; with 0 the threads of this process do them, one at a time.
        """
        for pending in self._pending.values():
            own = self._own(pending, place)
            jobs = self._bundle(own, len(pending) // (workers * BUNDLES_LEFT) if workers else 1)
            if jobs:
                return self._taken(pending, jobs)
        for pending in self._pending.values():
            jobs = [job for number, job in pending.items() if number not in self._busy][:1]
            if jobs:
                self._homes[jobs[0].state.number] = place
                return self._taken(pending, jobs)
        return []

    def give_back(self, jobs: Sequence[Job]) -> None:
        """The jobs are done: their tasks' next ones may be taken."""
        self._busy.difference_update(job.state.number for job in jobs)

    def _own(self, pending: Mapping[int, Job], place: int) -> Iterator[Job]:
        """Jobs of tasks that have their home here, or get it now."""
        for number, job in pending.items():
            if number not in self._busy and self._homes.setdefault(number, place) == place:
                yield job

    def _bundle(self, jobs: Iterator[Job], most: int) -> list[Job]:
        """The first of the jobs, and as many more as may travel with it."""
        bundle: list[Job] = []
        fuel = 0
        for job in jobs:
            fuel += self._fuel_of(job)
            if bundle and fuel > BUNDLE_FUEL:
                break
            bundle.append(job)
            if len(bundle) >= most:
                break
        return bundle

    def _taken(self, pending: dict[int, Job], jobs: list[Job]) -> list[Job]:
        for job in jobs:
            del pending[job.state.number]
            self._busy.add(job.state.number)
        return jobs
