"""The prior of the search over placed grids: how often moves followed each other in fits."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from arcloom.search.enumerate.prior import Counts


@cache
def placed_counts() -> Counts:
    """The counts that come with the package."""
    text = files("arcloom.search.placed").joinpath("placed_prior.json").read_text(encoding="utf-8")
    counts: Counts = json.loads(text)
    return counts
