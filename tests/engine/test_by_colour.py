"""A filter that looks at colours alone is asked once a colour, at the price of each cell."""

from typing import Final

import numpy as np
import pytest

import arcloom as al
from arcloom.engine import Limits
from tests.engine.support import assert_equal, solve

# Three rows, the first of its own colour: few cells, blocks of lanes, one cell behind
# a block.
WIDTHS: Final = (1, 2, 21, 22, 30, 43)
# The same cells in as many steps: by colour, and by row.
FILTERS: Final = (
    ("matcher(compose(double, first), TWO)", "matcher(compose(first, last), ZERO)"),
    (
        "compose(flip, matcher(compose(double, first), TWO))",
        "compose(flip, matcher(compose(first, last), ZERO))",
    ),
    ("matcher(compose(double, first), ZERO)", "matcher(compose(first, last), TEN)"),
)


def samples() -> list[al.Sample]:
    grids = [np.repeat([[1], [2], [2]], width, axis=1) for width in WIDTHS]
    return list(al.Task("rows", demos=[(grid, grid) for grid in grids], tests=[grids[0]]).samples)


def program(condition: str) -> al.Program:
    return solve(f"sfilter(asobject(I), {condition})")


@pytest.mark.parametrize(("colours", "rows"), FILTERS)
def test_asking_each_colour_is_asking_each_cell(colours: str, rows: str):
    by_colour, by_row = (
        al.weave([program(condition)]).run(samples()) for condition in (colours, rows)
    )
    assert not by_colour.reasons.any()
    assert_equal(by_colour, by_row)


def test_it_ends_where_the_fuel_does():
    colours, rows = FILTERS[0]
    spent = int(al.weave([program(rows)]).run(samples()).fuel.max())
    assert spent > 100
    for fuel in range(spent // 2, spent, 7):
        limits = Limits(node_fuel=fuel, program_fuel=spent)
        by_colour, by_row = (
            al.weave([program(condition)], limits).run(samples()) for condition in (colours, rows)
        )
        assert_equal(by_colour, by_row)


def test_a_colour_without_an_answer_is_told():
    batt = al.weave(
        [solve("sfilter(asobject(I), compose(lbind(divide, ONE), compose(decrement, first)))")]
    )
    assert batt.run(samples()).reasons.all()
