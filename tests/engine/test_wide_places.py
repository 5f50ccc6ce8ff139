"""Places too far apart for bits: what ops say of them, and what that costs in a loop."""

from typing import Final

import numpy as np
import pytest

import arcloom as al
from arcloom import dsl
from arcloom.engine import Reason
from tests.engine.support import solve

FAR: Final = 300
# Two containers each, of places in a row: near each other, and far apart.
ROWS: Final = "apply(lbind(astuple, {}), interval(0, {}, {}))"
NARROW: Final = tuple(f"insert(ORIGIN, initset(astuple({row}, ZERO)))" for row in (1, 2))
WIDE: Final = tuple(ROWS.format(row, 9 * FAR, FAR) for row in (1, 2))


def price(key: str, count: int) -> int:
    """What it costs to ask so many places one after the other, and to find none."""
    asked = f"extract({ROWS.format(3, count, 1)}, matcher({key}, NEG_TWO))"
    task = al.Task("one", demos=[], tests=[[[0]]])
    result = al.weave([solve(asked)]).run(task.samples)
    assert result.reasons[0, 0] == Reason.EMPTY
    return int(result.fuel[0, 0])


@pytest.mark.parametrize("op", ["adjacent", "manhattan", "hmatching"])
def test_many_questions_about_one_container_cost_what_each_costs(op: str):
    """Two in turn are read anew for each element, one is not."""

    def a_question(*containers: str) -> int:
        asked = [f"compose(rbind({op}, {c}), initset)" for c in containers]
        key = asked[0] if len(asked) == 1 else f"fork(add, {asked[0]}, {asked[1]})"
        return price(key, 24) - price(key, 16)

    def more_for_two(containers: tuple[str, ...]) -> int:
        a, b = containers
        return a_question(a, b) - a_question(a) - a_question(b)

    assert more_for_two(WIDE) == more_for_two(NARROW)


@pytest.mark.parametrize("op", ["adjacent", "manhattan"])
def test_the_answers_are_those_of_the_op(op: str):
    a, b = (tuple((row, k * FAR) for k in range(9)) for row in (1, 2))
    f = getattr(dsl, op)
    asked = [f"compose(rbind({op}, {c}), initset)" for c in WIDE]
    loop = f"apply(fork(astuple, {', '.join(asked)}), {ROWS.format(3, 12, 1)})"
    expected = tuple((f({(3, k)}, a), f({(3, k)}, b)) for k in range(12))
    assert np.array_equal(solve(loop)([[0]]), expected)


def test_a_container_made_anew_in_each_round_is_another_one():
    """What a body made is forgotten, and another comes to stand in its place."""
    rows = (ROWS.format(row, 9 * FAR, FAR) for row in (1, 5))
    moved = "compose(lbind(manhattan, initset(ORIGIN)), rbind(shift, ORIGIN))"
    assert solve(f"apply({moved}, astuple({', '.join(rows)}))")([[0]]) == (1, 5)


def test_the_places_and_colours_of_cells_far_apart():
    two = frozenset({(1, (0, 0)), (1, (0, 1)), (2, (5, FAR)), (2, (0, 0))})
    places = frozenset(place for _, place in two)
    assert dsl.toindices(two) == places
    assert dsl.recolor(7, two) == {(7, place) for place in places}
    assert dsl.recolor((1, 1), two) == {((1, 1), place) for place in places}
    one = frozenset((3, (0, k * FAR)) for k in range(5))
    assert dsl.toindices(one) == {(0, k * FAR) for k in range(5)}
    beyond = frozenset({(0, 2**22), (0, 0)})  # no place of a cell in a word
    assert dsl.recolor(3, beyond) == {(3, (0, 2**22)), (3, (0, 0))}
