"""Placed as a strategy: the engine runs the programs that the search over placed grids finds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from arcloom.engine.enumeration import FitKind
from arcloom.lang import Program
from arcloom.search.enumerate.forms import SearchPart, divided, form_bits
from arcloom.search.enumerate.strategy import PartFindings, searched_by_parts
from arcloom.search.placed.placed_search import search_placed
from arcloom.search.strategy import Effort, Findings
from arcloom.tasks import Task

FUEL_PER_STEP: Final = 800
"""The fuel of a step with its overhead, in the scheduler's units: about a nanosecond each."""
FITS: Final = 8
"""Programs of each kind to report of the plain task."""


class PlacedSearch:
    """Searches a task and its forms from the start in every round, with four times the fuel."""

    name: Final = "placed"
    share: Final = 4.0
    reads_known: Final = False

    def __init__(
        self,
        *,
        forms: bool = True,
        sizes: bool = True,
        kinds: Collection[FitKind] = frozenset(FitKind),
    ) -> None:
        """Without forms or sizes, or for some kinds of fits: to see what each part brings."""
        self._forms, self._sizes, self._kinds = forms, sizes, kinds

    def prepare(self, pool: Sequence[Program]) -> None:
        """Do nothing: each task is searched on its own."""

    def search(self, task: Task, effort: Effort) -> Findings:
        bits = form_bits(self.name) if self._forms else {}
        division = divided(task, effort.fuel // FUEL_PER_STEP, bits)
        return searched_by_parts(*(self.name, task, effort, division, FUEL_PER_STEP, self._part))

    def _part(self, part: SearchPart, effort: Effort) -> PartFindings:
        result = search_placed(
            part.task,
            part.steps,
            effort.memory,
            effort.stop,
            part.fits(FITS),
            sizes=self._sizes,
            kinds=self._kinds,
        )
        candidates = [part.candidate(c.program, c.cost) for c in result.candidates]
        return PartFindings(candidates, result.fuel, result.exhausted)
