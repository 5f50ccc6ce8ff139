"""The scene learner and symmetry: a task that is recoloured, turned or mirrored is solved alike."""

import random
from collections.abc import Callable

import pytest

from arcloom import dsl
from tests.conformance.rule_models import Grid, learnt

BLACK, MARK = 0, 9


def boxes(rng: random.Random, hollow: bool = False) -> Grid:
    """Boxes of several colours and sizes that do not touch."""
    cells = [[BLACK] * 14 for _ in range(14)]
    sides = [*rng.sample(range(3, 6), 3), 2]
    for side, (top, left) in zip(sides, [(0, 1), (1, 8), (8, 0), (9, 9)], strict=True):
        colour, down = rng.randrange(1, 8), rng.randrange(0, 2)
        for i in range(side):
            for j in range(side):
                edge = i in (0, side - 1) or j in (0, side - 1)
                cells[top + down + i][left + j] = colour if edge or not hollow else BLACK
    return tuple(map(tuple, cells))


def largest_marked(grid: Grid) -> Grid:
    return dsl.fill(grid, MARK, dsl.argmax(dsl.objects(grid, True, False, True), dsl.size))


def filled(grid: Grid) -> Grid:
    """Holes take the colour around them."""
    for one in dsl.objects(grid, True, False, True):
        grid = dsl.underfill(grid, dsl.color(one), dsl.backdrop(one))
    return grid


def smallest_gone(grid: Grid) -> Grid:
    return dsl.cover(grid, dsl.argmin(dsl.objects(grid, True, False, True), dsl.size))


def framed(grid: Grid) -> Grid:
    for one in dsl.objects(grid, True, False, True):
        grid = dsl.underfill(grid, MARK, dsl.outbox(one))
    return grid


MODELS = [(largest_marked, False), (filled, True), (smallest_gone, False), (framed, False)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("model", "hollow"), MODELS)
def test_a_task_is_solved_in_every_turn_and_colouring(
    model: Callable[[Grid], Grid], hollow: bool, seed: int
):
    rng = random.Random(seed)
    pairs = [(grid, model(grid)) for grid in (boxes(rng, hollow) for _ in range(4))]
    to = [0, *rng.sample(range(1, 10), 9)]
    for code in range(8):

        def changed(grid: Grid, code: int = code) -> Grid:
            recoloured = tuple(tuple(to[cell] for cell in row) for row in grid)
            return dsl.mir_rot(recoloured, code)

        *demos, (test, expected) = [(changed(a), changed(b)) for a, b in pairs]
        assert learnt("learn_scene", tuple(demos), test) == expected
