"""Draws for concepts in which a cue decides: every case comes before one comes again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from .canvas import Again, Case, Draw, Example, dealt

TRIES: Final = 60


def by_case(task: Random, cases: Sequence[Case], draw: Callable[[Random, Case], Example]) -> Draw:
    """A draw that keeps its case when it must begin anew, so that no case is passed over."""
    deal = dealt(task, cases)

    def drawn(chance: Random) -> Example:
        case = deal()
        for _ in range(TRIES):
            try:
                given, wanted = draw(chance, case)
            except Again:
                continue
            if given.tolist() != wanted.tolist():
                return given, wanted
        raise Again

    return drawn
