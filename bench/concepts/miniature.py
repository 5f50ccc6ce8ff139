"""Concepts on grids of five by five cells, each with one idea that fits there."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import (
    ROUND,
    SIDES,
    Again,
    Cell,
    Concept,
    Draw,
    Example,
    Mask,
    Picture,
    both_turned,
    colours,
    inside,
)
from .cases import by_case

SIDE: Final = 5


def _empty() -> Picture:
    return np.zeros((SIDE, SIDE), np.int8)


def _scattered(chance: Random, grid: Picture, count: int, palette: list[int]) -> list[Cell]:
    """So many black cells get a colour of the palette."""
    free = [(int(i), int(j)) for i, j in np.argwhere(grid == 0)]
    cells = chance.sample(free, count)
    for cell in cells:
        grid[cell] = chance.choice(palette)
    return cells


def free_lines(task: Random) -> Draw:
    """Rows and columns without any cell are filled with a colour."""
    fill, *palette = colours(task, task.choice((2, 4)))
    ground = some_ground(task, (fill, *palette))

    def draw(chance: Random) -> Example:
        given = _empty()
        _scattered(chance, given, chance.randint(3, 5), palette)
        rows, across = (given == 0).all(axis=1), (given == 0).all(axis=0)
        if not (1 <= rows.sum() <= 2 and 1 <= across.sum() <= 2):
            raise Again
        wanted = given.copy()
        wanted[rows, :] = fill
        wanted[:, across] = fill
        return laid_on(ground, given, wanted)

    return draw


def mine_counts(task: Random) -> Draw:
    """Empty cells beside one dot, by side or corner, get one colour, those beside two another."""
    dot, once, twice = colours(task, 3)
    near = task.choice((ROUND, ROUND, SIDES))
    only_two = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = _empty()
        _scattered(chance, given, chance.randint(2, 4), [dot])
        wanted = given.copy()
        counts = np.zeros((SIDE, SIDE), int)
        for i, j in np.argwhere(given):
            for di, dj in near:
                if inside(given, i + di, j + dj):
                    counts[i + di, j + dj] += 1
        free = given == 0
        if counts[free].max() != 2:
            raise Again
        wanted[free & (counts == 2)] = twice
        if not only_two:
            wanted[free & (counts == 1)] = once
        return given, wanted

    return draw


def _round_edge(first: int) -> list[Cell]:
    """The cells of a ring so far from the edge, in the order of a walk around it."""
    last = SIDE - 1 - first
    top = [(first, j) for j in range(first, last)]
    right = [(i, last) for i in range(first, last)]
    bottom = [(last, j) for j in range(last, first, -1)]
    return top + right + bottom + [(i, first) for i in range(last, first, -1)]


def ring_turns(task: Random) -> Draw:
    """The cells at the edge walk some steps around it; the inner ones stay or walk back."""
    steps, inner_too = task.choice((1, 2, -1, -2)), task.random() < 0.4
    full = task.random() < 0.3
    palette = colours(task, 4)

    def draw(chance: Random) -> Example:
        given = _empty()
        rings = _round_edge(0), _round_edge(1)
        for ring, count in zip(rings, (16 if full else chance.randint(3, 6), 3), strict=True):
            for cell in chance.sample(ring, count):
                given[cell] = chance.choice(palette)
        given[2, 2] = palette[0]
        wanted = given.copy()
        for ring, way in zip(rings, (steps, -steps if inner_too else 0), strict=True):
            for number, cell in enumerate(ring):
                wanted[ring[(number + way) % len(ring)]] = given[cell]
        turned = [np.rot90(given, n) for n in range(4)]
        if any((wanted == other).all() for other in turned) or len(np.unique(given)) < 4:
            raise Again
        return given, wanted

    return draw


def _lines_of_three(grid: Picture) -> list[list[Cell]]:
    """All places where three cells of one colour follow each other in a line."""
    found = []
    for i, j in np.argwhere(grid):
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(int(i) + n * di, int(j) + n * dj) for n in range(3)]
            if inside(grid, *line[2]) and len({int(grid[cell]) for cell in line}) == 1:
                found.append(line)
    return found


def three_in_line(task: Random) -> Draw:
    """Three dots of one colour in a row, column or slanted line are recoloured, or alone stay."""
    mark, first, second = colours(task, 3)
    keep = task.random() < 0.4
    steps = ((0, 1), (1, 0), task.choice(((1, 1), (1, -1))))

    def draw(chance: Random, step: Cell) -> Example:
        given = _empty()
        _scattered(chance, given, chance.randint(4, 5), [first])
        _scattered(chance, given, chance.randint(3, 5), [second])
        lines = _lines_of_three(given)
        if len(lines) != 1:
            raise Again
        (line,) = lines
        if (line[1][0] - line[0][0], line[1][1] - line[0][1]) != step:
            raise Again
        wanted = _empty() if keep else given.copy()
        for cell in line:
            wanted[cell] = given[cell] if keep else mark
        return given, wanted

    return by_case(task, steps, draw)


def jumps_over(task: Random) -> Draw:
    """As in draughts: a dot jumps over one of the other colour beside it, which is taken away."""
    mover, other = colours(task, 2)
    ground = some_ground(task, (mover, other))
    ways = task.choice((SIDES, SIDES, ((-1, -1), (-1, 1), (1, -1), (1, 1))))

    def jumps(grid: Picture) -> list[tuple[Cell, Cell, Cell]]:
        found = []
        for i, j in np.argwhere(grid == mover):
            for di, dj in ways:
                end = (int(i) + 2 * di, int(j) + 2 * dj)
                if inside(grid, *end) and grid[i + di, j + dj] == other and not grid[end]:
                    found.append(((int(i), int(j)), (int(i) + di, int(j) + dj), end))
        return found

    def draw(chance: Random) -> Example:
        given = _empty()
        _scattered(chance, given, chance.randint(1, 3), [mover])
        _scattered(chance, given, chance.randint(3, 5), [other])
        moves = jumps(given)
        touched = [cell for move in moves for cell in move]
        if not moves or len(set(touched)) < len(touched):
            raise Again
        wanted = given.copy()
        for start, over, end in moves:
            wanted[start] = wanted[over] = 0
            wanted[end] = mover
        if jumps(wanted):
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def seen_from_sides(task: Random) -> Draw:
    """At two edges of the grid it is marked which rows and columns the figure has cells in."""
    mark, figure = colours(task, 2)
    least, code = task.choice((1, 1, 2)), task.randrange(4)

    def draw(chance: Random) -> Example:
        side = SIDE + chance.choice((0, 0, 0, 1))
        given = np.zeros((side, side), np.int8)
        part = given[1:, 1:]
        _scattered(chance, part, chance.randint(3, 6), [figure])
        rows, across = (part > 0).sum(axis=1), (part > 0).sum(axis=0)
        shown: list[Mask] = [rows >= least, across >= least]
        if shown[0].all() or shown[1].all() or (shown[0] == shown[1]).all():
            raise Again
        if not (shown[0].any() and shown[1].any()):
            raise Again
        wanted = given.copy()
        wanted[1:, 0][shown[0]] = mark
        wanted[0, 1:][shown[1]] = mark
        return both_turned(given, wanted, code)

    return draw


def safe_cells(task: Random) -> Draw:
    """Empty cells that no dot sees along its row, column or slanted lines are marked."""
    dot, mark = colours(task, 2)
    slanted = [way for way in ROUND if 0 not in way]
    ways = task.choice((list(ROUND), slanted))

    def draw(chance: Random) -> Example:
        given = _empty()
        dots = _scattered(chance, given, 2 if len(ways) == 8 else chance.randint(2, 4), [dot])
        seen = given > 0
        for i, j in dots:
            for di, dj in ways:
                for far in range(1, SIDE):
                    if inside(given, i + far * di, j + far * dj):
                        seen[i + far * di, j + far * dj] = True
        if (~seen).sum() < 3:
            raise Again
        return given, np.where(seen, given, mark).astype(np.int8)

    return draw


def through_pivot(task: Random) -> Draw:
    """Each dot is seen again on the other side of the pivot, just as far from it."""
    pivot, *palette = colours(task, 4)
    fixed = task.choice((0, 0, palette.pop()))

    def draw(chance: Random) -> Example:
        given = _empty()
        i, j = chance.randint(1, 3), chance.randint(1, 3)
        given[i, j] = pivot
        dots = _scattered(chance, given, chance.randint(2, 4), palette)
        wanted = given.copy()
        images = 0
        for y, x in dots:
            far = (2 * i - y, 2 * j - x)
            if inside(given, *far):
                if given[far]:
                    raise Again
                wanted[far] = fixed or given[y, x]
                images += (y != i) and (x != j)
        if not images or ((i, j) == (2, 2) and chance.random() < 0.6):
            raise Again
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    free_lines,
    mine_counts,
    ring_turns,
    three_in_line,
    jumps_over,
    seen_from_sides,
    safe_cells,
    through_pivot,
)
