"""The vocabulary: every op in its order, the constants, and the table of a user's own ops.

`OPS` is fixed: the position of an op is its code in encoded programs and its rank among callables.
Ops that a user registers live in a table of their own, with codes from `USER_CODES` on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.lang.constants import CONSTANTS
from arcloom.lang.signature import Op, Param, Row, read_row
from arcloom.lang.table import (
    additions,
    fitted,
    functions,
    grids,
    patches,
    placed,
    tiles,
    values,
)
from arcloom.lang.types import TYPES

__all__ = [
    "ADDED_THEMES",
    "CONSTANTS",
    "OPS",
    "THEMES",
    "USER_CODES",
    "Op",
    "Param",
    "code_of",
    "find",
    "lookup",
    "names",
    "register",
    "registrations",
    "unregister",
    "user_function",
    "user_op_of",
    "user_ops",
]

THEMES: Final[dict[str, tuple[Row, ...]]] = {
    "numbers": values.NUMBERS,
    "logic": values.LOGIC,
    "containers": values.CONTAINERS,
    "mapping": functions.MAPPING,
    "builders": functions.BUILDERS,
    "measures": patches.MEASURES,
    "patches": patches.PATCHES,
    "relations": patches.RELATIONS,
    "lines": patches.LINES,
    "reading": grids.READING,
    "reshaping": grids.RESHAPING,
    "painting": grids.PAINTING,
}

ADDED_THEMES: Final[dict[str, tuple[Row, ...]]] = {
    "views": additions.VIEWS,
    "ranks": additions.RANKS,
    "samples": additions.SAMPLES,
    "fitted": fitted.FITTED,
    "layers": additions.LAYERS,
    "forms": fitted.FORMS,
    "arrangements": fitted.ARRANGEMENTS,
    "around": additions.AROUND,
    "rounds": fitted.ROUNDS,
    "placing": tiles.PLACING,
    "cutting": tiles.CUTTING,
    "colouring": tiles.COLOURING,
    "boxes": tiles.BOXES,
    "growing": tiles.GROWING,
    "casting": tiles.CASTING,
    "tiling": tiles.TILING,
    "splitting": tiles.SPLITTING,
    "combining": tiles.COMBINING,
    "picking": tiles.PICKING,
    "selecting": tiles.SELECTING,
    "placed": placed.PLACED,
}

# Sets that hold callables iterate in this order, so it is behaviour, not layout.
_RANK: Final = """
identity add subtract multiply divide invert even double halve flip equality contained combine
intersection difference dedupe order repeat greater size merge maximum minimum valmax valmin
argmax argmin mostcommon leastcommon initset both either increment decrement crement sign positive
toivec tojvec sfilter mfilter extract totuple first last insert remove other interval astuple
product pair branch compose chain matcher rbind lbind power fork apply rapply mapply papply
mpapply prapply mostcolor leastcolor height width shape portrait colorcount colorfilter sizefilter
asindices ofcolor ulcorner urcorner llcorner lrcorner crop toindices recolor shift normalize
dneighbors ineighbors neighbors objects partition fgpartition uppermost lowermost leftmost
rightmost square vline hline hmatching vmatching manhattan adjacent bordering centerofmass palette
numcolors color toobject asobject rot90 rot180 rot270 hmirror vmirror dmirror cmirror fill paint
underfill underpaint hupscale vupscale upscale downscale hconcat vconcat subgrid hsplit vsplit
cellwise replace switch center position index canvas corners connect cover trim move tophalf
bottomhalf lefthalf righthalf vfrontier hfrontier backdrop delta gravitate inbox outbox box shoot
occurrences frontiers compress hperiod vperiod
"""


def _read_themes(themes: dict[str, tuple[Row, ...]]) -> Iterable[Op]:
    return (read_row(row, theme) for theme, rows in themes.items() for row in rows)


def _in_order() -> dict[str, Op]:
    ranked = {op.name: op for op in _read_themes(THEMES)}
    ordered = {name: ranked[name] for name in _RANK.split()}
    return ordered | {op.name: op for op in _read_themes(ADDED_THEMES)}


OPS: Final[dict[str, Op]] = _in_order()

USER_CODES: Final = 100_000
"""The code of the first op that a user registers."""

_BY_NAME: Final = {alias: op for op in OPS.values() for alias in (op.name, *op.aliases)}
_CODES: Final = {name: code for code, name in enumerate(OPS)}

_user_ops: Final[dict[str, Op]] = {}
_user_codes: Final[dict[str, int]] = {}
_user_names: Final[dict[int, str]] = {}
# By code, and never taken out: what was encoded with an op keeps the function it was encoded with.
_user_functions: Final[dict[int, Callable[..., Any]]] = {}


def find(name: str) -> Op | None:
    """The op of that name or alias, a user's own included; None if there is none."""
    return _BY_NAME.get(name) or _user_ops.get(name)


def registrations() -> int:
    """How many times an op was registered."""
    return len(_user_functions)


def lookup(name: str) -> Op:
    """The op of that name or alias, a user's own included."""
    op = find(name)
    if op is None:
        raise InputError(f"unknown op '{name}'; see docs/vocabulary.md for the ops there are")
    return op


def names() -> list[str]:
    """Every name that stands for an op: built-in ones, their aliases, and the user's."""
    return [*_BY_NAME, *_user_ops]


def code_of(name: str) -> int:
    """The number that stands for the op in encoded programs."""
    code = _CODES.get(name)
    return _user_codes[name] if code is None else code


def user_op_of(code: int) -> str:
    """The name of the user's op with that code. Codes are never used again."""
    return _user_names[code]


def user_ops() -> dict[str, Op]:
    """The ops registered by the user, in order of registration."""
    return dict(_user_ops)


def user_function(code: int) -> Callable[..., Any]:
    """The Python function of the user's op with that code."""
    return _user_functions[code]


def register(op: Op, function: Callable[..., Any]) -> Op:
    """Add a user's op to the vocabulary.

    A name that is taken is refused, except that the same definition may be run again, as notebooks
    do: a function of the same module or file, and of the same qualified name, replaces its earlier
    self.
    """
    if op.name in _BY_NAME or op.name in CONSTANTS or op.name in TYPES:
        raise InputError(f"the name '{op.name}' belongs to the vocabulary; name the op otherwise")
    if op.name in _user_ops and not _redefines(op.name, function):
        raise InputError(f"an op named '{op.name}' is already registered; name this one otherwise")
    code = USER_CODES + len(_user_functions)
    _user_ops[op.name] = op
    _user_codes[op.name] = code
    _user_names[code] = op.name
    _user_functions[code] = function
    return op


def unregister(name: str) -> None:
    """Forget a user's op."""
    if name not in _user_ops:
        raise InputError(f"no op '{name}' was registered; the built-in ops cannot be removed")
    del _user_ops[name], _user_codes[name]


def _redefines(name: str, function: Callable[..., Any]) -> bool:
    known = _user_functions[_user_codes[name]]
    if known.__qualname__ != function.__qualname__:
        return False
    return known.__module__ == function.__module__ or _file_of(known) == _file_of(function) != ""


def _file_of(function: Callable[..., Any]) -> str:
    """The file that defines a function: imported or named with `--ops`, it is the same."""
    code = getattr(function, "__code__", None)
    return "" if code is None else os.path.realpath(code.co_filename)
