"""Types of values on a device. The bytecode compiler knows one for each register.

A type is a word. `I` is an integer, `P` a place, `C` a cell, `G` a grid, `M` a set of places (a
mask), `O` an object. `{T}` is a set, `(T)` a tuple of T, and `<T U>` a pair of different types. A
set of places is always `M`, never `{P}`, and a set of cells is always `O`, never `{C}`.
"""

from __future__ import annotations

from typing import Final

from arcloom import _core

_KIND: Final = _core.numbers()["device_kind"]
KINDS: Final = {
    "I": _KIND["numbers"],
    "P": _KIND["places"],
    "C": _KIND["cells"],
    "M": _KIND["patches"],
    "O": _KIND["objects"],
    "G": _KIND["grids"],
    "(I)": _KIND["rows"],
    "(P)": _KIND["rows_of_places"],
    "(C)": _KIND["rows_of_cells"],
}
"""The types whose values can be compared, with the device's number for each."""
_BLOCKS: Final = _core.numbers()["device_holds"]
_HOLDS: Final = {
    "I": _BLOCKS["no_blocks"],
    "P": _BLOCKS["no_blocks"],
    "C": _BLOCKS["no_blocks"],
    "M": _BLOCKS["mask"],
    "O": _BLOCKS["mask_and_planes"],
    "G": _BLOCKS["only_planes"],
}


def is_list(type_: str) -> bool:
    """Whether it is a list of words: a set or a tuple."""
    return type_[0] in "{("


def element(type_: str) -> str:
    """The element type of a list."""
    return type_[1:-1]


def set_of(type_: str) -> str:
    """The type of a set of such values."""
    return {"P": "M", "C": "O"}.get(type_, "{" + type_ + "}")


def tuple_of(type_: str) -> str:
    """The type of a tuple of such values."""
    return f"({type_})"


def pair_of(a: str, b: str) -> str:
    """The type of a pair of values."""
    if a == b == "I":
        return "P"
    if a == "I" and b == "P":
        return "C"
    return f"({a})" if a == b else f"<{a} {b}>"


def halves(type_: str) -> tuple[str, str]:
    """The two types of a pair of different types."""
    depth = 0
    for at, sign in enumerate(type_[1:-1], 1):
        depth += (sign in "<({") - (sign in ">)}")
        if sign == " " and depth == 0:
            return type_[1:at], type_[at + 1 : -1]
    raise AssertionError(type_)


def holds(type_: str) -> int:
    """The part of such a value that lies in blocks of rows, as the device's number."""
    return _HOLDS.get(type_, _BLOCKS["many_blocks"])
