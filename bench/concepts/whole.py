"""Concepts about whole grids: symmetry, tilings, sizes."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, Picture, colours, speckled


def mirror_completion(task: Random) -> Draw:
    """One half of the grid is empty. It becomes the mirror image of the other half."""
    turns = task.randrange(4)

    def draw(chance: Random) -> Example:
        height, half = chance.randint(4, 10), chance.randint(3, 6)
        left = speckled(chance, height, half, colours(chance, 3), 0.5)
        given = np.concatenate([left, np.zeros_like(left)], axis=1)
        wanted = np.concatenate([left, left[:, ::-1]], axis=1)
        return np.rot90(given, turns), np.rot90(wanted, turns)

    return draw


def repair_symmetry(task: Random) -> Draw:
    """A picture with two mirrors has a hidden box. The output is the picture, or the box alone."""
    hidden, only_box = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(5, 8)
        palette = colours(chance, 4, without=(hidden,))
        part = speckled(chance, side, side, palette, 0.95)
        top = np.concatenate([part, part[:, ::-1]], axis=1)
        whole = np.concatenate([top, top[::-1]], axis=0)
        given, wanted = _with_box(chance, whole, hidden, side - 1, only_box)
        covered = given == hidden
        if (covered & covered[::-1] & covered[:, ::-1] & covered[::-1, ::-1]).any():
            raise Again  # nothing shows what is there
        return given, wanted

    return draw


def repair_tiling(task: Random) -> Draw:
    """A tiling has hidden boxes, which the output shows."""
    hidden = task.choice((0, 0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        rows, columns = chance.randint(2, 4), chance.randint(2, 4)
        palette = colours(chance, chance.randint(3, 5), without=(hidden,))
        tile = speckled(chance, rows, columns, palette, 1.0)
        wanted = np.tile(tile, (7, 7))[: chance.randint(11, 16), : chance.randint(11, 16)]
        given = wanted.copy()
        for _ in range(chance.randint(1, 3)):
            given, _ = _with_box(chance, given, hidden, 4, False)
        return given, wanted

    return draw


def _with_box(chance: Random, whole: Picture, colour: int, most: int, only_box: bool) -> Example:
    """The picture with a box of the colour somewhere, and what was there or the whole."""
    height, width = chance.randint(2, most), chance.randint(2, most)
    top = chance.randint(0, whole.shape[0] - height)
    left = chance.randint(0, whole.shape[1] - width)
    given = whole.copy()
    place = np.s_[top : top + height, left : left + width]
    given[place] = colour
    return given, whole[place].copy() if only_box else whole


def magnify(task: Random) -> Draw:
    """Every cell becomes a block; its side is fixed, or the number of colours."""
    fixed = task.choice((0, 2, 3))

    def draw(chance: Random) -> Example:
        count = chance.randint(2, 4)
        palette = colours(chance, count)
        given = speckled(chance, chance.randint(2, 5), chance.randint(2, 5), palette, 0.7)
        factor = fixed or len(set(given.flat) - {0})
        return given, np.kron(given, np.ones((factor, factor), np.int8))

    return draw


def kaleidoscope(task: Random) -> Draw:
    """The output has the grid four times, mirrored at the middle or turned around it."""
    mirrored = task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(2, 6)
        given = speckled(chance, side, side, colours(chance, 3), 0.6)
        if mirrored:
            top = np.concatenate([given, given[:, ::-1]], axis=1)
            return given, np.concatenate([top, top[::-1]], axis=0)
        upper = np.concatenate([given, np.rot90(given, 3)], axis=1)
        lower = np.concatenate([np.rot90(given), np.rot90(given, 2)], axis=1)
        return given, np.concatenate([upper, lower], axis=0)

    return draw


def grid_in_itself(task: Random) -> Draw:
    """Every filled cell becomes a copy of the grid."""

    def draw(chance: Random) -> Example:
        side = chance.randint(2, 4)
        given = speckled(chance, side, side, colours(chance, 1), 0.5)
        return given, np.kron((given != 0).astype(np.int8), given)

    return draw


def growing_diagonals(task: Random) -> Draw:
    """The colours of the first row run down the diagonals; what lies left of them stays black."""
    step = task.choice((1, -1))

    def draw(chance: Random) -> Example:
        side = chance.randint(4, 10)
        given = np.zeros((side, side), np.int8)
        count = chance.randint(1, min(4, side))
        given[0, :count] = colours(chance, count)
        wanted = given.copy()
        for i, j in product(range(1, side), range(side)):
            wanted[i, j] = given[0, j - i] if 0 <= j - i < count else 0
        return given[:, ::step], wanted[:, ::step]

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    mirror_completion,
    repair_symmetry,
    repair_tiling,
    magnify,
    kaleidoscope,
    grid_in_itself,
    growing_diagonals,
)
