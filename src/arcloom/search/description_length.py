"""Description length: how many bits it takes to write a program down.

A node pays for the choice of its op among all ops, and for each argument which of the values there
so far it is. Constants pay by their size. So a program of few steps over few values is short; what
has many constants of its own, and could have been made to fit anything, is long.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from typing import Any, Final

from arcloom.lang import OPS, Program

_KIND: Final = 2.0
"""bits that say whether a node is an op, an op as a value, a constant or an input"""
_OP: Final = log2(len(OPS))
_SMALL: Final = 10
"""colours and small counts are the usual integers"""


def description_length(program: Program) -> float:
    """The bits of a program."""
    bits = 0.0
    for position, (kind, payload, args) in enumerate(program.nodes):
        bits += _KIND + len(args) * log2(position + 1)
        if kind in ("call", "opref"):
            bits += _OP
        elif kind == "const":
            bits += _constant(payload)
    return bits


def _constant(value: Any) -> float:
    if value is None or isinstance(value, bool):
        return 1.0
    if isinstance(value, int):
        return 1.0 + log2(max(abs(value), _SMALL))
    items: Iterable[Any] = value
    return 2.0 + sum(map(_constant, items))
