"""`arcloom export`: a library's programs as a Python file."""

from __future__ import annotations

from typing import Annotated

import typer

from arcloom.cli.options import Json, LibraryOption, Out
from arcloom.cli.output import console, print_json
from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.library import Library, StoredProgram, StoredScore, export_source

Task = Annotated[
    str | None,
    typer.Option(
        "--task", metavar="ID", help="Only the programs that the library keeps for a task."
    ),
]
Solved = Annotated[
    bool, typer.Option("--solved", help="Only programs that fit all demos of some task.")
]


def command(
    library: LibraryOption,
    out: Out,
    task: Task = None,
    solved: Solved = False,
    as_json: Json = False,
) -> None:
    """Write programs as a Python file that `import` and users of arc-dsl can read.

    An imported program keeps its name; others are called solve_ and their hash. A comment above
    each lists the tasks that it fits. Equal libraries give equal bytes.
    """
    with Library.open(library, create=False, readonly=True) as opened:
        programs, scores = opened.programs(), opened.scores()
    chosen = _choose(programs, scores, task, solved)
    if not chosen:
        raise InputError("no such program in the library", place=library, remedy=_remedy(task))
    write_atomically(out, export_source(chosen, scores))
    if as_json:
        print_json({"programs": len(chosen), "file": str(out)})
    else:
        console().print(f"{len(chosen)} programs written to {out}")


def _choose(
    programs: list[StoredProgram], scores: list[StoredScore], task: str | None, solved: bool
) -> list[StoredProgram]:
    if task is None and not solved:
        return programs
    wanted = {
        score.program
        for score in scores
        if task in (None, score.task_id, score.task) and (score.fits or not solved)
    }
    return [program for program in programs if program.hash in wanted]


def _remedy(task: str | None) -> str:
    return "'arcloom library list' lists the tasks" if task else "import or evolve some first"
