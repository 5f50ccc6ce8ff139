"""Which ops the device has, and for which types. The compiler reads it.

The table is that of the native core (native/gpu/values/rows.hpp). Each native op has versions like
`ops: arguments -> result`, and `= number` for the instruction's number. In the types, `T` stands
for any type. `K` stands for a type whose values can be compared; its kind becomes the instruction's
number. `[T]` stands for a set or a tuple, and the result gets the same brackets. `S` stands for a
patch: a set of places or an object. The compiler tries the versions of an op in order. A version
with the result `!` says that the op fails for the kind of these arguments.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import Final, NamedTuple

from arcloom import _core
from arcloom.engine.gpu.types import KINDS
from arcloom.lang.vocabulary import ADDED_THEMES, OPS

_COPY: Final = "copy"
"""The native op whose result is its argument. Where it has a version, no instruction is needed."""
TILE_OPS: Final = "tile_"
"""The prefix of native ops that call tile ops. The form follows it."""
_TILE_FORMS: Final = {
    "map": (("G",), "G"),
    "combine": (("G", "G"), "G"),
    "split": (("G",), "(G)"),
    "pick": (("(G)",), "G"),
    "select": (("(G)",), "(G)"),
}
NOT_BY_TILES: Final = frozenset(("get_nth",))
"""Added ops that have their own body besides their kernel."""
_VERSION: Final = re.compile(r"([\w ]+): (.*) -> (\S+)(?: = (\d+))?$")


class GpuVersion(NamedTuple):
    """The native op for arguments of these types.

    The native op is empty if the first argument is the result.
    """

    args: tuple[str, ...]
    result: str
    native: str
    number: int


_FAILS: Final = "!"


@cache
def forms() -> dict[str, list[GpuVersion]]:
    """The versions by op."""
    table = {op: [v for v in rows if v.result != _FAILS] for op, rows in _versions().items()}
    for at, (name, form, nargs, _, _) in enumerate(_core.tile_ops()):
        if OPS[name].theme in ADDED_THEMES and name not in NOT_BY_TILES:
            types, result = _TILE_FORMS[form]
            types += ("I",) * nargs
            table.setdefault(name, []).append(GpuVersion(types, result, TILE_OPS + form, at))
    return table


@cache
def fails_for_kind(op: str, args: tuple[str, ...]) -> bool:
    """Whether the op fails for the kind of such arguments."""
    rows = _versions().get(op, [])
    return any(row.result == _FAILS and row.args == args for row in rows)


@cache
def _versions() -> dict[str, list[GpuVersion]]:
    """All versions of the native table, by op."""
    table: dict[str, list[GpuVersion]] = defaultdict(list)
    for native, versions in _core.device_ops():
        for version in filter(None, versions.split("; ")):
            found = _VERSION.fullmatch(version)
            assert found, version
            ops, args, result, number = found.groups()
            by = "" if native == _COPY else native
            for op in ops.split():
                table[op].append(GpuVersion(tuple(args.split()), result, by, int(number or 0)))
    return dict(table)


def match(pattern: str, type_: str, bound: dict[str, str]) -> bool:
    """Whether a type matches the pattern. Adds the values of the variables to `bound`."""
    if pattern == "S":
        return type_ in ("M", "O")
    if pattern == "K" and type_ not in KINDS:
        return False
    if pattern in ("K", "T"):
        return bound.setdefault(pattern, type_) == type_
    if pattern[0] == "[" and type_[0] in "{(":
        opens = bound.setdefault("[", type_[0])
        return opens == type_[0] and match(pattern[1:-1], type_[1:-1], bound)
    if pattern[0] in "{(" and type_[0] == pattern[0]:
        return match(pattern[1:-1], type_[1:-1], bound)
    return pattern == type_


def filled_in(pattern: str, bound: dict[str, str]) -> str:
    """A version's result type, with its variables replaced."""
    if pattern in ("K", "T"):
        return bound[pattern]
    if pattern[0] in "[{(":
        opens = bound["["] if pattern[0] == "[" else pattern[0]
        return opens + filled_in(pattern[1:-1], bound) + {"{": "}", "(": ")"}[opens]
    return pattern
