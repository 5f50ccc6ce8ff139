"""A search of many tasks at once is, task by task, the search of each alone."""

import gc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from weakref import WeakSet

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcloom
from arcloom.engine.gpu.enumerate.frontier import Frontier, cuts
from arcloom.engine.tiles import to_tiles
from arcloom.search.enumerate import on_gpus
from arcloom.search.enumerate.on_gpus import GpuEnumerator, SearchRequest, device_task_of
from arcloom.search.enumerate.task_search import MOST_COST, TaskSearch, TaskView
from arcloom.tasks import Task
from tests.search.played import Lent, Played

FUEL = 12_000
MOST = 24
SOME_TASKS = ("007bbfb7", "017c7c7b", "06df4c85", "3618c87e", "a68b268e", "d511f180", "feca6190")


@pytest.fixture(scope="module")
def tasks():
    every = arcloom.load("arc1-train")
    return [every[task_id] for task_id in SOME_TASKS]


def _alone(task, fuel):
    """What the CPU's own enumerator comes to."""
    search = TaskSearch.of(task)
    native = search.native
    exhausted = native.run(fuel, 1 << 40, MOST_COST, None)
    fits = [(*fit[:4], [native.trace(state) for state in fit[4]]) for fit in native.fits(MOST)]
    return fits, native.fuel_used, native.met, native.expanded, exhausted


def _together(tasks, fuels):
    subjects = [device_task_of(TaskView.of(t), fuel) for t, fuel in zip(tasks, fuels, strict=True)]
    found = {}
    with ThreadPoolExecutor(1) as keeper:
        frontier = Frontier(Played(), MOST_COST, keeper, 2, subjects)
        for _ in frontier.run(lambda: False):
            found.update(frontier.over())
        found.update(frontier.over())
    for number in range(len(tasks)):
        came = found[number]
        fits = [(*fit[:4], [came.trace(state) for state in fit[4]]) for fit in came.fits(MOST)]
        yield fits, came.fuel, came.met, came.expanded, came.exhausted


def test_the_same_states_and_programs(tasks):
    fuels = [FUEL + 100 * number for number in range(len(tasks))]
    alone = [_alone(t, fuel) for t, fuel in zip(tasks, fuels, strict=True)]
    assert list(_together(tasks, fuels)) == alone
    assert any(fits for fits, *_ in alone)


def test_fuel_ends_a_search_at_the_same_step(tasks):
    for fuel in (1, 7, 500, 2000):
        assert list(_together(tasks[:2], [fuel] * 2)) == [_alone(t, fuel) for t in tasks[:2]]


def test_a_search_that_comes_to_its_end():
    task = Task("dots", [([[1]], [[1]])], [[[1]]])
    alone = _alone(task, 10_000_000)
    assert alone[-1]
    assert list(_together([task], [10_000_000])) == [alone]


def test_only_states_whose_turn_may_come_are_held(tasks):
    fuel = 60_000
    held = []

    class Watched(Frontier):
        def _wait(self, *given):
            super()._wait(*given)
            held.append(sum(rows.shape[1] for some in self._later.values() for rows in some))

    with ThreadPoolExecutor(1) as keeper:
        subject = device_task_of(TaskView.of(tasks[0]), fuel)
        frontier = Watched(Played(), MOST_COST, keeper, 1, [subject])
        for _ in frontier.run(lambda: False):
            pass
    _, used, met, expanded, _ = _alone(tasks[0], fuel)
    assert (frontier.spent[0], frontier.met[0], frontier.expanded[0]) == (used, met, expanded)
    assert held[-1] < met / 5


@given(
    tasks=st.lists(st.tuples(st.integers(0, 20), st.integers(1, 16)), min_size=1, max_size=12),
    most=st.integers(16, 60),
)
def test_parts_that_are_looked_at_have_so_many_tiles_at_most(tasks, most):
    counts, tiles = np.array(tasks, np.int64).T
    ends = cuts(counts, tiles, most)
    each = np.repeat(tiles, counts)
    parts = [each[a:b] for a, b in pairwise(ends)]
    assert sum(map(len, parts)) == len(each)
    assert all(len(part) and part.sum() <= most for part in parts)
    assert all(a.sum() + b[0] > most for a, b in pairwise(parts))  # none could have had more


def test_what_is_looked_at_in_parts_is_the_same(tasks, monkeypatch):
    whole = list(_together(tasks[:3], [FUEL] * 3))
    monkeypatch.setattr("arcloom.engine.gpu.enumerate.frontier.MOST_TILES", 64)
    assert list(_together(tasks[:3], [FUEL] * 3)) == whole


