"""Types of values on a device: what the compiler of bytecode knows of each register.

A type is a word: `I` an integer, `P` a place, `C` a cell, `G` a grid, `M` a set of places (a mask),
`O` an object; `{T}` a set, `(T)` a tuple of such, and `<T U>` two values of different types. A set
of places is `M` and a set of cells `O`, never `{P}` or `{C}`.
"""

from __future__ import annotations

from typing import Final

KINDS: Final = {"I": 0, "P": 1, "C": 2, "M": 3, "O": 4, "G": 5, "(I)": 6}
"""Types whose values can be compared, by their numbers in native/gpu/values/order.hpp."""
NO_BLOCKS, MASK, MASK_AND_PLANES, ONLY_PLANES, MANY_BLOCKS = range(5)
_HOLDS: Final = {
    "I": NO_BLOCKS, "P": NO_BLOCKS, "C": NO_BLOCKS,
    "M": MASK, "O": MASK_AND_PLANES, "G": ONLY_PLANES,
}  # fmt: skip


def is_list(type_: str) -> bool:
    """Whether it is a list of words, a set or a tuple."""
    return type_[0] in "{("


def element(type_: str) -> str:
    """What a list holds."""
    return type_[1:-1]


def set_of(type_: str) -> str:
    """The type of a set of these."""
    return {"P": "M", "C": "O"}.get(type_, "{" + type_ + "}")


def tuple_of(type_: str) -> str:
    """The type of a tuple of these."""
    return f"({type_})"


def pair_of(a: str, b: str) -> str:
    """The type of two values in a tuple."""
    if a == b == "I":
        return "P"
    if a == "I" and b == "P":
        return "C"
    return f"({a})" if a == b else f"<{a} {b}>"


def halves(type_: str) -> tuple[str, str]:
    """The types of two values of different types."""
    depth = 0
    for at, sign in enumerate(type_[1:-1], 1):
        depth += (sign in "<({") - (sign in ">)}")
        if sign == " " and depth == 0:
            return type_[1:at], type_[at + 1 : -1]
    raise AssertionError(type_)


def holds(type_: str) -> int:
    """What of a value of the type lies in blocks of rows, as native/gpu/batt.hpp counts it."""
    return _HOLDS.get(type_, MANY_BLOCKS)
