"""Budgets as people write them: time as `30s`, `10m` or `2h`, memory as `512M` or `8G`."""

from __future__ import annotations

import re
from typing import Final

from arcloom.errors import InputError, of_kind

_UNITS: Final = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_BUDGET: Final = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([smh]?)", re.ASCII)
_LONGEST: Final = 10 * 365 * 24 * 3600.0
"""Ten years. More must be a mistake, and would overflow some clock."""

_MEMORY_UNITS: Final = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
_MEMORY: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", re.ASCII)
LEAST_MEMORY: Final = 512 * 2**20
"""Python, numpy and a dataset alone take a few hundred megabytes."""


def parse_budget(text: str) -> float:
    """The seconds of a budget.

    >>> parse_budget("10m"), parse_budget("90"), parse_budget("1.5h")
    (600.0, 90.0, 5400.0)
    """
    found = _BUDGET.fullmatch(text.strip().lower())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= _LONGEST:
        raise InputError(
            f"'{text}' is not a budget of time", remedy="write seconds or a unit: 90, 30s, 10m, 2h"
        )
    return seconds


def parse_memory(text: str) -> int:
    """The bytes of a memory limit. Units are powers of 1024.

    >>> parse_memory("8G") // 2**20, parse_memory("1.5g") // 2**20
    (8192, 1536)
    """
    of_kind("an amount of memory", text, str, "text such as '8G'")
    found = _MEMORY.fullmatch(text.strip().lower())
    amount = float(found[1]) * _MEMORY_UNITS[found[2]] if found else 0.0
    if not LEAST_MEMORY <= amount < 2**60:
        problem = "is not an amount of memory" if not found else "is too little or too much memory"
        raise InputError(
            f"'{text}' {problem}",
            remedy=f"write an amount with its unit, at least {LEAST_MEMORY // 2**20}M: 1G, 8G",
        )
    return int(amount)


def format_seconds(seconds: float) -> str:
    """A duration as a clock shows it: `0:42`, `10:00`, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
