"""A GPU's search of many tasks, held to the CPU's search of each."""

import pytest

import arcloom
from arcloom.search.enumerate import enumerate_task
from arcloom.search.many import Asked, Many

pytestmark = pytest.mark.gpu

MOST = 24
MEMORY = 1 << 40


@pytest.fixture(scope="module")
def many(gpu):
    from arcloom.search.calibrate import LentGpu

    return Many([LentGpu(gpu, 1.0)], pytest.fail)


def _essence(result):
    programs = [(c.program.hash, c.cost, c.kind) for c in result.candidates]
    return programs, result.fuel, result.met, result.expanded, result.exhausted


@pytest.mark.parametrize(("fuel", "step"), [(3000, 1), (200_000, 25)])
def test_the_same_states_and_programs(many, fuel, step):
    tasks = list(arcloom.load("arc1-train").values())[::step]
    found = many.search([Asked(task, fuel, MEMORY) for task in tasks], MOST, lambda: False)
    for task, result in zip(tasks, found, strict=True):
        if result is not None:  # no tile holds its grids
            assert _essence(result) == _essence(enumerate_task(task, fuel, MEMORY, most=MOST))
    assert sum(result is not None for result in found) > 0.9 * len(tasks)


def test_again_is_the_same(many):
    tasks = list(arcloom.load("arc1-train").values())[:20]
    asked = [Asked(task, 50_000, MEMORY) for task in tasks]
    first, second = (many.search(asked, MOST, lambda: False) for _ in range(2))
    assert [_essence(r) for r in first] == [_essence(r) for r in second]
