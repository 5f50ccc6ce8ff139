"""The prior of the search over placed grids: how often moves followed each other in fits."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom.search.enumerate.actions import PriorStep
from arcloom.search.enumerate.prior import Counts, step_bits

ANY_SHARE: Final = 0.15
"""The share of moves that the prior leaves to any move at all: unseen tasks need unseen moves."""


@lru_cache(maxsize=8)
def placed_bits(steps: tuple[PriorStep, ...]) -> NDArray[np.float64]:
    """The bits of moves. Cached, as tasks that differ only in colours share them."""
    return step_bits(steps, placed_counts(), ANY_SHARE)


@cache
def placed_counts() -> Counts:
    """The counts that come with the package."""
    text = files("arcloom.search.placed").joinpath("placed_prior.json").read_text(encoding="utf-8")
    counts: Counts = json.loads(text)
    return counts
