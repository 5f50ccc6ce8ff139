"""The front of fit against length in the terminal: a row and a bar for each program on it."""

from __future__ import annotations

from typing import Final

from rich.bar import Bar
from rich.console import Group
from rich.table import Table
from rich.text import Text

from arcloom.library import Kept
from arcloom.library.front import fit_of

_WIDTH: Final = 32
"""Characters of a bar that fits."""


def front_table(front: list[Kept]) -> Group:
    """A task's front, shortest first; the bars grow with the fit."""
    table = Table("nodes", "demos", "score", "fit", "program", box=None, pad_edge=False)
    for column in table.columns[:3]:
        column.justify = "right"
    for score, program in front:
        table.add_row(
            f"{score.nodes:,}",
            f"{score.demos_matched}/{score.demos_total}",
            f"{score.shown_score}",
            Bar(1.0, 0.0, fit_of(score), width=_WIDTH),
            program.name,
            style="green" if score.fits else "",
        )
    said = "fit against length: each is shorter than all that fit as well, or better"
    return Group(Text(f"\n{said}", style="dim"), table)
