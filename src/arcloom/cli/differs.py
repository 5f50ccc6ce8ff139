"""Checks differs in program files: a differ whose result cannot be a number is not stored."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from arcloom.errors import InputError
from arcloom.files import read_whole
from arcloom.lang import Program
from arcloom.lang.program import PARAMS
from arcloom.search.evolve.differ_types import check_differ, looks_at_output


def check_differs(file: Path, programs: Mapping[str, Program]) -> None:
    """Refuse a differ that can never give a number, with the place of its result in the file."""
    for name, program in programs.items():
        if not _is_differ(name, program):
            continue
        try:
            check_differ(program, name)
        except InputError as error:
            raise error.within(f"{file}:{_place_of_result(file, name)}") from None


def _is_differ(name: str, program: Program) -> bool:
    """A program that looks at `C`, or is declared to and called a differ."""
    declared = program.params == PARAMS[-1] and name.startswith("differ")
    return looks_at_output(program) or declared


def _place_of_result(file: Path, name: str) -> str:
    """Line and column, from 1, of a function's last statement; the file has been read before."""
    tree = ast.parse(read_whole(file))
    function = next(f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == name)
    return f"{function.body[-1].lineno}:{function.body[-1].col_offset + 1}"
