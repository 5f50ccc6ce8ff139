"""Timeline: a run's progress, kept in the library so that others can follow while it runs.

A search takes a point now and then and saves it, in the transaction that it makes anyway, as the
state `timeline RUN`. The points stay few: when there are too many, every second one goes, and from
then on they are taken half as often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

MOST: Final = 240
"""Points that a timeline has at most."""

EVERY: Final = 1.0
"""Seconds between two points of a run that has just begun."""


class Timeline:
    """The timeline of one run; times are seconds since its begin."""

    def __init__(self, run: str) -> None:
        self.key = key_of(run)
        self._every = EVERY
        self._last = float("-inf")
        self._points: list[dict[str, Any]] = []
        self._fitted: dict[str, float] = {}

    def due(self, seconds: float) -> bool:
        """Whether it is time for another point."""
        return seconds - self._last >= self._every

    def take(
        self, seconds: float, figures: Mapping[str, Any], fitted: Iterable[str]
    ) -> dict[str, Any]:
        """Take a point; gives the state to save.

        Of the figures the numbers are kept, and mappings of numbers. `fitted` are the tasks that
        have a program which fits all demos: the first time that one is among them is noted.
        """
        self._last = seconds
        self._points.append({**_numbers(figures), "seconds": round(seconds, 3)})
        for task_id in fitted:
            self._fitted.setdefault(task_id, round(seconds, 3))
        if len(self._points) > MOST:
            self._points = self._points[1::2]
            self._every *= 2
        return {self.key: {"points": self._points, "fitted": self._fitted}}


def key_of(run: str) -> str:
    """The key of the state that holds a run's timeline."""
    return f"timeline {run}"


def _numbers(figures: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in figures.items():
        if _is_number(value):
            kept[name] = round(value, 3)
        elif isinstance(value, Mapping) and all(map(_is_number, value.values())):
            kept[name] = {key: round(number, 3) for key, number in value.items()}
    return kept


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
