"""`@arcloom.op`: a user's own op, written in Python, becomes part of the vocabulary.

    @arcloom.op
    def corner_color(grid: "Grid") -> "Integer":
        return grid[0][0]

The parameters' types come from the annotations, as type names or type objects; what is not
annotated is `Any`. The function gets and gives plain ints, tuples, frozensets and callables.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

from arcloom.errors import InputError
from arcloom.lang.signature import Op, Param
from arcloom.lang.types import ANY, TYPES, Type
from arcloom.lang.vocabulary import register

F = TypeVar("F", bound=Callable[..., Any])

# Names that programs use for inputs, the result and variables.
_RESERVED: Final = re.compile(r"[ISCO]|x\d+|frozenset")

_PYTHON_TYPES: Final = {
    "bool": "Boolean",
    "int": "Integer",
    "tuple": "Tuple",
    "frozenset": "FrozenSet",
    "object": "Any",
}


@overload
def op(function: F, /) -> F: ...
@overload
def op(*, name: str | None = None, summary: str | None = None) -> Callable[[F], F]: ...


def op(
    function: F | None = None, /, *, name: str | None = None, summary: str | None = None
) -> F | Callable[[F], F]:
    """Register a Python function as an op; usable plain or as `@op(name=..., summary=...)`.

    The name defaults to the function's, the summary to the first line of its docstring.
    """

    def register_as_op(function: F) -> F:
        register(describe(function, name, summary), function)
        return function

    return register_as_op if function is None else register_as_op(function)


def describe(function: Callable[..., Any], name: str | None, summary: str | None) -> Op:
    """The op that a Python function defines."""
    if not callable(function):
        raise InputError(
            f"{type(function).__name__} is no function", remedy="write @op above a function"
        )
    name = name or function.__name__
    if not name.isidentifier() or _RESERVED.fullmatch(name):
        raise InputError(f"'{name}' cannot name an op; use another Python identifier")
    signature = inspect.signature(function)
    params = tuple(_param(name, param) for param in signature.parameters.values())
    if not params:
        raise InputError(f"op '{name}' takes no argument; give it at least one parameter")
    result = _type(name, signature.return_annotation)
    line = summary or (inspect.getdoc(function) or "").partition("\n")[0]
    return Op(name, params, result, line, "user")


def _param(op_name: str, param: inspect.Parameter) -> Param:
    plain = param.kind in (param.POSITIONAL_ONLY, param.POSITIONAL_OR_KEYWORD)
    if not plain or param.default is not param.empty:
        raise InputError(
            f"op '{op_name}' has the parameter '{param}'; an op takes a fixed number of arguments, "
            "without defaults"
        )
    return Param(param.name, _type(op_name, param.annotation))


def _type(op_name: str, annotation: Any) -> Type:
    """The type that an annotation names. Annotations are text under `from __future__`."""
    if annotation is inspect.Parameter.empty:
        return ANY
    if isinstance(annotation, Type):
        return annotation
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    base = text.strip("'\"").partition("[")[0].rpartition(".")[2]
    known = TYPES.get(_PYTHON_TYPES.get(base, base))
    if known is None:
        raise InputError(
            f"op '{op_name}' is annotated with '{text or annotation}', which is no type of the "
            f"language; use one of {', '.join(TYPES)}"
        )
    return known
