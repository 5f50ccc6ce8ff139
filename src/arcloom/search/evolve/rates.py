"""Rates: how often each mutation is made, by how often its children led their island.

A child leads if it is better than all others there on some demo, or by some differ.

Counts are taken at the end of a generation, so they do not depend on threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MEMORY: Final = 200_000
"""Children after which all counts are halved, so that old successes fade."""
PRIOR: Final = 1000.0
"""Children with the mean success that each mutation is thought to have had before any."""
MOST: Final = 3.0
"""How many times likelier, or less likely, than at first a mutation can become."""


class Rates:
    """The weights of mutations. `tried` and `led` count children, by mutation."""

    def __init__(self, first: Sequence[float], adaptive: bool) -> None:
        self._first = list(first)
        self._adaptive = adaptive
        self.tried = [0] * len(self._first)
        self.led = [0] * len(self._first)

    def count(self, tried: Sequence[int], led: Sequence[int]) -> None:
        """Add the counts of a step."""
        self.tried = [a + b for a, b in zip(self.tried, tried, strict=True)]
        self.led = [a + b for a, b in zip(self.led, led, strict=True)]
        if sum(self.tried) > MEMORY:
            self.tried = [count // 2 for count in self.tried]
            self.led = [count // 2 for count in self.led]

    def weights(self) -> list[float]:
        """The weights from now on."""
        if not self._adaptive or not sum(self.led):
            return self._first
        mean = sum(self.led) / sum(self.tried)
        return [
            first * min(max((led / mean + PRIOR) / (tried + PRIOR), 1 / MOST), MOST)
            for first, tried, led in zip(self._first, self.tried, self.led, strict=True)
        ]
