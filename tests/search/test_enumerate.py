"""Enumeration: what it finds are ordinary programs that the engine runs to the same outputs."""

import numpy as np
import pytest

import arcloom
from arcloom.lang import read_program
from arcloom.search.enumerate.actions import actions_on, colours_of
from arcloom.search.enumerate.prior import START, costs_of, learn, step_bits
from arcloom.search.enumerate.task_search import FitKind, TaskSearch, enumerate_task, ground_of
from arcloom.tasks import Task

FUEL = 60_000
SOME_TASKS = ("007bbfb7", "06df4c85", "3618c87e", "a68b268e", "af902bf9", "d511f180", "dc433765")


def _task(body: str, seed: int = 1, sides: tuple[int, int] = (4, 8), ground: int = 0) -> Task:
    """A task whose outputs a program makes of random grids."""
    program = read_program(f"def solve(I):\n    return {body}\n")
    random = np.random.default_rng(seed)
    grids = []
    while len(grids) < 4:
        grid = random.integers(0, 4, random.integers(*sides, 2))
        grid[random.random(grid.shape) < 0.6] = ground
        if isinstance(program(grid), np.ndarray):
            grids.append(grid.astype(np.uint8))
    return Task("made", [(g, program(g)) for g in grids[:3]], grids[3:])


def _outputs(program, task):
    return [program(sample.input, task.pairs) for sample in task.samples]


@pytest.mark.parametrize(
    "body",
    [
        "rot90(I)",
        "crop_filled(vmirror(I))",
        "kaleido(squeeze(I), FOUR)",
        "pick_most(parts(I, ONE), ZERO)",
        "pile(apply(crop_filled, colours_apart(I)))",
        "overlay(keep_colour(I, TWO), halo(I, THREE))",
        "replace(hmirror(I), ONE, SEVEN)",
    ],
)
def test_a_made_task_gets_a_program_that_fits(body):
    task = _task(body, sides=(5, 8))
    result = enumerate_task(task, 4 * FUEL)
    assert result.candidates
    wanted = [output for _, output in task.pairs]
    for candidate in result.candidates:
        got = _outputs(candidate.program, task)[: len(wanted)]
        assert all(np.array_equal(a, b) for a, b in zip(got, wanted, strict=True))


@pytest.mark.parametrize("task_id", SOME_TASKS)
def test_the_engine_agrees_with_the_tiles(task_id):
    """Exact, by table and stacked: the written program gives every demo's output."""
    task = arcloom.load("arc1-train")[task_id]
    fits = [c for c in enumerate_task(task, FUEL).candidates if c.kind is not FitKind.NEAR]
    assert fits
    wanted = [output for _, output in task.pairs]
    for candidate in fits:
        got = _outputs(candidate.program, task)[: len(wanted)]
        assert all(np.array_equal(a, b) for a, b in zip(got, wanted, strict=True))
        again = read_program(candidate.program.source())
        assert again.hash == candidate.program.hash


def test_only_the_simplest_fits_of_a_kind_are_written():
    """Black and white change places: every way to show the grid then has a table."""
    grids = list(np.random.default_rng(1).integers(0, 2, (4, 4, 5)).astype(np.uint8))
    task = Task("two colours", [(g, 1 - g) for g in grids[:3]], grids[3:])
    singles = {most: _single_tables(task, most) for most in (2, 100)}
    assert len(singles[100]) > 2
    assert singles[2] == singles[100][:2]


def _single_tables(task, most):
    """The tables of one state, simplest first: cost, entries, and the steps to the state."""
    search = TaskSearch.of(task)
    search.native.run(FUEL, 64 << 20, 600, None)
    fits = [fit for fit in search.native.fits(most) if fit[0] == FitKind.MAP and len(fit[4]) == 1]
    return [(cost, table, search.native.trace(states[0])) for _, cost, table, _, states in fits]


def test_all_kinds_of_fits_occur():
    tasks = arcloom.load("arc1-train")
    kinds = {c.kind for i in SOME_TASKS for c in enumerate_task(tasks[i], FUEL).candidates}
    assert kinds >= {FitKind.EXACT, FitKind.MAP, FitKind.STACK}


