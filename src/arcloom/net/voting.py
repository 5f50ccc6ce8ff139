"""Votes: answers from many views of a test input, counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arcloom.tasks import Grid


@dataclass(frozen=True)
class Vote:
    """An answer, and how many views gave it."""

    grid: Grid
    votes: int
    of: int
    """views that were decoded"""
    bits: float
    """mean negative log2 likelihood of the answer under the views that gave it"""


@dataclass(frozen=True)
class Ballot:
    """What one view gave: a grid, or None if it gave none, and its bits."""

    grid: Grid | None
    bits: float


def count(ballots: Iterable[Ballot]) -> list[Vote]:
    """The votes, best first: by number, then by likelihood, then by cells."""
    bits: dict[tuple[tuple[int, ...], ...], list[float]] = {}
    of = 0
    for ballot in ballots:
        of += 1
        if ballot.grid is not None:
            bits.setdefault(ballot.grid.to_tuple(), []).append(ballot.bits)
    votes = [Vote(Grid(key), len(b), of, sum(b) / len(b)) for key, b in bits.items()]
    return sorted(votes, key=lambda vote: (-vote.votes, vote.bits, vote.grid.to_tuple()))
