"""Undefined: the result of a program that has no answer, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from arcloom import _core

_NUMBERS: Final = _core.numbers()["reason"]


class Reason(IntEnum):
    """Why there is no value. The numbers are those of the native core."""

    TYPE = _NUMBERS["type"]
    EMPTY = _NUMBERS["empty"]
    RANGE = _NUMBERS["range"]
    ARITY = _NUMBERS["arity"]
    OVERFLOW = _NUMBERS["overflow"]
    FUEL = _NUMBERS["fuel"]
    MEMORY = _NUMBERS["memory"]
    USER = _NUMBERS["user"]
    INPUT = _NUMBERS["input"]


SKIPPED: Final = 255
"""In a run's reasons: the pair was skipped, because an earlier demo of the task did not match."""

_TEXTS: Final = {
    Reason.TYPE: "an argument of a kind it does not take",
    Reason.EMPTY: "nothing to choose from",
    Reason.RANGE: "no such element, size or divisor",
    Reason.ARITY: "a function called with the wrong number of arguments",
    Reason.OVERFLOW: "an integer beyond 60 bits",
    Reason.FUEL: "out of fuel",
    Reason.MEMORY: "out of the sample's memory",
    Reason.USER: "the user's op raised an error",
    Reason.INPUT: "the program needs S or C, and none was given",
}


@dataclass(frozen=True, slots=True)
class Undefined:
    """No value, with the reason and, if known, the op that failed. It is false in conditions."""

    code: Reason
    op: str | None = None
    detail: str | None = None

    @property
    def reason(self) -> str:
        """One word: type, empty, range, arity, overflow, fuel, memory, user or input."""
        return self.code.name.lower()

    @property
    def message(self) -> str:
        """The reason in one line."""
        text = _TEXTS[self.code] + (f": {self.detail}" if self.detail else "")
        return f"{self.op}: {text}" if self.op else text

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"undefined ({self.message})"


class UndefinedError(ValueError):
    """Raised by a direct call of an op (`arcloom.dsl`) if the op has no answer."""

    def __init__(self, code: int, function: object, detail: str | None = None) -> None:
        self.undefined = Undefined(Reason(code), getattr(function, "__name__", None), detail)
        super().__init__(self.undefined.message)
