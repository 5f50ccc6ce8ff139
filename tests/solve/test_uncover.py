"""What a person may ask to see of test outputs."""

import pytest

from arcloom.solve.uncover import solved, uncover
from arcloom.tasks import Grid
from arcloom.tasks.read import task_from_json

RIGHT, WRONG = Grid([[9, 8]]), Grid([[8, 9]])


@pytest.fixture
def task():
    demo = {"input": [[1, 2]], "output": [[2, 1]]}
    return task_from_json({"train": [demo], "test": [{"input": [[8, 9]], "output": [[9, 8]]}]}, "t")


def test_outputs_are_uncovered(task):
    assert [grid.to_tuple() for grid in uncover(task)] == [((9, 8),)]


def test_one_right_attempt_for_each_test_solves_it(task):
    assert solved(task, [[WRONG, RIGHT]]) is True
    assert solved(task, [[WRONG]]) is False
    assert solved(task, [[]]) is False


def test_unknown_outputs_give_no_verdict():
    demo = {"input": [[1, 2]], "output": [[2, 1]]}
    unknown = task_from_json({"train": [demo], "test": [{"input": [[8, 9]]}]}, "t")
    assert uncover(unknown) == (None,)
    assert solved(unknown, [[RIGHT]]) is None
