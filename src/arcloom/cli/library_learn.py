"""`arcloom library learn`: what a library's programs have in common becomes programs of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.table import Table

from arcloom.cli.options import Json, LibraryOption
from arcloom.cli.output import console, print_json
from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.library import Library
from arcloom.library.subroutines import PREFIX, Compression, learn_subroutines

Most = Annotated[
    int, typer.Option("--most", metavar="N", min=1, help="Learn at most N subroutines.")
]


def learn(library: LibraryOption, most: Most = 64, as_json: Json = False) -> None:
    """Learn subroutines from the programs that were imported or that fit a task, and store them.

    A subroutine is a program too: `evolve` breeds from it, and `export` writes it, under a name
    that begins with sub_. Equal libraries give equal subroutines.
    """
    with Library.open(library, create=False) as opened:
        found = learn_subroutines(_programs(opened), most)
        if not found.programs:
            raise InputError(
                "no program to learn from", place=library, remedy="import or evolve some first"
            )
        programs = [one.program for one in found.subroutines]
        texts = {
            (p.name, p.hash): one.text for p, one in zip(programs, found.subroutines, strict=True)
        }
        stored = opened.add_programs(programs, texts=texts).stored if programs else 0
    if as_json:
        print_json(_content(found, stored))
    else:
        _show(found, stored)


def _programs(library: Library) -> Iterator[Program]:
    """Subroutines that were learnt before are not learnt from again."""
    fitting = {score.program for score in library.scores(kind="program") if score.fits}
    for stored in library.programs("program"):
        own = stored.imported and not stored.name.startswith(PREFIX)
        if own or stored.hash in fitting:
            yield stored.parse()


def _content(found: Compression, stored: int) -> dict[str, object]:
    return {
        "programs": found.programs,
        "nodes_before": found.before,
        "nodes_after": found.after,
        "stored": stored,
        "subroutines": [
            {
                "name": one.program.name,
                "programs": one.programs,
                "uses": one.uses,
                "saved": one.saved,
                "source": one.text,
            }
            for one in found.subroutines
        ],
    }


def _show(found: Compression, stored: int) -> None:
    out = console()
    table = Table("subroutine", box=None, pad_edge=False)
    for heading in ("programs", "uses", "nodes saved"):
        table.add_column(heading, justify="right")
    for one in found.subroutines:
        table.add_row(one.program.name, f"{one.programs}", f"{one.uses}", f"{one.saved}")
    if found.subroutines:
        out.print(table)
    out.print(
        f"{len(found.subroutines)} subroutines, {stored} of them new; with them "
        f"{found.programs} programs would have {found.after:,} nodes instead of {found.before:,}"
    )
