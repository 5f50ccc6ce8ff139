"""What users hand over: libraries and programs, in any of the forms that stand for them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from arcloom.errors import InputError, of_kind
from arcloom.lang import Program, read_programs
from arcloom.lang.program import check_program
from arcloom.library import Library

LibraryLike = Library | str | os.PathLike[str]
"""A library: an open one, the path of a SQLite file, or the URL of a PostgreSQL database."""

ProgramsLike = Program | Mapping[str, Program] | Iterable[Program] | str | os.PathLike[str]
"""Programs: one, several, several by name, or a file or folder of programs."""

OnInterrupt = Literal["raise", "return"]
"""What Ctrl-C does: raise `Interrupted`, or return the results so far."""


@contextmanager
def library_of(given: LibraryLike, create: bool = True) -> Iterator[Library]:
    """The library that is meant. One that was given by its place is closed at the end."""
    if isinstance(given, Library):
        yield given
    else:
        with Library(given, create) as opened:
            yield opened


def programs_of(given: ProgramsLike) -> dict[str, Program]:
    """The programs that are meant, by name. Several of one name get their hash behind it."""
    if isinstance(given, str | os.PathLike):
        return read_programs(given)
    if isinstance(given, Mapping):
        for name, program in given.items():
            of_kind("a program's name", name, str, "text")
            check_program(program)
        return dict(given)
    if not isinstance(given, Iterable) and not isinstance(given, Program):
        raise InputError(
            f"{type(given).__name__} holds no programs",
            remedy="give programs, or the path of a file",
        )
    named: dict[str, Program] = {}
    for program in [given] if isinstance(given, Program) else given:
        check_program(program)
        taken = program.name in named
        named[f"{program.name}_{program.hash[:8]}" if taken else program.name] = program
    return named


def check_on_interrupt(wanted: str) -> None:
    """Refuse a word that is none of `OnInterrupt`."""
    if wanted not in ("raise", "return"):
        raise InputError(
            f"on_interrupt is 'raise' or 'return', not '{wanted}'", remedy="write one of these"
        )
