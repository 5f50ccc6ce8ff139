"""Evidence: what the strategies found for one task, as far as it is worth keeping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arcloom.search.strategy import Found
from arcloom.tasks import Task

FITS: Final = 32
"""Programs that fit, kept of each strategy: the simplest."""
PARTIAL: Final = 8
"""Programs that do not fit, kept of all strategies together."""


def _simpler(found: Found) -> tuple[float, int, str]:
    return found.cost, found.fuel, found.program.hash


def _nearer(found: Found) -> tuple[int, int, float, str]:
    return -found.matched, -found.score, found.cost, found.program.hash


class Evidence:
    """The programs found for a task. A program counts once, under the strategy that came first."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._fits: dict[str, Found] = {}
        self._partial: dict[str, Found] = {}

    def add(self, found: Iterable[Found]) -> bool:
        """Take in what is new; whether there was anything."""
        before = (len(self._fits), list(self._partial))
        for one in found:
            shelf = self._fits if one.fits else self._partial
            shelf.setdefault(one.program.hash, one)
        changed = before != (len(self._fits), list(self._partial))
        if changed:
            self._trim()
        return changed

    def _trim(self) -> None:
        for strategy in self.strategies:
            mine = sorted((f for f in self.fits if f.strategy == strategy), key=_simpler)
            for surplus in mine[FITS:]:
                del self._fits[surplus.program.hash]
        self._partial = {f.program.hash: f for f in self.partial[:PARTIAL]}

    @property
    def fits(self) -> list[Found]:
        """What fits all demos, the simplest first."""
        return sorted(self._fits.values(), key=_simpler)

    @property
    def partial(self) -> list[Found]:
        """What fits some or none, the nearest first."""
        return sorted(self._partial.values(), key=_nearer)

    @property
    def known(self) -> tuple[Found, ...]:
        """All, best first."""
        return (*self.fits, *self.partial)

    @property
    def strategies(self) -> list[str]:
        """Those with a program that fits, by name."""
        return sorted({found.strategy for found in self._fits.values()})

    @property
    def fitted(self) -> bool:
        """Whether some program fits all demos."""
        return bool(self._fits)

    @property
    def settled(self) -> bool:
        """Whether several programs fit and all say the same for every test."""
        answers = {
            tuple(None if grid is None else grid.to_tuple() for grid in found.outputs)
            for found in self._fits.values()
        }
        return len(self._fits) > 1 and len(answers) == 1
