"""Intervals at 95 % for shares and for differences, since a few tasks more may be chance."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

NORMAL = 1.96
"""Standard deviations of a two-sided interval of 95 %."""
DRAWS = 2000


def wilson(right: int, total: int) -> tuple[float, float]:
    """The interval of a share, by Wilson's score."""
    z2 = NORMAL * NORMAL
    middle = (right + z2 / 2) / (total + z2)
    share = right / total
    half = NORMAL / (total + z2) * sqrt(total * share * (1 - share) + z2 / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """The interval of a sum over tasks, if other tasks of the same kind had been drawn."""
    drawn = np.random.default_rng(seed).choice(np.array(values, float), (DRAWS, len(values)))
    low, high = np.quantile(drawn.sum(axis=1), (0.025, 0.975))
    return float(low), float(high)
