"""Rules of how objects are arranged: what docs/learn.md says of each beyond the models' cases."""

import random
from collections.abc import Callable

import pytest

from arcloom import dsl
from tests.conformance.rule_models import Grid, learnt, mirrored_tiles, random_grid, rows

TEMPLATE = rows("122 003")  # no turn or mirror leaves its form, or its 1 and 3, where they are


def pasted(grid: Grid, patch: Grid, top: int, left: int) -> Grid:
    cells = {(top + i, left + j): c for i, row in enumerate(patch) for j, c in enumerate(row) if c}
    return tuple(
        tuple(cells.get((i, j), cell) for j, cell in enumerate(row)) for i, row in enumerate(grid)
    )


def template_demo(code: int, factor: int, shown: Callable[[Grid], Grid]) -> tuple[Grid, Grid]:
    """The template, and elsewhere what is shown of it, turned and magnified; and both whole."""
    begin = pasted(dsl.canvas(0, (14, 16)), TEMPLATE, 1, 1)
    copy = dsl.upscale(dsl.mir_rot(TEMPLATE, code), factor)
    return pasted(begin, shown(copy), 5, 6), pasted(begin, copy, 5, 6)


@pytest.mark.parametrize(
    "shown",
    [
        lambda copy: dsl.replace(copy, 2, 0),
        lambda copy: dsl.replace(dsl.replace(dsl.replace(copy, 1, 5), 2, 5), 3, 5),
    ],
    ids=["by its colours", "by its form"],
)
def test_stamps_complete_a_template_however_it_lies(shown: Callable[[Grid], Grid]):
    demos = tuple(template_demo(code, factor, shown) for code, factor in ((1, 1), (5, 2), (0, 1)))
    for code in range(8):
        for factor in (1, 2):
            masked, whole = template_demo(code, factor, shown)
            assert learnt("learn_stamps", demos, masked) == whole


def test_stamps_put_a_template_where_a_mark_is():
    def demo(i: int, j: int) -> tuple[Grid, Grid]:
        blank = dsl.canvas(0, (12, 12))
        marked = dsl.fill(pasted(blank, TEMPLATE, 1, 1), 8, frozenset({(i, j)}))
        return marked, pasted(pasted(blank, TEMPLATE, 1, 1), TEMPLATE, i - 1, j - 1)

    masked, moved = demo(6, 3)
    assert learnt("learn_stamps", (demo(8, 8), demo(3, 9)), masked) == moved


def test_pulls_between_equal_colours_alone_while_others_vanish():
    def demo(left: int, right: int, between: str) -> tuple[Grid, Grid]:
        """Cells between two walls, each to go to the wall of its colour."""

        def row(cell: int, place: int) -> tuple[int, ...]:
            return (left, *(cell if j == place else 0 for j in range(6)), right)

        places = {left: 0, right: 5}
        cells = [int(cell) for cell in between]
        begin = tuple(row(cell, 2 + k % 2) for k, cell in enumerate(cells))
        return begin, tuple(row(cell, places.get(cell, -1)) for cell in cells)

    demos = (demo(1, 2, "020103010"), demo(3, 4, "40203040"))
    grid, expected = demo(5, 6, "06050406")
    assert learnt("learn_pulls", demos, grid) == expected


def test_growth_carries_on_a_pattern_by_its_own_period():
    def demo(pattern: str, shown: int) -> tuple[Grid, Grid]:
        """Rows of a pattern, repeated; the input ends after the columns shown."""
        whole = tuple(tuple(row[j % len(row)] for j in range(12)) for row in rows(pattern))
        return tuple((*row[:shown], *([0] * (12 - shown))) for row in whole), whole

    demos = (demo("1000 1220", 7), demo("030 444 050", 5))
    grid, expected = demo("60070 66770", 8)
    assert learnt("learn_growth", demos, grid) == expected


@pytest.mark.parametrize("seed", range(5))
def test_symmetry_completes_an_object_about_its_symmetric_part(seed: int):
    rng = random.Random(seed)

    def demo(top: int, left: int) -> tuple[Grid, Grid]:
        """A square of 2 with 1 on one side of it; and on all sides."""
        quarter = pasted(random_grid(rng, 3, 3, "01"), rows("12 22"), 1, 1)
        whole = mirrored_tiles(quarter)
        alone = dsl.replace(whole, 1, 0)
        blank = dsl.canvas(0, (13, 12))
        return (
            pasted(pasted(blank, alone, top, left), quarter, top, left),
            pasted(blank, whole, top, left),
        )

    demos = (demo(1, 2), demo(4, 0), demo(6, 5))
    grid, expected = demo(3, 3)
    assert learnt("learn_symmetry", demos, grid) == expected
