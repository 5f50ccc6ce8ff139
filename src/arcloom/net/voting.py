"""Votes: answers from many views of a test input, counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arcloom.tasks import Grid

AGREED: Final = 20.0
"""Bits that an answer gains if all views gave it. On held-out demos 16 to 32 do equally well."""


@dataclass(frozen=True)
class Vote:
    """An answer, and how many views gave it."""

    grid: Grid
    votes: int
    of: int
    """views that were decoded"""
    bits: float
    """mean negative log2 likelihood of the answer under the views that gave it"""
    judged: float | None = None
    """the same under all views; None if there was no time to judge it"""

    @property
    def cost(self) -> float:
        """The bits under all views, or what we know of them."""
        return self.bits if self.judged is None else self.judged


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


def judged_votes(votes: Sequence[Vote], bits: Sequence[float]) -> list[Vote]:
    """The votes with their bits under all views, best first.

    The likelier answer is right more often than the one that more views gave, so votes count less.
    """
    judged = [replace(vote, judged=cost) for vote, cost in zip(votes, bits, strict=True)]
    return sorted(judged, key=_place)


def _place(vote: Vote) -> tuple[float, int, tuple[tuple[int, ...], ...]]:
    """What orders judged votes, least first."""
    return vote.cost - AGREED * vote.votes / vote.of, -vote.votes, vote.grid.to_tuple()
