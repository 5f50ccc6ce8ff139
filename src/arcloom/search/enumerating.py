"""Enumerate, as a strategy: the exhaustive search of `enumerate`, its finds run by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcloom.engine import Limits, weave
from arcloom.lang import Program
from arcloom.search.enumerate import enumerate_task
from arcloom.search.leave_out import with_left_out
from arcloom.search.strategy import Effort, Findings
from arcloom.search.trial import Candidate, judged, within
from arcloom.tasks import Task

FUEL_A_STEP: Final = 500
"""A tile op with all around it, in the scheduler's fuel: about a nanosecond each."""
LIMITS: Final = Limits(node_fuel=20_000_000, program_fuel=40_000_000)
FITS: Final = 24
"""Programs of each kind that are told of."""


class Enumerate:
    """Searches a task afresh in every round, four times as far."""

    name: Final = "enumerate"

    def prepare(self, pool: Sequence[Program]) -> None:
        """Nothing: each task is searched by itself."""

    def search(self, task: Task, effort: Effort) -> Findings:
        result = enumerate_task(
            task, effort.fuel // FUEL_A_STEP, effort.memory, effort.stop, most=FITS
        )
        spent = result.fuel * FUEL_A_STEP
        candidates = [Candidate(c.program, c.cost) for c in result.candidates]
        if not candidates or effort.stop():
            return Findings((), spent, result.exhausted)
        limits = within(LIMITS, effort.memory)
        batt = weave([c.program for c in candidates], limits)
        run = batt.run(task.samples, threads=1, match=True)
        found, more = with_left_out(task, judged(task, candidates, run, self.name), limits)
        return Findings(found, spent + int(run.fuel.sum()) + more, result.exhausted)
