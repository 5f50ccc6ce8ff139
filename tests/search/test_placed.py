"""The search over placed grids: what it finds, that the engine agrees, and that its limits hold."""

import numpy as np
import pytest

import arcloom as al
from arcloom.search.enumerate.strategy import tried
from arcloom.search.placed.placed_search import search_placed
from arcloom.search.placed.sizes import plain_guesses, shape_guesses
from arcloom.search.placed.strategy import PlacedSearch
from arcloom.search.strategy import Effort
from arcloom.tasks import Grid, Task

MEMORY = 64 << 20


def grid(rows):
    return Grid(np.array(rows, np.uint8))


def task_of(pairs, tests):
    return Task("small", [(grid(a), grid(b)) for a, b in pairs], [grid(t) for t in tests])


def fits(task, steps=20_000):
    result = search_placed(task, steps, MEMORY)
    found, _ = tried(task, result.candidates, MEMORY, "placed")
    return sorted((one for one in found if one.fits), key=lambda one: one.cost)


def mirrored_to_six(colours):
    """A row, and the output that continues it to six cells, every other copy mirrored."""
    a, b, c = colours
    return [[a, b, c]], [[a, b, c, c, b, a]] * 2


def test_a_piece_is_mirrored_out_to_the_size_of_the_outputs():
    pairs = [mirrored_to_six(c) for c in ((1, 2, 3), (4, 5, 6), (7, 1, 8))]
    [best, *_] = fits(task_of(pairs, [[[2, 9, 4]]]))
    assert best.outputs[0].to_tuple() == ((2, 9, 4, 4, 9, 2),) * 2


def fallen(top, column):
    """A domino that falls in a grid of five by four; the output shows it on the ground."""
    before, after = np.zeros((2, 5, 4), np.uint8)
    before[top, column : column + 2] = 3
    after[4, column : column + 2] = 3
    return before, after


def test_parts_fall_and_are_put_back_where_they_land():
    pairs = [fallen(0, 0), fallen(2, 1), fallen(1, 2)]
    test, wanted = fallen(3, 0)
    [best, *_] = fits(task_of(pairs, [test]))
    assert np.array_equal(best.outputs[0], wanted)


def copied_onto_marks(place, marks, colours):
    """A pattern and single cells; the output shows the pattern on each of these too."""
    before = np.zeros((9, 11), np.uint8)
    before[place[0] : place[0] + 3, place[1] : place[1] + 3] = np.resize(colours, (3, 3))
    after = before.copy()
    for row, column in marks:
        before[row, column] = 8
        after[row - 1 : row + 2, column - 1 : column + 2] = np.resize(colours, (3, 3))
    return before, after


def test_a_pattern_is_copied_onto_marks():
    pairs = [
        copied_onto_marks((0, 0), [(2, 6), (7, 1)], (1, 2, 3, 4, 5)),
        copied_onto_marks((5, 7), [(1, 3)], (4, 4, 2, 7)),
        copied_onto_marks((3, 0), [(4, 9), (1, 5), (7, 5)], (6, 1)),
    ]
    test, wanted = copied_onto_marks((0, 8), [(7, 9), (4, 3)], (9, 3, 9, 5, 7))
    [best, *_] = fits(task_of(pairs, [test]))
    assert np.array_equal(best.outputs[0], wanted)


def shown_beside(seed, colours):
    """A grid, and what its mirror image shows where the grid itself is empty."""
    before = np.random.default_rng(seed).choice(colours, (5, 6)).astype(np.uint8)
    return before, np.where(before == 0, before[:, ::-1], 0)


def test_a_layer_is_seen_through_a_mask():
    """A table could not know the colour that only the test has."""
    pairs = [shown_beside(seed, (0, 0, 1, 2, 3)) for seed in range(3)]
    test, wanted = shown_beside(3, (0, 0, 7))
    [best, *_] = fits(task_of(pairs, [test]))
    assert "mask_out" in best.program.source()
    assert np.array_equal(best.outputs[0], wanted)


def shown_below(seed, colours):
    """A grid whose cells of colour 3 stay. Below them lies its mirror image, cut by another one."""
    before = np.random.default_rng(seed).choice(colours, (5, 6)).astype(np.uint8)
    below = np.where(before[::-1] != 0, before[:, ::-1], 0)
    return before, np.where(before == 3, 3, below)


def test_a_mask_may_lie_between_layers():
    """It would hide cells of the upper layer if it lay on top."""
    pairs = [shown_below(seed, (0, 0, 1, 2, 3)) for seed in range(3)]
    test, wanted = shown_below(3, (0, 0, 7, 3))
    [best, *_] = fits(task_of(pairs, [test]))
    assert np.array_equal(best.outputs[0], wanted)


def hidden(seed):
    """A symmetric picture of which a patch is covered, and the whole."""
    half = np.random.default_rng(seed).integers(1, 5, (8, 4))
    whole = np.concatenate([half, half[:, ::-1]], axis=1).astype(np.uint8)
    covered = whole.copy()
    covered[2 + seed : 4 + seed, :3] = 8
    return covered, whole


