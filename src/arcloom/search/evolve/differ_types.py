"""What a differ's result can be: its last step must be able to give a number."""

from __future__ import annotations

from typing import Final

from arcloom.errors import InputError
from arcloom.lang import Program, lookup
from arcloom.lang.types import ANY, TYPES

_NUMBERS: Final = TYPES["Integer"].accepts
_NAMES: Final = {frozenset(type_.atoms): type_.name for type_ in TYPES.values()}


def check_differ(program: Program, name: str, place: str = "") -> None:
    """Refuse a differ that gives a grid, say: a score is a number from 0 to 1000.

    Only the type of the last step decides: a differ passes if that may be a number.
    """
    atoms = result_atoms(program)
    if atoms.isdisjoint(_NUMBERS):
        result = _NAMES.get(atoms, "Container")
        raise InputError(
            f"the result of the differ '{name}' is of type {result}, not Integer",
            place=place,
            remedy="a differ of (S, I, C) gives a score from 0 to 1000",
        )


def looks_at_output(program: Program) -> bool:
    """Whether it uses `C`, the output that a differ judges."""
    return any(node.kind == "input" and node.payload == "C" for node in program.nodes)


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