def test_a_stack_may_hold_masks():
    task = _task("overlay(keep_colour(I, THREE), mask_by(vmirror(I), hmirror(I)))", sides=(5, 8))
    masked = [c for c in enumerate_task(task, FUEL).candidates if c.kind is FitKind.MASKED]
    assert masked
    for candidate in masked:
        got = _outputs(candidate.program, task)[:-1]
        assert all(np.array_equal(a, b) for a, (_, b) in zip(got, task.pairs, strict=True))


def test_what_fits_most_demos_is_found_if_nothing_fits_all():
    grids = np.random.default_rng(5).integers(0, 4, (5, 4, 4), np.uint8)
    noise = np.random.default_rng(6).integers(4, 9, (4, 4), np.uint8)
    pairs = [(grid, grid[::-1]) for grid in grids[:3]]
    task = Task("noisy", [*pairs, (grids[3], noise)], [grids[4]])
    found = enumerate_task(task, FUEL).candidates
    assert {c.kind for c in found} == {FitKind.NEAR}
    simplest = min(found, key=lambda c: c.cost)
    assert np.array_equal(_outputs(simplest.program, task)[-1], grids[4][::-1])


def test_a_ground_that_is_not_black_is_looked_through():
    task = _task("crop_filled(switch(I, ZERO, FIVE))", ground=5)
    assert ground_of(task) == 5
    found = enumerate_task(task, FUEL).candidates
    assert found
    assert "switch" in found[0].program.source()


def test_a_search_is_the_same_again():
    task = arcloom.load("arc1-train")["af902bf9"]
    first, second = (enumerate_task(task, FUEL) for _ in range(2))
    assert [c.program.hash for c in first.candidates] == [c.program.hash for c in second.candidates]
    assert (first.fuel, first.met) == (second.fuel, second.met)


def test_little_memory_ends_a_search_early():
    task = arcloom.load("arc1-train")["af902bf9"]
    little, much = (enumerate_task(task, 10 * FUEL, memory=m) for m in (1 << 20, 256 << 20))
    assert little.expanded < much.expanded


def test_a_search_stops_when_told():
    task = arcloom.load("arc1-train")["af902bf9"]
    assert enumerate_task(task, 1000 * FUEL, stop=lambda: True).fuel < 100 * FUEL


def test_grids_beyond_a_tile_are_left_to_others():
    big = np.zeros((33, 3), np.uint8)
    assert enumerate_task(Task("big", [(big, big)], [big]), FUEL).candidates == []


def test_states_are_what_their_chains_make():
    """The enumerator's own grids of a state, and the chain run by the engine."""
    from arcloom.lang import ProgramBuilder
    from arcloom.search.enumerate.chains import Chains

    task = arcloom.load("arc1-train")["dc433765"]
    search = TaskSearch.of(task)
    assert search is not None
    search.native.run(FUEL, 1 << 28, 600, None)
    states = search.native.grid_states(40)
    assert len(states) > 30
    for state in states:
        builder = ProgramBuilder()
        chains = Chains(builder, search.ground)
        chain = search.chain(state)
        shown = builder.build(chains.value(chain))
        seen = builder.build(builder.apply(chains.function(chain), builder.input("I")))
        for sample, grid in zip(task.samples, search.native.grids(state), strict=True):
            assert np.array_equal(shown(sample.input), grid)
            assert np.array_equal(seen(sample.input), grid)


def test_what_was_seen_often_costs_less():
    task = arcloom.load("arc1-train")["dc433765"]
    actions = actions_on(*colours_of(task, ground=0))
    index = next(k for k, a in enumerate(actions) if a.step.key == "crop_filled")
    other = next(k for k, a in enumerate(actions) if a.step.key == "trim")
    counts = learn([[actions[index]]] * 20)
    assert counts == {START: {"crop_filled": 20}}
    costs = costs_of(actions, lambda steps: step_bits(steps, counts))
    assert 0 < costs[0, index] < costs[0, other]
