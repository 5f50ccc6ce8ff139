"""`arcloom library starter`: the programs that come with Arcloom, and where they come from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from arcloom.cli.options import Json
from arcloom.cli.output import console, print_json
from arcloom.files import write_atomically
from arcloom.lang.program_file import HEADER
from arcloom.library.starter import starter_programs

Out = Annotated[
    Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write them as a program file.")
]


def starter(out: Out = None, as_json: Json = False) -> None:
    """List the starter programs, each with the tasks it was found on and what found it."""
    programs = starter_programs()
    if out is not None:
        write_atomically(out, "\n\n".join([HEADER, *(one.source for one in programs)]))
    if as_json:
        print_json({"programs": [one.content() for one in programs]})
        return
    printed = console()
    table = Table("program", "by", "for", box=None, pad_edge=False)
    table.add_column("nodes", justify="right")
    for one in programs:
        table.add_row(one.name, one.strategy, " ".join(one.tasks), f"{one.nodes}")
    printed.print(table)
    for origin in dict.fromkeys(one.origin for one in programs):
        count = sum(one.origin == origin for one in programs)
        printed.print(f"{count} by {origin.command}, Arcloom {origin.version}, {origin.date}")
    printed.print(f"{len(programs)} programs{'' if out is None else f' written to {out}'}")
