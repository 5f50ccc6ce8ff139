"""Op: one function of the vocabulary with its typed signature, and the table's way to write it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from arcloom.lang.types import TYPES, Type

_LONG: Final = 200
"""Characters of a summary beyond which it is a wall of text."""
_SIGNATURE: Final = re.compile(r"(\w+)\((.*)\) -> (\w+)")


class Param(NamedTuple):
    """A parameter of an op."""

    name: str
    type: Type

    def __str__(self) -> str:
        return f"{self.name}: {self.type}"


@dataclass(frozen=True, slots=True)
class Op:
    """A function of the vocabulary: what it is called, takes, gives and does."""

    name: str
    params: tuple[Param, ...]
    result: Type
    summary: str
    theme: str
    aliases: tuple[str, ...] = ()

    @property
    def arity(self) -> int:
        """How many arguments the op takes."""
        return len(self.params)

    @property
    def signature(self) -> str:
        """The op as documentation shows it: `add(a: Numerical, b: Numerical) -> Numerical`."""
        return f"{self.name}({', '.join(map(str, self.params))}) -> {self.result}"

    @property
    def summary_lines(self) -> list[str]:
        """The summary to be read: a long one, with the meaning of many codes, in several lines."""
        if len(self.summary) <= _LONG:
            return [self.summary]
        *parts, last = self.summary.split("; ")
        return [*(f"{part};" for part in parts), last]

    def __str__(self) -> str:
        return self.signature


class Row(NamedTuple):
    """A line of a theme's table, as it is written there.

    `suffixes` lists the letters of the older suffixed names: `"tf"` makes `size_t` and `size_f`
    aliases of `size` (t for tuples, f for frozensets, i for indices, o for objects).
    """

    signature: str
    summary: str
    suffixes: str = ""
    aliases: tuple[str, ...] = ()


def read_row(row: Row, theme: str) -> Op:
    """The op that a row of the table describes."""
    match = _SIGNATURE.fullmatch(row.signature)
    if match is None:
        raise ValueError(f"not a signature: {row.signature!r}")
    name, params, result = match.groups()
    suffixed = tuple(f"{name}_{letter}" for letter in row.suffixes)
    return Op(name, _read_params(params), TYPES[result], row.summary, theme, suffixed + row.aliases)


def _read_params(text: str) -> tuple[Param, ...]:
    pairs = (part.split(": ") for part in text.split(", "))
    return tuple(Param(name, TYPES[type_name]) for name, type_name in pairs)
