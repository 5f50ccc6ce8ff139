"""Samples come to a run as they are, from whichever task, in whatever order."""

import gc
from dataclasses import replace
from weakref import ref

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import arcloom as al
from tests.engine.support import begun

GRIDS = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=40).map(
    al.Grid
)
BATT = al.weave(
    [
        al.read_program("def same(I): return I"),
        al.read_program("def shown(S, I): return first(last(S))"),
    ]
)


@given(
    grids=st.lists(st.lists(GRIDS, min_size=2, max_size=5), min_size=1, max_size=4),
    order=st.randoms(use_true_random=False),
    threads=st.sampled_from([1, 3]),
)
def test_any_samples_in_any_order(grids, order, threads):
    tasks = [
        al.Task(str(n), [(g, g) for g in some[:-1]], some[-1:]) for n, some in enumerate(grids)
    ]
    samples = [sample for task in tasks for sample in task.samples] * 2
    order.shuffle(samples)
    result = BATT.run(samples, threads=threads)
    assert result.matches[0].tolist() == [sample.kind == "demo" for sample in samples]
    for column, sample in enumerate(samples):
        assert result.value(0, column).same(sample.input)
        assert result.value(1, column).same(sample.task.pairs[-1][0])


def test_a_sample_that_a_task_does_not_have():
    task = al.Task("one", [([[1]], [[1]])], [[[2]]])
    other = replace(task.demos[0], input=al.Grid([[5]]), output=al.Grid([[5]]))
    result = BATT.run([task.demos[0], other, replace(other, index=7)])
    assert result.matches[0].tolist() == [True, True, True]
    assert len(set(result.hashes[0].tolist())) == 2


def test_a_task_goes_when_nobody_has_it():
    task = al.Task("gone", [([[1]], [[1]])], [])
    BATT.run(task.demos)
    there = ref(task)
    del task
    gc.collect()
    assert there() is None


def _one_at_the_place_of_another():
    """A task at the address of one that ran and is gone.

    Python gives an address again when it has no other free place of that size, so this takes all
    of them. Now and then an object of another kind is quicker. Then it begins again.
    """
    for _ in range(20):
        before = al.Task("before", [([[1]], [[1]])], [])
        BATT.run(before.demos)
        address = id(before)
        del before
        gc.collect()
        later = []
        while len(later) < 5000:
            later.append(al.Task("later", [([[2]], [[2]])], []))
            if id(later[-1]) == address:
                return later[-1]
    raise AssertionError("no address was given twice")


def test_a_task_has_its_own_grids_where_another_was_before():
    task = _one_at_the_place_of_another()
    result = BATT.run(task.demos)
    assert result.matches[:, 0].tolist() == [True, True]


@given(grid=GRIDS)
def test_weights_are_cells_and_neighbours_that_differ(grid):
    task = al.Task("weighed", [], [grid] * 70)
    BATT.run(task.tests, threads=2)
    run, _ = begun(BATT, 70, threads=2)
    weights = np.zeros(70, np.int64)
    run.weights(weights)
    cells = np.asarray(grid)
    differ = (cells[1:] != cells[:-1]).sum() + (cells[:, 1:] != cells[:, :-1]).sum()
    assert weights.tolist() == [cells.size + 4 * differ] * 70
