"""Concepts on small grids whose cells are filled, recoloured, chosen or combined."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

import numpy as np

from .canvas import (
    SIDES,
    Again,
    Cell,
    Concept,
    Draw,
    Example,
    Mask,
    Picture,
    blank,
    blob,
    colours,
    dealt,
    inside,
    paint,
    put,
    ring,
    speckled,
    turned,
)

SQUARE: Final = np.ones((2, 2), bool)
BAR: Final = np.ones((1, 3), bool)
CORNER: Final = np.array([[1, 0], [1, 1]], bool)
PAIR: Final = np.ones((2, 1), bool)
ONE: Final = np.ones((1, 1), bool)


def small_fill_enclosed(task: Random) -> Draw:
    """Black cells that walls close in get a colour; those with a way to the edge do not."""
    wall, filling = colours(task, 2)
    counts = dealt(task, (1, 2, 1))

    def draw(chance: Random) -> Example:
        given = blank(chance, 5, 7)
        height, width = given.shape
        for _ in range(counts()):
            frame = ring(chance.randint(3, 4), chance.randint(3, 4))
            frame[:: frame.shape[0] - 1, :: frame.shape[1] - 1] = chance.random() < 0.7
            top = chance.randint(0, height - frame.shape[0])
            left = chance.randint(0, width - frame.shape[1])
            paint(given, top, left, frame, wall)
        for _ in range(chance.randint(0, 3)):
            given[chance.randrange(height), chance.randrange(width)] = wall
        if chance.random() < 0.4:
            i, j = chance.choice(np.argwhere(given == wall).tolist())
            given[i, j] = 0
        edge = [
            (i, j)
            for i, j in product(range(height), range(width))
            if i in (0, height - 1) or j in (0, width - 1)
        ]
        outside = _reached(given, [cell for cell in edge if not given[cell]])
        closed = (given == 0) & ~outside
        ground = [cell for cell in edge if outside[cell]]
        if not closed.any() or (_reached(given, ground[:1]) != outside).any():
            raise Again  # a cell at the edge with walls around it looks closed in
        wanted = given.copy()
        wanted[closed] = filling
        return given, wanted

    return draw


def _reached(grid: Picture, begin: list[Cell]) -> Mask:
    """The black cells to which sides lead from these."""
    mask, waiting = np.zeros(grid.shape, bool), list(begin)
    while waiting:
        i, j = waiting.pop()
        if inside(grid, i, j) and not grid[i, j] and not mask[i, j]:
            mask[i, j] = True
            waiting += [(i + di, j + dj) for di, dj in SIDES]
    return mask


def small_symmetry(task: Random) -> Draw:
    """A figure with a mirror, upright, flat or slanted, or with two, lacks cells, which return."""
    codes = task.choice(((0, 5), (0, 5), (0, 7), (0, 4), (0, 6), (0, 2, 5, 7)))
    side = task.choice((5, 5, 6, 7))

    def draw(chance: Random) -> Example:
        cells = np.arange(side * side).reshape(side, side)
        like = np.minimum.reduce([turned(cells, code) for code in codes])
        palette = colours(chance, chance.randint(1, 2))
        wanted = speckled(chance, side, side, palette, 0.4).reshape(-1)[like]
        sets = [np.argwhere(like == cell).tolist() for cell in np.unique(like[wanted != 0])]
        sets = [alike for alike in sets if len(alike) > 1]
        if len(sets) < 3:
            raise Again
        given = wanted.copy()
        for alike in chance.sample(sets, min(len(sets) - 1, chance.randint(2, 4))):
            i, j = chance.choice(alike)
            given[i, j] = 0
        return given, wanted

    return draw


def small_majority(task: Random) -> Draw:
    """The colour with most cells (or fewest) becomes a fixed one, or is all that stays."""
    most, alone, new = task.random() < 0.5, task.random() < 0.4, task.randint(1, 9)

    def draw(chance: Random) -> Example:
        palette = colours(chance, 3, without=(new,))
        given = np.zeros((chance.randint(3, 6), chance.randint(3, 6)), np.int8)
        given[:] = np.array(chance.choices(palette, (5, 3, 2), k=given.size)).reshape(given.shape)
        counts = sorted((np.count_nonzero(given == colour), colour) for colour in palette)
        (least, rare), (second, _), (largest, common) = counts
        if least == 0 or second - least < 2 or largest - second < 2:
            raise Again
        chosen = given == (common if most else rare)
        return given, np.where(chosen, given, 0) if alone else np.where(chosen, new, given)

    return draw


def small_invert(task: Random) -> Draw:
    """Figure and ground change colours: black for the figure, its colour or a fixed one around."""
    fixed = task.choice((0, 0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 3, 6)
        colour = colours(chance, 1, without=(fixed,))[0]
        shape = blob(chance, chance.randint(3, 8))
        if shape.shape[0] > given.shape[0] or shape.shape[1] > given.shape[1]:
            raise Again
        put(chance, given, shape, colour)
        return given, np.where(given, 0, fixed or colour).astype(np.int8)

    return draw


def small_border(task: Random) -> Draw:
    """The cells at the edge, or new ones around the grid, get a fixed colour or the dot's."""
    kind, line = task.choice(("over", "around", "dot")), task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 3, 5)
        height, width = given.shape
        if kind == "dot":
            colour = colours(chance, 1)[0]
            given[chance.randint(1, height - 2), chance.randint(1, width - 2)] = colour
        else:
            colour = line
            palette = colours(chance, chance.randint(1, 3), without=(line,))
            given = speckled(chance, height, width, palette, 0.5)
        wanted = given.copy()
        if kind == "around":
            return given, np.pad(wanted, 1, constant_values=colour)
        wanted[ring(height, width)] = colour
        return given, wanted

    return draw


