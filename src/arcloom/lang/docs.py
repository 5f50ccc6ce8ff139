"""The page docs/vocabulary.md, made from the table; `python -m arcloom.lang.docs` rewrites it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arcloom.lang import values
from arcloom.lang.constants import CODES, CONSTANTS
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import ADDED_THEMES, OPS, THEMES, Op

PAGE: Final = Path("docs/vocabulary.md")

_INTRO: Final = """\
# The vocabulary

This page is made from the table in `src/arcloom/lang/table/` by `python -m arcloom.lang.docs`;
`arcloom ops NAME` shows one op on the command line. Programs use these names and nothing else.

An op that has no answer (a wrong kind of value, an empty set where an element is wanted) is
*Undefined*. Sets iterate in canonical ascending order: nothing, numbers, tuples, sets, functions.
So "the first" of a set is its least element, and ties go to what comes first.
"""

_TITLES: Final = {
    "numbers": "Numbers",
    "logic": "Logic",
    "containers": "Containers",
    "mapping": "Applying functions",
    "builders": "Building functions",
    "measures": "Measures and colours",
    "patches": "Patches",
    "relations": "Relations between patches",
    "lines": "Neighbours and lines",
    "reading": "Reading grids",
    "reshaping": "Reshaping grids",
    "painting": "Painting on grids",
    "views": "Codes and views",
    "ranks": "Picks by rank",
    "samples": "Looking at the demos",
    "fitted": "Rules learnt from the demos",
    "layers": "Several grids at once",
    "forms": "Normal forms",
    "arrangements": "Rules learnt from the demos: how objects are arranged",
    "placing": "Moving what is filled",
    "cutting": "Cutting grids down",
    "colouring": "Colours kept, dropped, exchanged",
    "boxes": "Boxes and frames",
    "growing": "Holes, outlines, growth",
    "casting": "Rays, lines, falling",
    "tiling": "Images and copies",
    "splitting": "Taking grids apart",
    "combining": "Two grids to one",
    "picking": "One grid from a list",
    "selecting": "Lists from lists",
}

_NOTES: Final = {
    "views": """\
A code is a number from 0 to 7, with the names `R0` to `R7`.

| code | `mir_rot(grid, code)` | `o_g(grid, code)`: univalued, diagonal, without_bg |
| --- | --- | --- |
| `R0` | the grid itself | F, F, F |
| `R1` | `rot90` | F, F, T |
| `R2` | `rot180` | F, T, F |
| `R3` | `rot270` | F, T, T |
| `R4` | `hmirror` | T, F, F |
| `R5` | `vmirror` | T, F, T |
| `R6` | `dmirror` | T, T, F |
| `R7` | `cmirror` | T, T, T |

Any other code is Undefined.
""",
    "forms": """\
The ground is 0 where it takes a quarter of the grid, else the most common colour; what is not
ground is filled.

| way | in the normal form |
| --- | --- |
| 0 | the grid is at least as wide as high (`dmirror` does it) |
| 1, 2 | lines of one filled colour from edge to edge, or neighbours of one filled colour, lie \
rather across than down |
| 3 | the fullest edge is the upper one |
| 4 to 7 | the filled cells lie off the centre rather sideways than up or down; to the right of \
it and below, by `hmirror` and `vmirror` alone; rather to the right than elsewhere; so, and below |
| 8, 9 | as 6 and 7 with the most common filled colour |
| 10 to 12 | as 5 to 7 with the least common filled colour |
| 13, 14 | colours are numbered by how many cells they have, the ground, or black, as 0 |
| 15 | colours are numbered by their first cells in reading order, black as 0 |
| 16 | panels between lines of one colour, each of one colour, are a cell each |
| 17 | the most common colour is 0, and 0 that colour |
""",
    "ranks": """\
Positions count from 0, and from -1 backwards from the end; one that is not there is Undefined.
""",
    "samples": """\
`S` is the tuple of the task's demo pairs, `((input, output), ...)`. In `c_iz` and `c_zo` the
function gives a container for a grid, as `p_g` does: `c_zo(S, p_g)` are the colours that every demo
output has and no demo input. `a_mr` is Undefined where no view fits every demo.
""",
    "fitted": """\
A `learn_` op gives the n-th simplest rule of its kind (n from 0 to 15) that turns every demo's
input into its output, and is Undefined where there is none. A rule is a tuple of integers;
`apply_rule` is Undefined where the grid shows something that the rule has no answer for. Grids have
colours 0 to 9 and at most 64 cells a side. `fitted.md` says what each kind tries, in which order.
""",
    "placing": """\
This section and those that follow are the ops that search composes; each also runs on bit planes.
They are for grids of the colours 0 to 9, up to 128x128, and lists of 1 to 32 such grids. In all of
them 0 is nothing: a cell is *filled* where it is not 0. A colour among the arguments is 1 to 9.
What finds nothing, or has to choose between equals, is Undefined.

Directions count clockwise: 0 north, 1 north-east, 2 east, ..., 7 north-west. Sides are 0 north,
1 east, 2 south, 3 west.
""",
    "casting": """\
Codes of `ray`: 0 to 7 one direction, 8 east and west, 9 north and south, 10 these four, 11 the
four diagonals, 12 all eight, 13 north-east and south-west, 14 north-west and south-east.
""",
    "picking": """\
| property | of the filled cells |
| --- | --- |
| 0 | how many |
| 1, 2, 3 | area, height and width of their bounding box |
| 4 | how many colours |
| 5, 6 | their first row and column |
| 7 | how many zeros `fill_holes` would fill |
| 8 | how many of `hmirror`, `vmirror`, `dmirror` and `cmirror` leave their box as it is |
| 9 | how many zeros are in their box |
| 10 | the smallest colour |

In a grid without filled cells every property is 0. Grids are *alike* in the shape of their filled
cells (0), in their colours (1), in the size of the box (2), in content (3), in whether property 8
is above 0 (4), in shape up to turns and mirrors (5). Where they lie in the grid plays no part.
""",
}


def page() -> str:
    """The whole page."""
    parts = [_INTRO, _types(), _constants()]
    parts += (_theme(theme) for theme in (*THEMES, *ADDED_THEMES))
    return "\n".join(parts)


def _types() -> str:
    rows = ((f"`{kind.name}`", kind.summary) for kind in TYPES.values())
    return "## Types\n\n" + _table(("type", "values"), rows)


def _constants() -> str:
    rows = (
        (f"`{name}`", f"`{values.literal(value)}`")
        for name, value in CONSTANTS.items()
        if name not in CODES
    )
    codes = f"\nThe codes {', '.join(f'`{name}`' for name in CODES)} stand for 0 to 7.\n"
    return "## Constants\n\n" + _table(("name", "value"), rows) + codes


def _theme(theme: str) -> str:
    ops = (op for op in OPS.values() if op.theme == theme)
    note = f"{_NOTES[theme]}\n" if theme in _NOTES else ""
    table = _table(("op", "gives", "also read as"), map(_row, ops))
    return f"## {_TITLES[theme]}\n\n{note}{table}"


def _row(op: Op) -> tuple[str, str, str]:
    return f"`{op.signature}`", op.summary, ", ".join(f"`{alias}`" for alias in op.aliases)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
