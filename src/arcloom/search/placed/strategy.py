"""Placed as a strategy: the engine runs the programs that the search over placed grids finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcloom.lang import Program
from arcloom.search.enumerate.strategy import tried
from arcloom.search.placed.placed_search import search_placed
from arcloom.search.strategy import Effort, Findings
from arcloom.tasks import Task

FUEL_PER_STEP: Final = 800
"""The fuel of a step with its overhead, in the scheduler's units: about a nanosecond each."""
FITS: Final = 16
"""Programs of each kind to report."""


class PlacedSearch:
    """Searches a task from the start in every round, with four times the fuel."""

    name: Final = "placed"
    share: Final = 4.0
    reads_known: Final = False

    def prepare(self, pool: Sequence[Program]) -> None:
        """Do nothing: each task is searched on its own."""

    def search(self, task: Task, effort: Effort) -> Findings:
        steps = effort.fuel // FUEL_PER_STEP
        result = search_placed(task, steps, effort.memory, effort.stop, most=FITS)
        spent = result.fuel * FUEL_PER_STEP
        if not result.candidates or effort.stop():
            return Findings((), spent, result.exhausted)
        found, more = tried(task, result.candidates, effort.memory, self.name)
        return Findings(found, spent + more, result.exhausted)
