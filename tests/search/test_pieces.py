"""Work cut up for warps: every step that is due once; halves of warps get what they can do."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcloom
from arcloom import _core
from arcloom.engine.enumeration import AHEAD, NO_STEP, StepCosts
from arcloom.engine.gpu.cuda import op_numbers
from arcloom.engine.gpu.enumerate.work import MOST_STATES, TAKE_INPUTS, TaskTables, WorkItems
from arcloom.search.enumerate.on_gpus import device_task_of
from arcloom.search.enumerate.task_search import TaskView
from tests.search.played import Played

SMALL, LARGE = "007bbfb7", "06df4c85"
LASTS = range(20)
"""Last actions to choose from; 0 stands for none."""


@pytest.fixture(scope="module")
def subjects():
    tasks = arcloom.load("arc1-train")
    return [device_task_of(TaskView.of(tasks[task_id]), 1000) for task_id in (SMALL, LARGE, SMALL)]


@pytest.fixture(scope="module")
def ground(subjects):
    return TaskTables(subjects, Played())


def _cut(ground, states):
    """The work on states: task, last action, number of the first step, whether tiles are large."""
    tasks, lasts, at, large = np.array(sorted(states), np.int32).reshape(-1, 4).T
    tasks = np.ascontiguousarray(tasks)
    cells = ground.cells(tasks, lasts, at)
    return WorkItems(ground, tasks, cells, ground.ends(cells) - at, large)


def _by_run(pieces):
    """Each piece with the op of its run, and whether it is for halves."""
    rows = iter(pieces.pieces.tolist())
    for op, count, halves in zip(*pieces.runs, strict=True):
        for _ in range(count):
            yield (int(op), bool(halves)), next(rows)
    assert next(rows, None) is None


STATES = st.lists(
    st.tuples(
        st.integers(0, 2), st.sampled_from(LASTS), st.integers(0, 9), st.sampled_from([0, 1])
    ),
    min_size=1,
    max_size=60,
)


@settings(max_examples=25, deadline=None)
@given(states=STATES)
def test_every_step_that_is_due_is_taken_once(subjects, ground, states):
    items = _cut(ground, states)
    taken = [
        (int(items.members[at]), action, int(items.slots[items.members[at]]) + rank)
        for _, (_, action, first, count, rank) in _by_run(items)
        for at in range(first, first + count)
    ]
    wanted = []
    for state, (task, last, at, _) in enumerate(sorted(states)):
        costs = subjects[task].costs
        order = [action for action in costs.order[last].tolist() if action != NO_STEP]
        end = costs.of[last, order[at]] + AHEAD
        due = [action for action in order[at:] if costs.of[last, action] < end]
        wanted += [(state, action, len(wanted) + k) for k, action in enumerate(due)]
    assert sorted(taken, key=lambda row: row[2]) == wanted
    assert items.total == len(wanted)


@settings(max_examples=25, deadline=None)
@given(states=STATES)
def test_a_piece_is_of_one_task_and_one_op(subjects, ground, states):
    items = _cut(ground, states)
    for (op, _), (task, action, first, count, _) in _by_run(items):
        assert subjects[task].actions[action, 0] == op
        assert 1 <= count <= MOST_STATES
        assert set(items.tasks[items.members[first : first + count]].tolist()) == {task}


@settings(max_examples=25, deadline=None)
@given(states=STATES)
def test_halves_of_warps_get_small_tiles_only(subjects, ground, states):
    items = _cut(ground, states)
    large = np.array(sorted(states))[:, 3]
    growing = {op_numbers()[name] for name in _core.growing_tile_ops()}
    for (op, halves), (task, action, first, count, _) in _by_run(items):
        if halves:
            assert op not in growing
            assert not large[items.members[first : first + count]].any()
            assert task != 1 or subjects[task].actions[action, 2] not in TAKE_INPUTS
            assert count <= MOST_STATES // 2


def test_most_small_states_are_for_halves(subjects, ground):
    states = [(0, 0, at, 0) for at in range(int(subjects[0].costs.counts[0]))]
    items = _cut(ground, states)
    halves = items.runs.pieces[items.runs.halves != 0].sum()
    assert halves > 0.8 * len(items.pieces)


def test_steps_are_tried_by_their_cost_and_none_that_may_not_follow():
    costs = StepCosts(np.array([[30, -1, 10, 29], [-1, 50, 50, 12], [-1] * 4], np.int32))
    assert costs.order.tolist() == [
        [2, 3, 0, NO_STEP],
        [3, 1, 2, NO_STEP],
        [NO_STEP] * 4,
    ]
    assert AHEAD == 20
    assert costs.ends[0, :3].tolist() == [2, 3, 3]
    assert costs.ends[1, :3].tolist() == [1, 3, 3]
