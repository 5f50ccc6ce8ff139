"""Which worker a bundle of jobs goes to: that of its place, so that a task stays where it was."""

from itertools import count

import pytest

from arcloom.solve.worker_pool import AHEAD, PooledWorker, WorkerPool


@pytest.fixture
def pool():
    made = WorkerPool(2, most_memory=2**40)
    made._fit = [PooledWorker(0), PooledWorker(1)]
    return made


def taken(pool, place):
    """The number of the worker that gets a bundle; None if there is none for it now."""
    looks = count()
    worker = pool._take(lambda: next(looks) > 0, place, alone=False)
    return None if worker is None else worker.number


def test_bundles_go_to_the_worker_of_their_place(pool):
    assert [taken(pool, 1) for _ in range(AHEAD)] == [1] * AHEAD
    assert [taken(pool, 0) for _ in range(AHEAD)] == [0] * AHEAD


def test_a_full_worker_is_waited_for_unless_another_is_idle(pool):
    assert [taken(pool, 1) for _ in range(AHEAD)] == [1] * AHEAD
    assert taken(pool, 1) == 0
    assert taken(pool, 1) is None
    pool._give_back(pool._fit[1], lost=False)
    assert taken(pool, 1) == 1


def test_bundles_of_a_worker_that_is_not_there_go_to_the_others(pool):
    del pool._fit[1]
    assert [taken(pool, 1) for _ in range(AHEAD)] == [0] * AHEAD
    pool._fit.append(PooledWorker(1))
    assert taken(pool, 1) == 1
