"""Views: a rule shown in several stances is found, as a program that says how it looked."""

import numpy as np
import pytest

from arcloom.lang import read_program
from arcloom.search.learn.strategy import Learn
from arcloom.search.views.strategy import Views
from arcloom.search.ways import ON_GROUND, Way, ground_changes, through, views_of
from arcloom.tasks import Task
from tests.search.test_strategies import as_said, effort


def leaving(height, width, column):
    """A dot at the upper edge with another colour beside it, and both a cell further down."""
    given, wanted = np.zeros((2, height, width), int)
    given[0, column], given[0, column + 1] = 4, 2
    wanted[1, column], wanted[1, column + 1] = 4, 2
    return given, wanted


def stances_task():
    """What lies at an edge leaves it by a cell; the edge is another one in every demo."""
    shapes = [(6, 5, 1), (8, 7, 5), (10, 6, 3), (4, 9, 4)]
    pairs = [
        tuple(np.rot90(grid, quarters) for grid in leaving(*shape))
        for quarters, shape in enumerate(shapes)
    ]
    return Task("stances", pairs, [np.rot90(leaving(8, 5, 3)[0], 1)])


def searched(task, level=2):
    views = Views()
    for _ in range(level + 1):
        views.prepare([])
    return views.search(task, effort(level=level, fuel=3 * 10**8))


@pytest.mark.parametrize("level", [1, 2])
def test_a_rule_in_several_stances_is_found_in_one_from_the_second_round_on(level):
    task = stances_task()
    assert not searched(task, 0).found
    findings = searched(task, level)
    fits = [found for found in findings.found if found.fits]
    assert as_said(task, min(fits, key=lambda found: found.fuel))
    assert all("from_normal" in found.program.source() for found in fits)
    wanted = np.rot90(leaving(8, 5, 3)[1], 1)
    assert any(found.outputs[0].same(wanted) for found in fits if found.outputs[0] is not None)


def test_the_same_is_found_every_time():
    first, second = (searched(stances_task()) for _ in range(2))
    assert [f.program for f in first.found] == [f.program for f in second.found]
    assert first.fuel == second.fuel


def grounds_task(grounds):
    """A ring gets its middle filled with blue; each demo has a ground of its own."""
    pairs = []
    for ground, (i, j) in zip(grounds, [(0, 0), (3, 1), (1, 3), (2, 2)], strict=True):
        given = np.full((7, 8), ground)
        given[i : i + 3, j : j + 3] = 4
        given[i + 1, j + 1] = ground
        wanted = given.copy()
        wanted[i + 1, j + 1] = 1
        pairs.append((given, wanted))
    return Task("grounds", pairs[:3], [pairs[3][0]]), pairs[3][1]


def is_found(strategy, task, wanted, level=0):
    strategy.prepare([])
    findings = strategy.search(task, effort(level=level, fuel=3 * 10**7))
    fits = [found for found in findings.found if found.fits]
    return any(found.outputs[0].same(wanted) for found in fits if found.outputs[0] is not None)


def test_a_ground_that_changes_is_seen_through_in_the_first_round():
    task, wanted = grounds_task((3, 7, 5, 6))
    assert views_of(task)[0].way == ON_GROUND
    assert is_found(Learn(), task, wanted)
    assert not is_found(Views(), task, wanted)  # it need not be learnt twice
    assert is_found(Views(beside_fit=False), task, wanted)
    same, _ = grounds_task((3, 3, 3, 3))
    assert ON_GROUND not in [view.way for view in views_of(same)]


def test_a_ground_that_may_be_black_is_seen_as_it_is_before_it_is_another_view():
    plain, _ = grounds_task((3, 7, 5, 6))
    with_black = [
        tuple(np.hstack([grid, np.zeros((7, 1), int)]) for grid in pair) for pair in plain.pairs
    ]
    task = Task("black too", with_black[:2], [with_black[2][0]])
    assert not ground_changes(task)
    assert is_found(Views(), task, with_black[2][1])


def test_what_costs_little_is_learnt_in_the_grids_own_colours_too():
    """The colours change places as they are: as seen on the ground, there is no such rule."""
    rng = np.random.default_rng(1)
    swap = np.array([0, 2, 1, 4, 3, 5, 6, 7, 8, 9])
    grids = [
        np.where(rng.random((5, 6)) < 0.6, ground, rng.integers(1, 5, (5, 6)))
        for ground in (1, 2, 3, 4)
    ]
    task = Task("swaps", [(grid, swap[grid]) for grid in grids[:3]], [grids[3]])
    assert ground_changes(task)
    assert is_found(Learn(), task, swap[grids[3]])


def test_what_costs_much_follows_in_the_grids_own_colours_a_round_later():
    """Of the scattered cells, black ones turn red beside a blue one; the ground is any colour."""
    rng = np.random.default_rng(2)

    def made(ground, much=0.15):
        given = np.full((10, 12), ground)
        given[rng.random((10, 12)) < 0.2] = 9
        black = rng.random((10, 12)) < much
        given = np.where(rng.random((10, 12)) < 0.3, rng.integers(1, 3, (10, 12)), given)
        given[black] = 0
        beside = np.roll(given, 1, axis=1) == 1
        beside[:, 0] = False
        return given, np.where((given == 0) & beside, 4, given)

    *demos, (test, wanted) = [made(3, 0.02), *map(made, (7, 5, 6, 8))]
    task = Task("black", demos, [test])
    assert ground_changes(task)
    fit = Learn()
    assert not is_found(fit, task, wanted)
    assert is_found(fit, task, wanted, level=1)


def test_scenes_follow_in_the_grids_own_colours_two_rounds_later():
    """Black blocks fall to the edge, others stay; the ground is any colour."""

    def made(ground, black, other, colour):
        given = np.full((9, 12), ground)
        for i, j in other:
            given[i : i + 2, j : j + 2] = colour
        wanted = given.copy()
        for i, j in black:
            given[i : i + 2, j : j + 2] = 0
            wanted[7:9, j : j + 2] = 0
        return given, wanted

    *demos, (test, wanted) = [
        made(7, [(1, 0), (3, 9)], [(2, 4)], 2),
        made(5, [(2, 6)], [(1, 0), (4, 3), (0, 9)], 6),
        made(6, [(0, 3), (4, 9)], [(3, 0), (1, 6)], 1),
        made(8, [(3, 3), (1, 6)], [(0, 0), (2, 9)], 4),
    ]
    task = Task("black blocks", demos, [test])
    assert ground_changes(task)
    fit = Learn()
    assert not is_found(fit, task, wanted, level=1)
    assert is_found(fit, task, wanted, level=2)


def test_a_task_that_stands_one_way_has_no_turned_view():
    one = leaving(6, 5, 1)
    task = Task("one", [one, one], [one[0]])
    assert views_of(task) == ()
    assert searched(task).exhausted


def test_a_frame_is_a_view_where_sizes_change():
    pairs = [
        (np.array([[1, 2]]), np.array([[1, 2, 1, 2]])),
        (np.array([[3, 4]]), np.array([[3, 4, 3, 4]])),
    ]
    task = Task("wider", pairs, [[[5, 6]]])
    ways = [view.way for view in views_of(task)]
    assert Way(framed=True, number=0) in ways


def test_a_program_goes_through_a_view_and_back():
    program = read_program("def solve(I): return fill(I, 3, asindices(crop(I, (0, 0), (1, 1))))")
    seen = through(Way(framed=False, number=0), program)
    assert seen([[0, 0], [0, 1], [1, 1]]).tolist() == [[3, 0], [0, 1], [1, 1]]
    assert read_program(seen.source()).hash == seen.hash
