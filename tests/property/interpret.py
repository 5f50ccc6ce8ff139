"""The simplest interpreter of programs: node by node, each op called on plain Python values."""

from collections.abc import Sequence
from typing import Any, Final

from arcloom import dsl
from arcloom.engine import UndefinedError
from arcloom.lang import Program


class _Undefined:
    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED: Final = _Undefined()


def interpret(program: Program, **inputs: Any) -> Any:
    """The program's result for I and S, or UNDEFINED."""
    values: list[Any] = []
    for kind, payload, args in program.nodes:
        given = [values[arg] for arg in args]
        if kind == "call":
            values.append(call(getattr(dsl, payload), given))
        elif kind == "apply":
            values.append(call(given[0], given[1:]))
        elif kind == "opref":
            values.append(getattr(dsl, payload))
        else:
            values.append(inputs[payload] if kind == "input" else payload)
    return values[-1]


def call(function: Any, args: Sequence[Any]) -> Any:
    """What the function gives; UNDEFINED where it has no answer or an argument has none."""
    if function is UNDEFINED or any(arg is UNDEFINED for arg in args) or not callable(function):
        return UNDEFINED
    try:
        return function(*args)
    except UndefinedError:
        return UNDEFINED


def kind_of(value: Any) -> frozenset[str]:
    """The atoms of the language's types that a value may count as."""
    return frozenset(_kinds(value))


def _kinds(value: Any) -> list[str]:
    if value is None:
        return ["nothing"]
    if isinstance(value, bool):
        return ["bool"]
    if isinstance(value, int):
        return ["int"]
    if isinstance(value, tuple):
        return _tuple_kinds(value)
    if isinstance(value, frozenset):
        return _set_kinds(value)
    return ["callable"]


def _tuple_kinds(value: tuple[Any, ...]) -> list[str]:
    kinds = ["tuple"]
    if len(value) == 2 and all(isinstance(item, int) for item in value):
        kinds.append("pair")
    if value and all(isinstance(row, tuple) for row in value):
        kinds.append("tuple of tuples")
        if all(len(row) == len(value[0]) and all(isinstance(c, int) for c in row) for row in value):
            kinds.append("grid")
    return kinds


def _set_kinds(value: frozenset[Any]) -> list[str]:
    inner = {"".join(_kinds(item)[-1:]) for item in list(value)[:4]}
    if not value:
        return ["set", "indices", "object", "objects", "integer set"]
    if inner <= {"int", "bool"}:
        return ["set", "integer set"]
    if inner <= {"pair"}:
        return ["set", "indices"]
    if all(_is_cell(item) for item in list(value)[:4]):
        return ["set", "object"]
    if all(isinstance(item, frozenset) for item in value):
        return ["set", "set of containers", "objects", "indices set"]
    return ["set"]


def _is_cell(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], tuple)
