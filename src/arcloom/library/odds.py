"""The probabilities that runs stored: how likely the answers to a task are right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

ODDS: Final = "odds of "
"""The keys of such states begin so."""

LIKELIEST: Final = "likeliest "
"""The keys of states that name the program behind a task's likeliest answer begin so; the key of
the task follows. Of the programs that fit, it comes first."""


class HasStates(Protocol):
    """What is asked of a library here."""

    def states(self, beginning: str) -> Mapping[str, Any]: ...


def stored_probabilities(library: HasStates) -> dict[str, float]:
    """By the key of the task. If several runs stored one, the likeliest answer counts."""
    found: dict[str, float] = {}
    for name, state in library.states(ODDS).items():
        task = name.rsplit(" ", 1)[-1]
        found[task] = max(state["probability"], found.get(task, 0.0))
    return found


def percent(probability: float | None) -> str:
    """A probability for people, empty if it is not known. Nothing is certain."""
    return "" if probability is None else f"{min(probability, 0.99):.0%}"
