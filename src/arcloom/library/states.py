"""States: what searches keep in a library to go on from, and what each must look like.

A state is JSON under a key. The library's file is an input like any other: what is read from it is
checked here, by the beginning of its key, so that a search can rely on what it is given.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.library.faults import damaged
from arcloom.tasks import Grid

Check = Callable[[Any], bool]

MOST_ROUNDS: Final = 1000
MOST_EVOLVED: Final = 10**7
"""Rounds of `evolve`, which are short."""


def read_state(key: object, text: object) -> Any:
    """The value of a state."""
    if not isinstance(key, str):
        raise damaged("the key of a state is no text")
    value = read_json(text, f"the state '{key}'")
    if not _looks_right(key, value):
        raise damaged(f"the state '{key}' is not what a search would have written")
    return value


def read_json(text: object, what: str) -> Any:
    """JSON that a library holds."""
    try:
        if not isinstance(text, str):
            raise damaged(f"{what} is no text")
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise damaged(f"{what} is no JSON") from None


def read_grid(text: object, what: str) -> Grid | None:
    """A grid that a library holds; None where the program gave none."""
    cells = read_json(text, what)
    try:
        return None if cells is None else Grid(cells)
    except InputError as error:
        raise damaged(f"{what} is no grid: {error}") from None


def _looks_right(key: str, value: Any) -> bool:
    check = next((check for head, check in _CHECKS.items() if key.startswith(head)), None)
    return check is None or value is None or check(value)


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _share(value: Any) -> bool:
    return _number(value) and 0 <= value <= 1


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _list(check: Check, length: int | None = None) -> Check:
    return lambda value: (
        isinstance(value, list)
        and (length is None or len(value) == length)
        and all(map(check, value))
    )


def _maybe(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _mapping(check: Check) -> Check:
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def _fields(needed: Mapping[str, Check], others: Mapping[str, Check] | None = None) -> Check:
    known = {**needed, **(others or {})}
    return lambda value: (
        isinstance(value, dict)
        and all(name in value for name in needed)
        and all(known[name](part) for name, part in value.items() if name in known)
    )


def _grids(value: Any) -> bool:
    try:
        for test in value:
            for cells in test:
                Grid(cells)
    except (InputError, TypeError):
        return False
    return isinstance(value, list)


def _turn(value: Any) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and _count(value[0]) and _list(_text)(value[1])
    )


def _few(value: Any) -> bool:
    """A round or a level: their work grows with the fourth power, so there are never many."""
    return _count(value) and value <= MOST_ROUNDS


_JURY: Final = _maybe(_list(_text))
_ODDS: Final[Mapping[str, Check]] = {
    "probability": _share,
    "tests": _list(_list(_fields({"probability": _share, "why": _text}))),
}
_WHOLE: Final = _fields({}, {"turn": _maybe(_turn), "known": _count, "digest": _text})
_MEMORIES: Final[Mapping[str, Check]] = {
    "transfer": _count,
    "fit": _count,
    "rules": _count,
    "views": _list(_count),
    "evolve": _text,
}
_OF_STRATEGY: Final = _fields({}, {"exhausted": _flag})


def check_reached(strategy: str, level: int, fuel: int, state: Any) -> None:
    """Refuse a row of progress that no search would have written."""
    right = _few(level) and _count(fuel) and (_OF_STRATEGY if strategy else _WHOLE)(state)
    memory = state.get("memory") if right else None
    if not right or not _maybe(_MEMORIES.get(strategy, lambda _: True))(memory):
        raise damaged("the progress of a search is not what a search would have written")


_CHECKS: Final[Mapping[str, Check]] = {
    "solve ": _list(
        _fields(
            {
                "source": _text,
                "strategy": _text,
                "cost": _number,
                "score": _count,
                "left_out": _maybe(_list(_count, 2)),
            },
            {"matched": _count, "fuel": _count, "given": _list(_flag)},
        )
    ),
    "attempts of solve ": _grids,
    "odds of solve ": _fields(_ODDS, {"task": _text}),
    "odds of evolve ": _fields({**_ODDS, "task": _text, "attempts": _grids}),
    "progress of solve ": _fields(
        {
            "round": _few,
            "begun": _flag,
            "idle": _count,
            "fuel": _count,
            "told": lambda told: _list(_count)(told) and _few(len(told)),
            "runs": _list(_text),
        }
    ),
    "pool of solve ": _list(_text),
    "evolve ": _fields(
        {"round": lambda round_: _count(round_) and round_ <= MOST_EVOLVED, "jury": _JURY},
        {"colonies": _text},
    ),
    "scored with": _fields({"jury": _JURY}),
    "timeline ": _fields({"points": _list(_fields({})), "fitted": _mapping(_number)}),
}
"""By the beginning of a key; the first that fits. Keys of other searches are theirs to check."""
