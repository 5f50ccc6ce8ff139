"""Strategies of others: objects, `FILE.py:Class`, and entry points of installed packages."""

from __future__ import annotations

import re
from collections.abc import Collection
from math import isfinite
from typing import Any, Final, cast

from arcloom.errors import InputError
from arcloom.lang.plugins import entries, load_entry, name_clash, run_file
from arcloom.search.strategy import SHARE, Strategy

STRATEGIES_GROUP: Final = "arcloom.strategies"
"""The entry points of packages that offer strategies: a name, and the class of that strategy."""

_NAME: Final = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


def check_strategy(given: object, taken: Collection[str], place: str = "") -> Strategy:
    """The object, if it is a strategy whose name is free. `place` says where it comes from."""
    kind = given.__name__ if isinstance(given, type) else type(given).__name__
    if isinstance(given, type):
        raise InputError(f"{kind} is a class", place=place, remedy=f"give an object: {kind}()")
    name = getattr(given, "name", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InputError(
            f"the strategy {kind} has no usable name",
            place=place,
            remedy="set `name` to letters, digits, _ and -",
        )
    missing = [m for m in ("prepare", "search") if not callable(getattr(given, m, None))]
    if missing:
        raise InputError(
            f"the strategy '{name}' has no method `{missing[0]}`",
            place=place,
            remedy="inherit from arcloom.Strategy",
        )
    if not _is_share(getattr(given, "share", SHARE)):
        raise InputError(
            f"the share of the strategy '{name}' is no positive number",
            place=place,
            remedy="the built-in strategies have 1 to 4",
        )
    if name in taken:
        raise InputError(
            f"there is a strategy '{name}' already", place=place, remedy="name yours otherwise"
        )
    return cast(Strategy, given)


def _is_share(share: object) -> bool:
    number = isinstance(share, int | float) and not isinstance(share, bool)
    return number and isfinite(cast(float, share)) and cast(float, share) > 0


def strategy_from_file(spec: str, taken: Collection[str]) -> Strategy:
    """The strategy that `FILE.py:Class` names. The file is executed."""
    file, _, name = spec.rpartition(":")
    if not file or not name.isidentifier():
        raise InputError(f"'{spec}' names no strategy", remedy="write FILE.py:Class")
    module = run_file(file)
    if not hasattr(module, name):
        raise InputError(f"no class '{name}'", place=file, remedy="write FILE.py:Class")
    return _made(getattr(module, name), taken, spec)


def installed_strategy(name: str, taken: Collection[str]) -> Strategy | None:
    """The strategy of that name that an installed package offers; None if there is none."""
    found = [entry for entry in entries(STRATEGIES_GROUP) if entry.name == name]
    if not found:
        return None
    if len(found) > 1 or name in taken:
        who = name_clash(found) if name not in taken else f"Arcloom and {name_clash(found)}"
        raise InputError(
            f"the strategy '{name}' is offered by {who}", remedy="uninstall one of the packages"
        )
    made = _made(load_entry(found[0]), taken, f"plug-in '{name}'")
    if made.name != name:
        raise InputError(
            f"its strategy is named '{made.name}'",
            place=f"plug-in '{name}'",
            remedy="the entry point must have the strategy's name",
        )
    return made


def installed_names() -> list[str]:
    """The names of the strategies that installed packages offer."""
    return list(dict.fromkeys(entry.name for entry in entries(STRATEGIES_GROUP)))


def _made(maker: Any, taken: Collection[str], place: str) -> Strategy:
    """The object of a strategy's class, or of a function that makes it."""
    if not callable(maker):
        raise InputError("is no class of a strategy", place=place, remedy="name a class")
    try:
        made = maker()
    except InputError as error:
        raise error.within(place) from None
    except Exception as error:
        raise InputError(
            f"cannot be made: {type(error).__name__}: {error}",
            place=place,
            remedy="its class must take no arguments",
        ) from None
    return check_strategy(made, taken, place)
