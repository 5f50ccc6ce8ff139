"""Description length: how many bits it takes to write a program down.

A node pays for choosing its op among all ops. Each of its arguments pays for choosing one of the
values so far. A constant pays by its size. So a program with few steps over few values is short. A
program with many constants could have been made to fit anything, and it is long.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from typing import Any, Final

from arcloom.lang import OPS, Program

_KIND: Final = 2.0
"""bits that choose between an op, an op as a value, a constant and an input"""
_OP: Final = log2(len(OPS))
_SMALL: Final = 10
"""integers up to here cost the same: colours and small counts are the usual ones"""


def description_length(program: Program) -> float:
    """The description length of a program in bits."""
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
