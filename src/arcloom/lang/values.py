"""Constant values: what may be one, how two of them are told apart, how one is written.

Python takes `True` for `1`; the language prints them differently and counts them as two constants,
so identity goes by a *token*, a text that spells out value and kind.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from arcloom.errors import InputError

Value = Any
"""A constant: an int, a bool, None, or a tuple or frozenset of constants."""

MAX_DEPTH: Final = 50
"""How deep constants may nest; Python's own parser gives up at some 200 parentheses."""

MAX_ELEMENTS: Final = 1_000_000
"""How many elements a constant may have in all; one that holds another twice has them twice."""

_INT_BITS: Final = 59


def check(value: Value) -> None:
    """Refuse what cannot be a constant of the language."""
    _check(value, 0, MAX_ELEMENTS)


def _check(value: Value, depth: int, left: int) -> int:
    """How many of the elements that may come are left behind this value."""
    if left == 0:
        raise InputError(f"a constant has at most {MAX_ELEMENTS:,} elements; build it from ops")
    if value is None or isinstance(value, bool):
        return left - 1
    if isinstance(value, int):
        if value.bit_length() > _INT_BITS:
            raise InputError("integer constants stay within 60 bits; use a smaller number")
        return left - 1
    if isinstance(value, tuple | frozenset):
        if depth == MAX_DEPTH:
            raise InputError(f"a constant nests at most {MAX_DEPTH} deep; build it from ops")
        left -= 1
        for item in value:
            left = _check(item, depth + 1, left)
        return left
    raise InputError(
        f"a {type(value).__name__} cannot be a constant; "
        "use an int, a bool, None, or a tuple or frozenset of these"
    )


def token(value: Value) -> str:
    """A text that two constants share only if they are the same value of the same kind."""
    if isinstance(value, tuple):
        return f"({','.join(map(token, value))})"
    if isinstance(value, frozenset):
        return f"{{{','.join(map(token, ascending(value)))}}}"
    if isinstance(value, bool):
        return "T" if value else "F"
    return "N" if value is None else str(int(value))


def literal(value: Value) -> str:
    """The constant as Python source, the same for equal values."""
    if isinstance(value, tuple):
        items = ", ".join(map(literal, value))
        return f"({items},)" if len(value) == 1 else f"({items})"
    if isinstance(value, frozenset):
        items = ", ".join(map(literal, ascending(value)))
        return f"frozenset({{{items}}})" if value else "frozenset()"
    return repr(value)


def ascending(values: Collection[Value]) -> list[Value]:
    """The elements in the canonical order of the language."""
    keys: dict[int, _Key] = {}
    return sorted(values, key=lambda value: _sort_key(value, keys))


def sort_key(value: Value) -> tuple[Any, ...]:
    """A key that sorts constants canonically: nothing, numbers, tuples, sets."""
    return _sort_key(value, {})


_Key = tuple[Any, ...]


def _sort_key(value: Value, keys: dict[int, _Key]) -> _Key:
    """The same; `keys` has those of containers, by their ids, so that each is looked at once."""
    if value is None:
        return (0,)
    if isinstance(value, int):
        return (1, value)
    key = keys.get(id(value))
    if key is None:
        members = [_sort_key(item, keys) for item in value]
        if isinstance(value, tuple):
            key = (2, tuple(members))
        else:
            members.sort()
            key = (3, tuple(members))
        keys[id(value)] = key
    return key
