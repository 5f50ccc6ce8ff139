"""Differs in program files: one whose result can be no number is refused before it is stored."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from arcloom.errors import InputError
from arcloom.files import read_whole
from arcloom.lang import Program, lookup
from arcloom.lang.program import PARAMS
from arcloom.lang.types import ANY, TYPES

_NUMBERS: Final = TYPES["Integer"].accepts
_NAMES: Final = {frozenset(type_.atoms): type_.name for type_ in TYPES.values()}


def check_differs(file: Path, programs: Mapping[str, Program]) -> None:
    """Refuse a differ that gives a grid, say: a score is a number from 0 to 1000.

    Told by the vocabulary alone: what may be a number, by the type of its last step, passes.
    """
    for name, program in programs.items():
        atoms = result_atoms(program)
        if _is_differ(name, program) and atoms.isdisjoint(_NUMBERS):
            result = _NAMES.get(atoms, "Container")
            raise InputError(
                f"the result of the differ '{name}' is of type {result}, not Integer",
                place=f"{file}:{_place_of_result(file, name)}",
                remedy="a differ of (S, I, C) gives a score from 0 to 1000",
            )


def result_atoms(program: Program) -> frozenset[str]:
    """The kinds of value that the program's last step may give."""
    kind, payload, _ = program.nodes[-1]
    if kind == "call":
        return lookup(payload).result.atoms
    if kind == "input":
        return TYPES["Samples" if payload == "S" else "Grid"].atoms
    if kind == "opref":
        return TYPES["Callable"].atoms
    if kind == "const" and not isinstance(payload, int):
        return TYPES["Container"].atoms
    return ANY.atoms if kind == "apply" else _NUMBERS


def _is_differ(name: str, program: Program) -> bool:
    """A program that looks at `C`, or is declared to and called a differ."""
    looks = any(node.kind == "input" and node.payload == "C" for node in program.nodes)
    return looks or (program.params == PARAMS[-1] and name.startswith("differ"))


def _place_of_result(file: Path, name: str) -> str:
    """Line and column, from 1, of a function's last statement; the file has been read before."""
    tree = ast.parse(read_whole(file))
    function = next(f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == name)
    return f"{function.body[-1].lineno}:{function.body[-1].col_offset + 1}"
