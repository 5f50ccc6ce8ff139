"""Concepts about single cells, lines and rays."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

import numpy as np

from .canvas import (
    GREY,
    ROUND,
    SIDES,
    Again,
    Concept,
    Draw,
    Example,
    blank,
    colours,
    put,
    ray,
    room,
    speckled,
)

DIAGONALS: Final = tuple(step for step in ROUND if 0 not in step)
ONE: Final = np.ones((1, 1), bool)


def gravity(task: Random) -> Draw:
    """Every cell falls towards one side of the grid."""
    turns = task.randrange(4)

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(1, 3))
        sides = chance.randint(5, 12), chance.randint(5, 12)
        given = speckled(chance, *sides, palette, chance.uniform(0.1, 0.3))
        fallen = np.zeros_like(given)
        for j in range(given.shape[1]):
            column = given[:, j][given[:, j] != 0]
            fallen[given.shape[0] - len(column) :, j] = column
        return np.rot90(given, turns), np.rot90(fallen, turns)

    return draw


def ray_until_wall(task: Random) -> Draw:
    """Each source shoots a ray in one direction until a wall or the edge."""
    step, (wall, source) = task.choice(SIDES), colours(task, 2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 16)
        for _ in range(chance.randint(2, 5)):
            put(chance, given, np.ones((1, chance.randint(1, 4)), bool), wall)
        sources = [put(chance, given, ONE, source) for _ in range(chance.randint(2, 4))]
        wanted = given.copy()
        for place in sources:
            for cell in ray(given, *place, step):
                wanted[cell] = source
        return given, wanted

    return draw


def diagonal_rays(task: Random) -> Draw:
    """Each dot shoots rays in all diagonal directions, in its own colour or a fixed one."""
    fixed = task.choice([0, *colours(task, 1)])

    def draw(chance: Random) -> Example:
        given = blank(chance, 7, 15)
        dots = [
            (put(chance, given, ONE, colour, gap=2), colour)
            for colour in colours(chance, chance.randint(1, 2), without=(fixed,))
        ]
        wanted = given.copy()
        for (i, j), colour in dots:
            for step in DIAGONALS:
                for cell in ray(given, i, j, step):
                    if wanted[cell]:
                        raise Again  # whose ray is on top is no part of the concept
                    wanted[cell] = fixed or colour
        return given, wanted

    return draw


def connect_same_colours(task: Random) -> Draw:
    """Two cells of one colour in a row or column are joined by a line."""

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 16)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 4)):
            height, width = (chance.randint(3, 7), 1) if chance.random() < 0.5 else (1, 5)
            top, left = room(chance, wanted, height, width)
            wanted[top : top + height, left : left + width] = colour
            given[top, left] = given[top + height - 1, left + width - 1] = colour
        return given, wanted

    return draw


def lines_through_dots(task: Random) -> Draw:
    """Dots of one colour become rows, dots of another become columns, rows on top."""
    across, down = colours(task, 2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 7, 15)
        rows = [put(chance, given, ONE, across)[0] for _ in range(chance.randint(1, 2))]
        columns = [put(chance, given, ONE, down)[1] for _ in range(chance.randint(1, 2))]
        wanted = given.copy()
        wanted[:, columns] = down
        wanted[rows, :] = across
        return given, wanted

    return draw


def denoise(task: Random) -> Draw:
    """Single cells of noise vanish; rectangles stay."""
    own = task.random() < 0.5  # whether noise has a colour of its own
    noise = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        wanted = blank(chance, 9, 18)
        for colour in colours(chance, chance.randint(2, 4), without=(noise,)):
            shape = (chance.randint(2, 5), chance.randint(2, 5))
            put(chance, wanted, np.ones(shape, bool), colour)
        given = wanted.copy()
        palette = [noise] if own else [int(c) for c in np.unique(wanted) if c]
        for _ in range(chance.randint(4, 8)):
            put(chance, given, ONE, chance.choice(palette))
        return given, wanted

    return draw


def extend_sequence(task: Random) -> Draw:
    """Each row that begins with a pattern continues it to the right edge."""

    def draw(chance: Random) -> Example:
        height, width = chance.randint(6, 12), chance.randint(12, 18)
        given, wanted = np.zeros((2, height, width), np.int8)
        for i in range(chance.randrange(2), height, 2):
            period = colours(chance, chance.randint(2, 3))
            row = [period[j % len(period)] for j in range(width)]
            shown = 2 * len(period)
            wanted[i], given[i, :shown] = row, row[:shown]
        return given, wanted

    return draw


def checker_fill(task: Random) -> Draw:
    """The ground inside grey frames becomes a checkerboard that begins in the upper left corner."""
    first, second = colours(task, 2, without=(GREY,))

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 17)
        wanted = given.copy()
        for _ in range(chance.randint(1, 3)):
            height, width = chance.randint(4, 7), chance.randint(4, 7)
            top, left = room(chance, given, height, width)
            for grid in (given, wanted):
                grid[top : top + height, left : left + width] = GREY
            given[top + 1 : top + height - 1, left + 1 : left + width - 1] = 0
            for i, j in product(range(1, height - 1), range(1, width - 1)):
                wanted[top + i, left + j] = second if (i + j) % 2 else first
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    gravity,
    ray_until_wall,
    diagonal_rays,
    connect_same_colours,
    lines_through_dots,
    denoise,
    extend_sequence,
    checker_fill,
)
