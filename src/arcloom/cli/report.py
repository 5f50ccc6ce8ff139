"""`arcloom report`: the explorer's pages as one HTML file."""

from __future__ import annotations

from typing import Annotated

import typer

from arcloom.cli.inputs import close
from arcloom.cli.options import Json, LibraryOption, Out, Tasks
from arcloom.cli.output import console, print_json
from arcloom.cli.progress import progress
from arcloom.cli.serve import DatasetOption
from arcloom.cli.shown_tasks import shown_tasks
from arcloom.files import write_atomically
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.report import PROGRAMS, report

Most = Annotated[
    int, typer.Option("--programs", metavar="N", min=0, help="Programs per task to include.")
]
Uncover = Annotated[
    bool,
    typer.Option("--uncover", help="Include the test outputs, covered until a reader clicks."),
]


def command(
    library: LibraryOption,
    out: Out,
    dataset: DatasetOption = None,
    task: Tasks = None,
    programs: Most = PROGRAMS,
    uncover: Uncover = False,
    as_json: Json = False,
) -> None:
    """Write what `arcloom serve` shows as one self-contained HTML file."""
    shelf = LibraryReader(library)
    try:
        known = shown_tasks(shelf, dataset, task)
        tasks = known.dataset
        with progress("writing the report", len(tasks)) as done:
            text = report(
                Explorer(tasks, shelf, known), programs=programs, uncovered=uncover, progress=done
            )
    finally:
        shelf.close()
    write_atomically(out, text)
    size = len(text.encode())
    if as_json:
        print_json(
            {
                "file": str(out),
                "bytes": size,
                "tasks": len(tasks),
                "datasets": known.names,
                "missing": list(known.missing),
            }
        )
    else:
        console().print(f"{len(tasks)} tasks of {tasks.name} in {out}, {size / 1e6:.1f} MB")
    close(tasks)