def _hash_of(grid):
    """Of the state that is this grid, in whose place a task's only input stands."""
    task = Task("dots", [([[1]], [[1]])], [[[1]]])
    tiles = to_tiles([grid])
    subject = replace(device_task_of(TaskView.of(task), 1), inputs=tiles, outputs=tiles)
    with ThreadPoolExecutor(1) as keeper:
        frontier = Frontier(Played(), MOST_COST, keeper, 1, [subject])
        roots = frontier.layers.look_at_roots(
            np.zeros(1, np.int32), frontier.tables.input_addresses
        )
    return int(roots[0])


def test_grids_of_rows_and_columns_have_hashes_of_their_own():
    hashes = set()
    for colour in range(1, 10):
        for row, column in product((None, 0, 1, 31), repeat=2):
            grid = np.zeros((32, 32), np.uint8)
            if row is not None:
                grid[row] = colour
            if column is not None:
                grid[:, column] = colour
            hashes.add(_hash_of(grid))
    assert len(hashes) == 1 + 9 * 15  # without row and column all colours are the same


def _programs(results):
    return [result and [(c.program.hash, c.cost) for c in result.candidates] for result in results]


def _search(lent, tasks, fuel=2000, told=None, memory=1 << 40):
    searching = GpuEnumerator(lent, [].append if told is None else told.append)
    requests = [SearchRequest(task, fuel, memory, MOST) for task in tasks]
    return searching.search(requests, lambda: False)


def test_two_devices_share_the_tasks(tasks):
    one, two = Lent(speed=1.0), Lent(speed=3.0)
    assert _programs(_search([one, two], tasks)) == _programs(_search([Lent()], tasks))
    assert one.entries
    assert two.entries


def test_work_of_a_device_that_breaks_down_goes_to_the_others(tasks):
    told = []
    lent = [Lent(problem=RuntimeError("fell off the bus")), Lent()]
    assert _programs(_search(lent, tasks, told=told)) == _programs(_search([Lent()], tasks))
    (line,) = told
    assert line == "a GPU failed, its work goes elsewhere: RuntimeError: fell off the bus"


def test_where_all_break_down_it_is_left_to_the_cpu(tasks):
    told = []
    results = _search([Lent(problem=RuntimeError("lost"))], tasks, told=told)
    assert results == [None] * len(tasks)
    assert len(told) == 1


def test_a_group_too_large_for_the_memory_is_divided(tasks):
    small = Lent(problem=MemoryError())
    assert _search([small], tasks) == [None] * len(tasks)
    assert len(small.entries) == 2 * len(tasks) - 1


def test_a_group_that_failed_holds_nothing_when_its_halves_begin(tasks, monkeypatch):
    failed = WeakSet()

    class Tight(Frontier):
        """Has memory for two tasks, found out on the way."""

        def __init__(self, *given):
            gc.collect()  # as CuPy does before it gives up
            assert not failed
            super().__init__(*given)

        def _grow(self, states):
            if self.tables.tasks > 2:
                failed.add(self)
                raise MemoryError
            yield from super()._grow(states)

    alone = _programs(_search([Lent()], tasks))
    monkeypatch.setattr(on_gpus, "Frontier", Tight)
    assert _programs(_search([Lent()], tasks)) == alone


def test_two_groups_take_turns(tasks, monkeypatch):
    alone = _programs(_search([Lent()], tasks))
    monkeypatch.setattr(on_gpus, "BYTES_PER_LAUNCH", 0)
    monkeypatch.setattr(on_gpus, "BYTES_PER_GROUP", 1)
    lent = Lent(room=3 * 2000 * on_gpus.BYTES_PER_STEP)  # of seven tasks, with others beside them
    assert _programs(_search([lent], tasks)) == alone
    turns = "".join(map(str, lent.entries))
    assert "010101" in turns
    assert len(set(lent.entries)) == 2


def test_groups_have_as_much_work_each_and_fit_into_memory():
    numbers, fuel = list(range(10, 30)), [100] * 20
    room = on_gpus.BYTES_PER_LAUNCH * 2 + 2 * 800 * on_gpus.BYTES_PER_STEP
    groups = list(on_gpus._groups(numbers, fuel, int(room / on_gpus.SHARE) + 1, 2))
    assert [len(group) for group in groups] == [5, 5, 5, 5]
    assert [number for group in groups for number in group] == numbers


def test_tasks_that_are_the_cpus_to_do(tasks):
    wide = [[0] * 33]
    large = Task("large", [(wide, wide)], [wide])
    several = Task("several", [([[1]], [[1]])] * 16, [[[1]]])
    assert _search([Lent()], [large, several]) == [None, None]
    assert _search([Lent()], tasks[:1], memory=1000) == [None]  # the CPU's limit would bind
