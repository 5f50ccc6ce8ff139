"""Plausibility: an output within what the demos span departs from nothing."""

import pytest

from arcloom.solve.plausible import MOST, SAID, departures
from arcloom.tasks import Grid, Task

# Two cells of each row change to 5, and one colour is added.
PAIRS = [
    ([[1, 1, 0, 0]], [[1, 1, 5, 5]]),
    ([[2, 2, 0, 0], [2, 2, 0, 0]], [[2, 2, 5, 5], [2, 2, 5, 5]]),
]
TASK = Task("paint", PAIRS, [[[3, 3, 0, 0]]])
AS_DEMOS = [[3, 3, 5, 5]]


def of(output, task=TASK):
    return departures(task, 0, Grid(output))


def named(output, task=TASK):
    return {name for name, value in of(output, task).items() if value}


def test_what_the_demos_do_departs_from_nothing():
    assert set(of(AS_DEMOS)) == set(SAID)
    assert named(AS_DEMOS) == set()


def test_each_departure_has_its_name():
    assert named([[3, 3, 6, 6]]) == {"new_colour"}
    assert named([[3, 3, 3, 3]]) == {"colours", "outlines"}
    assert named([[5, 5, 3, 3]]) == {"changed"}
    assert named([[3, 5, 3, 5]]) == {"changed", "outlines"}


def test_a_departure_grows_with_the_distance():
    less, more = of([[3, 5, 3, 3]]), of([[3, 5, 3, 5]])
    assert 0 < less["outlines"] < more["outlines"] <= MOST


def test_an_output_of_another_size_changes_nothing_by_itself():
    assert "changed" not in named([[3, 5]])


def test_where_demos_change_their_size_the_share_of_changed_cells_does_not_count():
    task = Task("cut", [([[1, 2]], [[1]]), ([[3, 4]], [[3]])], [[[5, 6]]])
    assert named([[5]], task) == set()
    assert "changed" not in named([[6, 5]], task)


def test_the_largest_departure_is_bounded():
    checks = [[(row + column) % 2 for column in range(30)] for row in range(30)]
    task = Task("big", [([[1] * 30] * 30, [[1] * 30] * 30)], [[[1] * 30] * 30])
    found = of(checks, task)
    assert found["outlines"] == MOST
    assert found["new_colour"] == 1.0


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_is_a_clause_about_the_output(name):
    assert SAID[name].startswith("it ")
