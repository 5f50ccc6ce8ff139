"""Judge: who says how likely a run's tasks are right.

Only the ranking knows that, and it lies above this package. So a run is given its judge.
"""

from __future__ import annotations

from typing import Any, Protocol

from arcloom.search.evolve.population import Population
from arcloom.search.evolve.told import Searched


class Judge(Protocol):
    """Judges tasks by the programs that they keep."""

    @property
    def expected(self) -> float:
        """How many of the judged tasks are right, by their probabilities."""

    def hear(self, told: Searched) -> None:
        """Take in what a stage of the searches found to fit a task."""

    def judge(self, population: Population, again: bool) -> dict[str, Any]:
        """Judge the tasks that are fitted for the first time; gives the states to store.

        With `again`, also those whose programs have changed since.
        """

    def seconds_left(self, population: Population) -> float:
        """About how long `judge` would take now, with `again`, by how long it has taken so far."""
