"""Node: a step of a program, and the names that programs may have."""

from __future__ import annotations

from keyword import iskeyword
from typing import Any, Literal, NamedTuple

from arcloom.errors import InputError
from arcloom.lang.vocabulary import CONSTANTS, OPS

Kind = Literal["input", "const", "opref", "call", "apply"]


class Node(NamedTuple):
    """A step of a program.

    `payload` is the input's name, the constant's value, or the op's name; an `apply` has none, its
    first argument is the function that is called. `args` are positions of earlier nodes.
    """

    kind: Kind
    payload: Any
    args: tuple[int, ...] = ()


def check_name(name: str) -> str:
    """The name; refused if it cannot name a Python function that stands beside the ops."""
    if not name.isidentifier() or iskeyword(name):
        raise InputError(f"'{name}' cannot name a program; use a Python identifier")
    if name in OPS or name in CONSTANTS:
        raise InputError(f"the name '{name}' belongs to the vocabulary; name the program otherwise")
    return name
