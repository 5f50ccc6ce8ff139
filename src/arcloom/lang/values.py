"""Constant values: what may be one, how two of them are told apart, how one is written.

Python takes `True` for `1`; the language prints them differently and counts them as two constants,
so identity goes by a *token*, a text that spells out value and kind.
"""

from __future__ import annotations

from typing import Any, Final

from arcloom.errors import InputError

Value = Any
"""A constant: an int, a bool, None, or a tuple or frozenset of constants."""

MAX_DEPTH: Final = 50
"""How deep constants may nest; Python's own parser gives up at some 200 parentheses."""

_INT_BITS: Final = 59


def check(value: Value, depth: int = 0) -> None:
    """Refuse what cannot be a constant of the language."""
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, int):
        if value.bit_length() > _INT_BITS:
            raise InputError("integer constants stay within 60 bits; use a smaller number")
    elif isinstance(value, tuple | frozenset):
        if depth == MAX_DEPTH:
            raise InputError(f"a constant nests at most {MAX_DEPTH} deep; build it from ops")
        for item in value:
            check(item, depth + 1)
    else:
        raise InputError(
            f"a {type(value).__name__} cannot be a constant; "
            "use an int, a bool, None, or a tuple or frozenset of these"
        )


def token(value: Value) -> str:
    """A text that identifies a constant: equal only for the same value of the same kind."""
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


def ascending(values: frozenset[Value]) -> list[Value]:
    """The elements in the canonical order of the language."""
    return sorted(values, key=sort_key)


def sort_key(value: Value) -> tuple[Any, ...]:
    """A key that sorts constants canonically: nothing, numbers, tuples, sets."""
    if value is None:
        return (0,)
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, tuple):
        return (2, tuple(map(sort_key, value)))
    return (3, tuple(map(sort_key, ascending(value))))
