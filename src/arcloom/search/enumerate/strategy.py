"""Enumerate as a strategy: the engine runs the programs that enumeration finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arcloom.engine import Limits, weave
from arcloom.lang import Program
from arcloom.search.enumerate.on_gpus import GpuEnumerator, SearchRequest
from arcloom.search.enumerate.task_search import Enumeration, enumerate_task
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings, Found
from arcloom.search.trial import Candidate, judged, within
from arcloom.tasks import Task

FUEL_PER_STEP: Final = 500
"""The fuel of a tile op with its overhead, in the scheduler's units: about a nanosecond each."""
LIMITS: Final = Limits(node_fuel=20_000_000, program_fuel=40_000_000)
FITS: Final = 24
"""Programs of each kind to report."""


class Enumerate:
    """Searches a task from the start in every round, with four times the fuel."""

    name: Final = "enumerate"
    share: Final = 4.0
    reads_known: Final = False

    def prepare(self, pool: Sequence[Program]) -> None:
        """Do nothing: each task is searched on its own."""

    def search(self, task: Task, effort: Effort) -> Findings:
        result = self.enumerated(task, effort)
        spent = result.fuel * FUEL_PER_STEP
        candidates = [Candidate(c.program, c.cost) for c in result.candidates]
        if not candidates or effort.stop():
            return Findings((), spent, result.exhausted)
        found, more = tried(task, candidates, effort.memory, self.name)
        return Findings(found, spent + more, result.exhausted)

    def enumerated(self, task: Task, effort: Effort) -> Enumeration:
        """Search one task on this thread."""
        steps = effort.fuel // FUEL_PER_STEP
        return enumerate_task(task, steps, effort.memory, effort.stop, most=FITS)


def tried(
    task: Task, candidates: Sequence[Candidate], memory: int, strategy: str
) -> tuple[tuple[Found, ...], int]:
    """Run programs that enumeration found. Gives what the engine says, and the fuel it took."""
    limits = within(LIMITS, memory)
    run = weave([c.program for c in candidates], limits).run(task.samples, threads=1, match=True)
    found, more = with_left_out(task, judged(task, candidates, run, strategy), limits)
    return found, int(run.fuel.sum()) + more


class EnumerateAhead(Enumerate):
    """Enumerate with GPUs, which search all tasks of a round before their turns.

    The CPU still searches the tasks that a GPU cannot, and all tasks of a round that has too little
    work for GPUs or begins before they are ready.
    """

    def __init__(
        self,
        enumerator: GpuEnumerator,
        least: float = 0.0,
        ready: Callable[[], bool] = lambda: True,
    ) -> None:
        self._enumerator = enumerator
        self._least, self._ready = least, ready
        self._ahead: dict[str, tuple[int, Enumeration]] = {}

    def look_ahead(self, turns: Sequence[tuple[Task, Effort]]) -> None:
        requests = [
            SearchRequest(t, effort.fuel // FUEL_PER_STEP, effort.memory) for t, effort in turns
        ]
        self._ahead = {}
        if not requests or sum(one.fuel for one in requests) < self._least or not self._ready():
            return
        for one, result in zip(
            requests, self._enumerator.search(requests, FITS, turns[0][1].stop), strict=True
        ):
            if result is not None:
                self._ahead[one.task.id] = (one.fuel, result)

    def enumerated(self, task: Task, effort: Effort) -> Enumeration:
        fuel, result = self._ahead.pop(task.id, (None, None))
        if result is None or fuel != effort.fuel // FUEL_PER_STEP:
            return super().enumerated(task, effort)
        return result
