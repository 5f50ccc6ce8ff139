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

Unknown words are in the [glossary](glossary.md). `python -m arcloom.lang.docs` writes this page
from the table in `src/arcloom/lang/table/`. `arcloom ops NAME` shows one op on the command line.
Programs use these names and nothing else.

An op without an answer is Undefined: it got the wrong kind of value, say, or an empty set where it
needs an element. Sets iterate in canonical ascending order: nothing, numbers, tuples, sets,
functions. So "the first" of a set is its smallest element, and ties go to what comes first.
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
    "around": "Places around patches",
    "rounds": "Rules learnt from the demos: rules around another rule",
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
    "placed": "Grids that remember their place",
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
A normal form mirrors, turns, recolours or reduces a grid so that a condition holds. The background
is 0 if a quarter of the cells are 0, otherwise the most common colour. All other cells are filled.

| way | in the normal form |
| --- | --- |
| 0 | the grid is at least as wide as high (by `dmirror`) |
| 1 | lines of one filled colour from edge to edge run across rather than down |
| 2 | neighbours of one filled colour lie side by side rather than above each other |
| 3 | the fullest edge is the upper one |
| 4 | the filled cells lie to the side of the centre rather than above or below it |
| 5 | they lie to the right of the centre and below it (by `hmirror` and `vmirror` only) |
| 6 | they lie further to the right of the centre than in any other direction |
| 7 | the same, and below it |
| 8, 9 | like 6 and 7, for the cells of the most common filled colour |
| 10 to 12 | like 5 to 7, for the cells of the least common filled colour |
| 13, 14 | colours are numbered by their number of cells; the background (13) or black (14) is 0 |
| 15 | colours are numbered by their first cells in reading order; black is 0 |
| 16 | panels of one colour, between lines of one colour, become one cell each |
| 17 | the most common colour and 0 change places |
""",
    "ranks": """\
Positions count from 0, or backwards from -1 at the end. A missing position is Undefined.
""",
    "samples": """\
`S` is the tuple of the task's demo pairs, `((input, output), ...)`. `c_iz` and `c_zo` take a
function that gives a container for a grid, such as `p_g`: `c_zo(S, p_g)` has the colours that every
demo output has and no demo input has. `a_mr` is Undefined if no code fits every demo.
""",
    "fitted": """\
A `learn_` op gives the n-th simplest rule of its kind (n from 0 to 15) that turns every demo's
input into its output. If there is none, it is Undefined. A rule is a tuple of integers.
`apply_rule` is Undefined if the rule has no answer for something in the grid. Grids have colours 0
to 9 and at most 64 cells per side. [learn.md](learn.md) says what each kind tries, in which order.
""",
    "placing": """\
The ops from here on are tile ops. Search composes them. They take grids of the colours 0 to 9, up
to 128x128, and lists of 1 to 32 such grids. Colour 0 means nothing: a cell is *filled* if it is
not 0. A colour argument is 1 to 9. An op is Undefined if it finds nothing, or if it would have to
choose between equals.

Directions count clockwise: 0 north, 1 north-east, 2 east, ..., 7 north-west. Sides are 0 north,
1 east, 2 south, 3 west.
""",
    "casting": """\
Codes of `ray`: 0 to 7 are one direction, 8 is east and west, 9 north and south, 10 these four, 11
the four diagonals, 12 all eight, 13 north-east and south-west, 14 north-west and south-east.
""",
    "picking": """\
| property | what is measured of the filled cells |
| --- | --- |
| 0 | their number |
| 1, 2, 3 | area, height and width of their bounding box |
| 4 | the number of their colours |
| 5, 6 | their first row and column |
| 7 | the number of zeros that `fill_holes` would fill |
| 8 | how many of `hmirror`, `vmirror`, `dmirror` and `cmirror` leave their box unchanged |
| 9 | the number of zeros in their box |
| 10 | the smallest colour |

In a grid without filled cells every property is 0. The argument `likeness` says what grids are
compared by: the shape of their filled cells (0), their colours (1), the size of the box (2), the
content (3), whether property 8 is above 0 (4), the shape up to turns and mirrors (5). The place of
the filled cells in the grid does not matter.
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
    summary = "<br>".join(op.summary_lines)
    return f"`{op.signature}`", summary, ", ".join(f"`{alias}`" for alias in op.aliases)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
