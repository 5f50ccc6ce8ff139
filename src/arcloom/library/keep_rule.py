"""The keep rule: which of the programs scored on a task stay.

Rows are ordered by demos matched, then differ score (both descending), then nodes, fuel and hash.
Of rows with equal behaviour only the first counts, and of those the first N are kept. Equal
behaviour means equal outputs, hence equal demos and scores: it is the cheaper that stays.

What is kept does not depend on the order in which rows come, nor on how they are split into
batches. A row goes for one of two reasons: a better one has its behaviour, or N better ones of
other behaviours are there. A behaviour's best row never gets worse, so both reasons last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from arcloom.library.records import Scored


class Standing(NamedTuple):
    """A score, its fields such that the natural order of rows is the order of preference."""

    minus_demos: int
    minus_score: int
    nodes: int
    fuel: int
    program: str
    behaviour: str
    demos_total: int

    @property
    def fits(self) -> bool:
        """Whether the program gives the output of every demo."""
        return -self.minus_demos == self.demos_total


def row_of(scored: Scored) -> Standing:
    """The row of a scored program. Numbers may be numpy's, which databases do not take."""
    return Standing(
        -int(scored.demos_matched),
        -int(scored.score),
        len(scored.program),
        int(scored.fuel),
        scored.program.hash,
        scored.behaviour,
        int(scored.demos_total),
    )


def select(rows: Iterable[Standing], keep: int) -> list[Standing]:
    """The rows that stay, best first."""
    kept: list[Standing] = []
    behaviours: set[str] = set()
    programs: set[str] = set()  # one may come again, with scores of other differs
    for row in sorted(rows):
        if len(kept) == keep:
            break
        if row.behaviour not in behaviours and row.program not in programs:
            kept.append(row)
            behaviours.add(row.behaviour)
            programs.add(row.program)
    return kept
