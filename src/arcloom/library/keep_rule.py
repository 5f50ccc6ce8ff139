"""The keep rule: which of the programs scored on a task stay.

Rows are ordered by demos matched, then by loss, then by nodes, fuel and hash. The loss of a program
that does not fit is what it lacks in score. A program that fits loses score where it does not
generalise; there, loss and length are added, since a long program is as suspect as one that would
not have told a left-out demo. The length of an imported program does not count: somebody wrote it,
so a search did not come upon it by trying thousands.
Of rows with equal behaviour only the first counts, and of those the first N are kept. Equal
behaviour means equal outputs, hence equal demos and scores: it is the cheaper that stays.

What is kept does not depend on the order in which rows come, nor on how they are split into
batches. A row goes for one of two reasons: a better one has its behaviour, or N better ones of
other behaviours are there. A behaviour's best row never gets worse, so both reasons last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from arcloom._core import NODES_OF_A_LOSS
from arcloom.library.records import Scored


def loss_of(demos_matched: int, demos_total: int, score: int, nodes: int, imported: bool) -> int:
    """What a program lacks, such that of two with equal matches the one with less is better.

    `reading.RANK` says the same in SQL, and `better` of native/breed/island.cpp for populations,
    which do not know what was imported.
    Among programs that fit, NODES_OF_A_LOSS nodes more are as bad as to lose the whole score.
    """
    lacking = 1000 * demos_total - score
    if demos_matched < demos_total:
        return lacking
    length = 0 if imported else 1000 * demos_total * nodes
    return NODES_OF_A_LOSS * lacking + length


class Standing(NamedTuple):
    """A score, its fields such that the natural order of rows is the order of preference."""

    minus_demos: int
    loss: int
    nodes: int
    fuel: int
    program: str
    behaviour: str
    demos_total: int
    score: int
    imported: bool

    @property
    def fits(self) -> bool:
        """Whether the program gives the output of every demo."""
        return -self.minus_demos == self.demos_total


def standing(
    demos_matched: int,
    demos_total: int,
    score: int,
    nodes: int,
    fuel: int,
    program: str,
    behaviour: str,
    imported: bool,
) -> Standing:
    """The row of a program with these figures."""
    loss = loss_of(demos_matched, demos_total, score, nodes, imported)
    figures = (nodes, fuel, program, behaviour, demos_total, score, imported)
    return Standing(-demos_matched, loss, *figures)


def row_of(scored: Scored, imported: bool = False) -> Standing:
    """The row of a scored program. Numbers may be numpy's, which databases do not take."""
    return standing(
        int(scored.demos_matched),
        int(scored.demos_total),
        int(scored.score),
        len(scored.program),
        int(scored.fuel),
        scored.program.hash,
        scored.behaviour,
        imported,
    )


def rescored(row: Standing, score: int) -> Standing:
    """The same program with another score."""
    figures = (row.nodes, row.fuel, row.program, row.behaviour, row.imported)
    return standing(-row.minus_demos, row.demos_total, score, *figures)


def least_score(row: Standing) -> int:
    """No row that matches as many demos and has less score than this can come before `row`."""
    lacking = row.loss // NODES_OF_A_LOSS if row.fits else row.loss
    return max(0, 1000 * row.demos_total - lacking)


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
