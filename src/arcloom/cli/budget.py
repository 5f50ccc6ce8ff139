"""Budgets of time as people write them: `30s`, `10m`, `2h`, or seconds without a unit."""

from __future__ import annotations

import re
from typing import Final

from arcloom.errors import InputError

_UNITS: Final = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_BUDGET: Final = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([smh]?)", re.ASCII)
_LONGEST: Final = 10 * 365 * 24 * 3600.0
"""Ten years: more is a slip of the hand, and would overflow some clock."""


def parse_budget(text: str) -> float:
    """The seconds of a budget.

    >>> parse_budget("10m"), parse_budget("90"), parse_budget("1.5h")
    (600.0, 90.0, 5400.0)
    """
    found = _BUDGET.fullmatch(text.strip().lower())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= _LONGEST:
        raise InputError(
            f"'{text}' is no budget of time", remedy="write seconds or a unit: 90, 30s, 10m, 2h"
        )
    return seconds


def format_seconds(seconds: float) -> str:
    """A duration as a clock shows it: `0:42`, `10:00`, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
