"""Rates: how often each mutation is made, by how often its children found a place on an island.

Counts are taken at the end of a generation, so they do not depend on threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MEMORY: Final = 200_000
"""Children after which all counts are halved, so that old successes fade."""
PRIOR: Final = 200.0
"""Children with the mean success that each mutation is thought to have had before any."""
MOST: Final = 3.0
"""How many times likelier, or less likely, than at first a mutation can become."""


class Rates:
    """The weights of mutations. `tried` and `entered` count children, by mutation."""

    def __init__(self, first: Sequence[float], adaptive: bool) -> None:
        self._first = list(first)
        self._adaptive = adaptive
        self.tried = [0] * len(self._first)
        self.entered = [0] * len(self._first)

    def count(self, tried: Sequence[int], entered: Sequence[int]) -> None:
        """Add the counts of a step."""
        self.tried = [a + b for a, b in zip(self.tried, tried, strict=True)]
        self.entered = [a + b for a, b in zip(self.entered, entered, strict=True)]
        if sum(self.tried) > MEMORY:
            self.tried = [count // 2 for count in self.tried]
            self.entered = [count // 2 for count in self.entered]

    def weights(self) -> list[float]:
        """The weights from now on."""
        if not self._adaptive or not sum(self.entered):
            return self._first
        mean = sum(self.entered) / sum(self.tried)
        return [
            first * min(max((entered / mean + PRIOR) / (tried + PRIOR), 1 / MOST), MOST)
            for first, tried, entered in zip(self._first, self.tried, self.entered, strict=True)
        ]