def test_a_covered_patch_is_restored():
    test, wanted = hidden(3)
    [best, *_] = fits(task_of([hidden(seed) for seed in range(3)], [test]))
    assert np.array_equal(best.outputs[0], wanted)


def test_the_engine_gives_what_the_search_saw():
    programs = 0
    for task in list(al.load("arc1-train").values())[::37]:
        result = search_placed(task, 6_000, MEMORY)
        found, _ = tried(task, result.candidates, MEMORY, "placed")
        assert len(found) == len(result.candidates), "each gives the output of some demo"
        programs += sum(one.fits for one in found)
    assert programs > 20


def test_what_fits_some_demos_is_found_if_nothing_fits_all():
    """The first demo is the odd one."""
    odd = np.arange(20, dtype=np.uint8).reshape(5, 4) % 9
    test, wanted = fallen(3, 0)
    task = task_of([(fallen(0, 0)[0], odd), fallen(2, 1), fallen(1, 2)], [test])
    result = search_placed(task, 20_000, MEMORY)
    found, _ = tried(task, result.candidates, MEMORY, "placed")
    near = [one for one in found if one.matched == 2]
    assert near
    assert any(np.array_equal(one.outputs[0], wanted) for one in near)


def test_the_same_search_gives_the_same_programs():
    task = task_of([fallen(0, 0), fallen(2, 1)], [fallen(3, 2)[0]])
    once, again = search_placed(task, 5_000, MEMORY), search_placed(task, 5_000, MEMORY)
    assert [c.program.source() for c in once.candidates] == [
        c.program.source() for c in again.candidates
    ]
    assert once.candidates
    assert once.fuel == again.fuel


def test_limits_of_work_and_memory_end_the_search():
    task = task_of([fallen(0, 0), fallen(2, 1)], [fallen(3, 2)[0]])
    assert search_placed(task, 1_000, MEMORY).fuel < 2_000
    little = search_placed(task, 10_000_000, 300_000)
    assert not little.exhausted
    assert little.fuel < 5_000_000


def test_a_search_that_is_stopped_returns_soon():
    task = task_of([fallen(0, 0), fallen(2, 1)], [fallen(3, 2)[0]])
    effort = Effort(0, 1 << 50, MEMORY, 0, lambda: True)
    assert PlacedSearch().search(task, effort).fuel < 100_000_000


@pytest.mark.parametrize("shape", [(1, 1), (1, 30), (30, 1), (30, 30)])
def test_grids_of_any_size_are_searched(shape):
    cells = np.arange(shape[0] * shape[1], dtype=np.int64).reshape(shape) % 10
    task = task_of([(cells, cells[::-1])], [cells])
    assert search_placed(task, 3_000, MEMORY).fuel > 0


def test_an_empty_input_has_a_program_too():
    empty = np.zeros((3, 3), np.uint8)
    [best, *_] = fits(task_of([(empty, empty + 1)], [empty]), 2_000)
    assert np.array_equal(best.outputs[0], empty + 1)


def sized(height, width):
    return np.ones((height, width), np.uint8)


def test_sizes_are_inferred_for_the_tests_too():
    same = task_of([(sized(2, 3), sized(2, 3)), (sized(4, 5), sized(4, 5))], [sized(7, 1)])
    assert [guess.sizes[-1] for guess in plain_guesses(same, 2)] == [(7, 1)]
    constant = task_of([(sized(2, 3), sized(4, 4)), (sized(5, 5), sized(4, 4))], [sized(7, 1)])
    assert plain_guesses(constant, 2)[0].sizes[-1] == (4, 4)
    twice = task_of([(sized(2, 3), sized(4, 4)), (sized(4, 5), sized(8, 6))], [sized(6, 1)])
    [guess] = plain_guesses(twice, 2)
    assert guess.sizes[-1] == (12, 2)


def test_a_side_may_follow_another_side_than_its_own():
    """The height is the input's width less one, the width is always one more than its height."""
    pairs = [(sized(2, 6), sized(5, 3)), (sized(5, 3), sized(2, 6))]
    task = task_of(pairs, [sized(4, 9)])
    assert plain_guesses(task, 2) == []
    shapes = [((), [(2, 6), (5, 3), (4, 9)])]
    assert [guess.sizes[-1] for guess in shape_guesses(task, shapes, 2)] == [(8, 5)]


def test_sizes_of_parts_are_guesses_where_the_inputs_sizes_are_none():
    task = task_of([(sized(2, 3), sized(1, 1)), (sized(4, 5), sized(2, 5))], [sized(6, 1)])
    assert plain_guesses(task, 2) == []
    shapes = [((), [(2, 3), (4, 5), (6, 1)]), ((), [(1, 1), (2, 5), (3, 7)])]
    assert [guess.sizes[-1] for guess in shape_guesses(task, shapes, 2)] == [(3, 7)]