def small_largest(task: Random) -> Draw:
    """Of the parts of a grid only the largest (or the smallest) stays."""
    largest, own = task.random() < 0.7, task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 5, 7)
        sizes = chance.sample(range(1, 8), chance.randint(2, 3))
        if max(sizes) < 4:
            raise Again
        palette = colours(chance, len(sizes) if own else 1)
        best, wanted = (max if largest else min)(sizes), np.zeros_like(given)
        for n, size in enumerate(sizes):
            shape, colour = blob(chance, size), palette[n % len(palette)]
            corner = put(chance, given, shape, colour)
            if size == best:
                paint(wanted, *corner, shape, colour)
        return given, wanted

    return draw


def small_row_counts(task: Random) -> Draw:
    """The cells of each row (or column) get the colour that stands for their number."""
    before, *new = colours(task, 4)
    columns, packed = task.random() < 0.4, task.random() < 0.4

    def draw(chance: Random) -> Example:
        width = chance.randint(4, 6)
        counts = [1, 2, 3, *chance.choices((1, 2, 3), k=chance.randint(1, 3))]
        given = np.zeros((len(counts), width), np.int8)
        for i, count in enumerate(chance.sample(counts, len(counts))):
            given[i, range(count) if packed else chance.sample(range(width), count)] = before
        wanted = given.copy()
        for row in wanted:
            row[row != 0] = new[np.count_nonzero(row) - 1]
        return (given.T, wanted.T) if columns else (given, wanted)

    return draw


def small_logic(task: Random) -> Draw:
    """Two halves become one: cells filled in both, in one, in neither, or in the first alone."""
    first, second, new, line = colours(task, 4)
    kind, parted, turns = task.randrange(5), task.random() < 0.5, task.randrange(2)

    def draw(chance: Random) -> Example:
        height, width = 3, chance.randint(3, 6)
        a, b = (speckled(chance, height, width, [1], 0.5) != 0 for _ in range(2))
        if len(set((a + 2 * b).flat)) < 4:
            raise Again
        taken = (a & b, a | b, a ^ b, ~a & ~b, a & ~b)[kind]
        middle = np.full((int(parted), width), line)
        given = np.concatenate([a * first, middle, b * second]).astype(np.int8)
        return np.rot90(given, turns), np.rot90((taken * new).astype(np.int8), turns)

    return draw


def small_replace(task: Random) -> Draw:
    """A pattern becomes another: one shape of several, or a pair of colours in one order."""
    ordered, turns = task.random() < 0.5, task.randrange(4)
    before, other, new, last = colours(task, 4)

    def shapes(chance: Random) -> Example:
        given = blank(chance, 6, 7)
        wanted = given.copy()
        chosen, *rest = kinds
        for shape in [chosen, *chance.sample(rest, 2), *chance.choices(kinds, k=1)]:
            place = put(chance, given, shape, before)
            paint(wanted, *place, shape, before)
            if shape is chosen:
                paint(wanted, *place, shape, new)
                wanted[place] = last
        return np.rot90(given, turns), np.rot90(wanted, turns)

    def pairs(chance: Random) -> Example:
        given = blank(chance, 5, 7)
        wanted = given.copy()
        for pair in chance.sample([0, 0, 1, 2, 3], 4):
            top, left = put(chance, given, PAIR if pair < 2 else ONE, before)
            cells = ([before, other], [other, before], [before], [other])[pair]
            after = cells if pair else [new, last]
            given[top : top + len(cells), left] = cells
            wanted[top : top + len(cells), left] = after
        if last not in wanted or not (given == wanted)[given != 0].any():
            raise Again
        return np.rot90(given, turns), np.rot90(wanted, turns)

    kinds = task.sample((SQUARE, BAR, CORNER, PAIR), 4)
    return pairs if ordered else shapes


CONCEPTS: Final[tuple[Concept, ...]] = (
    small_fill_enclosed,
    small_symmetry,
    small_majority,
    small_invert,
    small_border,
    small_largest,
    small_row_counts,
    small_logic,
    small_replace,
)
