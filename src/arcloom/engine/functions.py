"""Ops and built functions as Python callables over plain values.

`OpFunction` is a named op. A call of a builder (`compose`, `rbind`, ...) returns a `BuiltFunction`.
The native core knows and runs both. It calls back into Python only if a plain Python function is
among them.
"""

from __future__ import annotations

import inspect
from typing import Any, Final

from arcloom import _core
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import OPS, Op, code_of, user_function, user_ops


class OpFunction:
    """An op of the vocabulary as a callable."""

    def __init__(self, number: int, op: Op) -> None:
        self.number = number
        self.op = op
        self.__name__ = self.__qualname__ = op.name
        self.__doc__ = f"{op.signature}\n\n{op.summary}"
        self.__module__ = "arcloom.dsl"
        self._boolean = op.result is TYPES["Boolean"]

    def __call__(self, *args: Any) -> Any:
        result = _core.call(self, *args)
        # The native core has no booleans, only 0 and 1. The signature says which is meant.
        return bool(result) if self._boolean and result in (0, 1) else result

    @property
    def __signature__(self) -> inspect.Signature:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature([inspect.Parameter(p.name, kind) for p in self.op.params])

    def __repr__(self) -> str:
        return f"<op {self.op.signature}>"

    def __reduce__(self) -> str:
        return self.__name__


class BuiltFunction:
    """The result of `compose`, `chain`, `matcher`, `rbind`, `lbind`, `power` and `fork`."""

    __slots__ = ("args", "builder", "nparams", "rank")

    def __init__(self, builder: int, args: tuple[Any, ...], nparams: int, rank: int) -> None:
        self.builder = builder
        self.args = args
        self.nparams = nparams
        self.rank = rank

    def __call__(self, *args: Any) -> Any:
        return _core.call(self, *args)

    @property
    def __name__(self) -> str:
        return BUILTIN[self.builder].__name__

    def __repr__(self) -> str:
        parts = (getattr(a, "__name__", None) or repr(a) for a in self.args)
        return f"{self.__name__}({', '.join(parts)})"


class UserFunction:
    """A user's op in the form that the native core asks for."""

    def __init__(self, code: int) -> None:
        self.number = code
        self.function = user_function(code)

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)


BUILTIN: Final = [OpFunction(number, op) for number, op in enumerate(OPS.values())]
"""Every built-in op, indexed by its number."""

_core.set_function_types(
    (OpFunction, UserFunction), BuiltFunction, BUILTIN, BuiltFunction, UserFunction
)


def tell_user_ops() -> None:
    """Register the user's ops with the native core, before programs that use them are woven."""
    for name, op in user_ops().items():
        _core.set_user_params(code_of(name), op.arity)


def op_name(number: int) -> str | None:
    """The name of an op's number; None if there is no such op."""
    if number < len(BUILTIN):
        return BUILTIN[number].__name__
    try:
        function = user_function(number)
    except KeyError:
        return None
    named = [name for name in user_ops() if name == function.__name__]
    return named[0] if named else function.__name__
