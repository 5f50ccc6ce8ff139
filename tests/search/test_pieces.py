"""Work cut up for warps: every action on every state once; halves of warps get what they can do."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcloom
from arcloom import _core
from arcloom.engine.gpu.cuda import op_numbers
from arcloom.engine.gpu.enumerate.work import MOST_STATES, TAKE_INPUTS, TaskTables, WorkItems
from arcloom.search.enumerate.on_gpus import device_task_of
from arcloom.search.enumerate.task_search import TaskView
from tests.search.played import Played

FIRST = 5
"""The number of the first state: others were there before."""
SMALL, LARGE = "007bbfb7", "06df4c85"
KINDS = range(4)


@pytest.fixture(scope="module")
def subjects():
    tasks = arcloom.load("arc1-train")
    return [device_task_of(TaskView.of(tasks[task_id]), 1000) for task_id in (SMALL, LARGE, SMALL)]


@pytest.fixture(scope="module")
def ground(subjects):
    return TaskTables(subjects, Played())


def _cut(ground, states):
    tasks, kinds = np.array(sorted(states), np.int32).reshape(-1, 2).T
    return tasks, kinds, WorkItems(ground, np.ascontiguousarray(tasks), kinds, FIRST)


def _by_run(pieces):
    """Each piece with the op of its run, and whether it is for halves."""
    rows = iter(pieces.pieces.tolist())
    for op, count, halves in zip(*pieces.runs, strict=True):
        for _ in range(count):
            yield (int(op), bool(halves)), next(rows)
    assert next(rows, None) is None


STATES = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(KINDS)), min_size=1, max_size=60)


@settings(max_examples=25, deadline=None)
@given(states=STATES)
def test_every_action_is_taken_on_every_state_once(subjects, ground, states):
    tasks, kinds, pieces = _cut(ground, states)
    taken = [
        (int(pieces.members[at]) - FIRST, action)
        for _, (_, action, first, count) in _by_run(pieces)
        for at in range(first, first + count)
    ]
    wanted = [
        (state, action)
        for state, (task, kind) in enumerate(zip(tasks, kinds, strict=True))
        for action in np.flatnonzero(subjects[task].actions[:, 3] == kind // 2).tolist()
    ]
    assert sorted(taken) == wanted
    assert pieces.total == len(wanted)


@settings(max_examples=25, deadline=None)
@given(states=STATES)
def test_a_piece_is_of_one_task_and_one_op(subjects, ground, states):
    tasks, _, pieces = _cut(ground, states)
    for (op, _), (task, action, first, count) in _by_run(pieces):
        assert subjects[task].actions[action, 0] == op
        assert 1 <= count <= MOST_STATES
        assert set(tasks[pieces.members[first : first + count] - FIRST].tolist()) == {task}


@settings(max_examples=25, deadline=None)
@given(states=STATES)
def test_halves_of_warps_get_small_tiles_only(subjects, ground, states):
    _, kinds, pieces = _cut(ground, states)
    growing = {op_numbers()[name] for name in _core.growing_tile_ops()}
    for (op, halves), (task, action, first, count) in _by_run(pieces):
        if halves:
            assert op not in growing
            assert not (kinds[pieces.members[first : first + count] - FIRST] & 1).any()
            assert task != 1 or subjects[task].actions[action, 2] not in TAKE_INPUTS
            assert count <= MOST_STATES // 2


def test_most_small_states_are_for_halves(ground):
    _, _, pieces = _cut(ground, [(0, 0)] * 20)
    halves = pieces.runs.pieces[pieces.runs.halves != 0].sum()
    assert halves > 0.8 * len(pieces.pieces)
