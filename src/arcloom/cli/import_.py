"""`arcloom import`: program files into a library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arcloom.cli.differs import check_differs
from arcloom.cli.guard import WRONG_USE
from arcloom.cli.inputs import SOME_REFUSED
from arcloom.cli.options import Json, LibraryOption
from arcloom.cli.output import console, message, print_json
from arcloom.cli.progress import progress
from arcloom.errors import InputError
from arcloom.lang import Program, read_programs
from arcloom.lang.reader import function_texts
from arcloom.library import Library

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Program files, or folders of them.")
]


def command(files: Files, library: LibraryOption, as_json: Json = False) -> None:
    """Add the programs of files to a library, which is created if needed.

    If a file has anything that is not part of the language, the whole file is refused, with line
    and column; the other files are imported. Imported programs are never removed.
    """
    programs, texts, refused = _read(_each_file(files))
    for error in refused:
        message(str(error))
    if not programs:
        raise typer.Exit(WRONG_USE)
    with Library.open(library) as opened:
        counts = opened.add_programs((program for _, program in programs), texts=texts)
        total = opened.count() + opened.count("differ")
    repeated = len(programs) - counts.stored - counts.known
    if as_json:
        print_json(
            {
                "programs": len(programs),
                "stored": counts.stored,
                "known": counts.known,
                "repeated": repeated,
                "total": total,
                "refused": [str(error) for error in refused],
            }
        )
    else:
        console().print(
            f"{len(programs)} functions read: {counts.stored} new programs, {counts.known} known "
            f"already{_same_as_others(repeated)}; the library holds {total}"
        )
    if refused:
        raise typer.Exit(SOME_REFUSED)


def _same_as_others(count: int) -> str:
    """Functions that compute what another one of the same import does are one program."""
    if not count:
        return ""
    return f", {count} {'is' if count == 1 else 'are'} the same program as another of these"


def _each_file(paths: list[Path]) -> list[Path]:
    """Folders as their files, so that one bad file does not refuse the folder."""
    files: list[Path] = []
    for path in paths:
        inside = sorted(path.glob("*.py")) if path.is_dir() else []
        files.extend(inside or [path])
    return files


def _read(
    files: list[Path],
) -> tuple[list[tuple[str, Program]], dict[tuple[str, str], str], list[InputError]]:
    """The programs by name (a name may come several times), their texts, and the refusals."""
    programs: list[tuple[str, Program]] = []
    texts: dict[tuple[str, str], str] = {}
    refused: list[InputError] = []
    with progress("reading", len(files)) as report:
        for number, file in enumerate(files, 1):
            try:
                read = read_programs(file)
                check_differs(file, read)
                written = function_texts(file)
                programs.extend(read.items())
                texts |= {(name, p.hash): written[name] for name, p in read.items()}
            except InputError as error:
                refused.append(error)
            report(number)
    return programs, texts, refused
