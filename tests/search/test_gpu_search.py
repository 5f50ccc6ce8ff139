"""A GPU's search of many tasks, held to the CPU's search of each."""

import numpy as np
import pytest

import arcloom
from arcloom.search.enumerate.forms import divided, form_bits
from arcloom.search.enumerate.on_gpus import GpuEnumerator, SearchRequest
from arcloom.search.enumerate.strategy import Enumerate
from arcloom.search.enumerate.task_search import enumerate_task
from tests.search.played import PlayedTable

pytestmark = pytest.mark.gpu

MOST = 24
MEMORY = 1 << 40


@pytest.fixture(scope="module")
def many(gpu):
    from arcloom.search.enumerate.calibrate import PacedGpu

    return GpuEnumerator([PacedGpu(gpu, 1.0)], pytest.fail)


def _essence(result):
    programs = [(c.program.hash, c.cost, c.kind) for c in result.candidates]
    return programs, result.fuel, result.met, result.expanded, result.exhausted


def test_a_table_of_hashes_finds_the_first_of_each(gpu):
    chance = np.random.default_rng(5)
    played = PlayedTable()
    with gpu.device:
        table = gpu.new_table()
        for size, different in ((1, 1), (1000, 10), (200_000, 1 << 17), (900_000, 1 << 62)):
            hashes = chance.integers(1, different, size, np.uint64, endpoint=True)
            met = chance.random(size) < 0.8
            new = table.take(gpu.cupy.asarray(hashes), gpu.cupy.asarray(met))
            np.testing.assert_array_equal(gpu.to_host(new), played.take(hashes, met))


@pytest.mark.parametrize(("fuel", "step"), [(3000, 1), (200_000, 25)])
def test_the_same_states_and_programs(many, fuel, step):
    tasks = list(arcloom.load("arc1-train").values())[::step]
    asked = [SearchRequest(task, fuel, MEMORY, MOST) for task in tasks]
    found = many.search(asked, lambda: False)
    for task, result in zip(tasks, found, strict=True):
        if result is not None:  # no tile holds its grids
            assert _essence(result) == _essence(enumerate_task(task, fuel, MEMORY, most=MOST))
    assert sum(result is not None for result in found) > 0.9 * len(tasks)


def test_again_is_the_same(many):
    tasks = list(arcloom.load("arc1-train").values())[:20]
    asked = [SearchRequest(task, 50_000, MEMORY, MOST) for task in tasks]
    first, second = (many.search(asked, lambda: False) for _ in range(2))
    assert [_essence(r) for r in first] == [_essence(r) for r in second]


def test_forms_of_tasks_are_searched_beside_them(many):
    tasks = list(arcloom.load("arc1-train").values())[::40]
    bits = form_bits(Enumerate.name)
    parts = [part for task in tasks for part in divided(task, 400_000, bits).parts]
    assert len(parts) > 2 * len(tasks)
    asked = [SearchRequest(part.task, part.steps, MEMORY, part.fits(MOST)) for part in parts]
    for one, result in zip(asked, many.search(asked, lambda: False), strict=True):
        if result is not None:
            alone = enumerate_task(one.task, one.fuel, MEMORY, most=one.most)
            assert _essence(result) == _essence(alone)
