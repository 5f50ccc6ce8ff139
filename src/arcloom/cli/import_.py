"""`arcloom import`: program files into a library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arcloom.cli.differs import check_differs
from arcloom.cli.guard import WRONG_USE
from arcloom.cli.inputs import SOME_REFUSED
from arcloom.cli.options import Json
from arcloom.cli.output import console, message, print_json
from arcloom.cli.progress import progress
from arcloom.cli.stored import LibraryOption
from arcloom.errors import InputError
from arcloom.lang import Program, read_programs
from arcloom.library import Library

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Program files, or folders of them.")
]


def command(files: Files, library: LibraryOption, as_json: Json = False) -> None:
    """Add the programs of files to a library, which is created if needed.

    If a file has anything that is not part of the language, the whole file is refused, with line
    and column; the other files are imported. Imported programs are never removed.
    """
    programs, refused = _read(_each_file(files))
    for error in refused:
        message(str(error))
    if not programs:
        raise typer.Exit(WRONG_USE)
    with Library.open(library) as opened:
        counts = opened.add_programs(program for _, program in programs)
        total = opened.count() + opened.count("differ")
    if as_json:
        print_json(
            {
                "programs": len(programs),
                "stored": counts.stored,
                "known": counts.known,
                "total": total,
                "refused": [str(error) for error in refused],
            }
        )
    else:
        console().print(
            f"{counts.stored} programs imported, {counts.known} known already; "
            f"the library holds {total}"
        )
    if refused:
        raise typer.Exit(SOME_REFUSED)


def _each_file(paths: list[Path]) -> list[Path]:
    """Folders as their files, so that one bad file does not refuse the folder."""
    files: list[Path] = []
    for path in paths:
        inside = sorted(path.glob("*.py")) if path.is_dir() else []
        files.extend(inside or [path])
    return files


def _read(files: list[Path]) -> tuple[list[tuple[str, Program]], list[InputError]]:
    """The programs by name, names as often as they come, and what was refused."""
    programs: list[tuple[str, Program]] = []
    refused: list[InputError] = []
    with progress("reading", len(files)) as report:
        for number, file in enumerate(files, 1):
            try:
                read = read_programs(file)
                check_differs(file, read)
                programs.extend(read.items())
            except InputError as error:
                refused.append(error)
            report(number)
    return programs, refused
