"""Concepts about regions: holes, panels, rooms between lines, boxes."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

import numpy as np

from .canvas import (
    Again,
    Concept,
    Draw,
    Example,
    Picture,
    blank,
    blob,
    colours,
    inside,
    paint,
    put,
    ring,
    room,
    speckled,
)


def fill_holes(task: Random) -> Draw:
    """Closed frames are filled with a colour; frames with an opening are not."""
    line, filling = colours(task, 2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 19)
        wanted = given.copy()
        for number in range(chance.randint(2, 5)):
            height, width = chance.randint(3, 6), chance.randint(3, 6)
            frame, closed = ring(height, width), not number or chance.random() < 0.6
            if not closed:
                frame[0, chance.randrange(1, width - 1)] = False
            top, left = put(chance, given, frame, line)
            paint(wanted, top, left, frame, line)
            if closed:
                paint(wanted, top, left, ~frame, filling)
        return given, wanted

    return draw


def panels_together(task: Random) -> Draw:
    """Two panels beside a line: cells filled in both, in one, or in only one of them."""
    how = task.choice((np.logical_and, np.logical_or, np.logical_xor, _neither))
    first, second, line, result = colours(task, 4)
    below = task.random() < 0.5

    def draw(chance: Random) -> Example:
        height, width = chance.randint(3, 7), chance.randint(3, 7)
        left, right = (speckled(chance, height, width, [c], 0.5) for c in (first, second))
        middle = np.full((height, 1), line, np.int8)
        given = np.concatenate([left, middle, right], axis=1)
        wanted = (how(left, right) * result).astype(np.int8)
        return (given.T, wanted.T) if below else (given, wanted)

    return draw


def _neither(a: Picture, b: Picture) -> Picture:
    return np.logical_not(np.logical_or(a, b)).astype(np.int8)


def pick_panel(task: Random) -> Draw:
    """Of panels between lines, the output is the one with the most (or fewest) filled cells."""
    line, most = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        side, count = chance.randint(3, 5), chance.randint(3, 4)
        colour = colours(chance, 1, without=(line,))[0]
        panels = []
        for filled in chance.sample(range(1, side * side), count):
            panel = np.zeros((side, side), np.int8)
            panel.flat[chance.sample(range(side * side), filled)] = colour
            panels.append(panel)
        parts = []
        for panel in panels:
            parts += [panel, np.full((side, 1), line, np.int8)]
        chosen = (max if most else min)(panels, key=np.count_nonzero)
        return np.concatenate(parts[:-1], axis=1), chosen

    return draw


def colour_rooms(task: Random) -> Draw:
    """Lines make rooms. A room with a coloured cell in it is filled with that colour."""
    line = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        down = [chance.randint(2, 5) for _ in range(chance.randint(2, 4))]
        across = [chance.randint(2, 5) for _ in range(chance.randint(2, 4))]
        given = np.full((sum(down) + len(down) - 1, sum(across) + len(across) - 1), line, np.int8)
        wanted = given.copy()
        for a, b in product(range(len(down)), range(len(across))):
            top, left = sum(down[:a]) + a, sum(across[:b]) + b
            place = np.s_[top : top + down[a], left : left + across[b]]
            colour = 0
            given[place] = 0
            if chance.random() < 0.5:
                colour = colours(chance, 1, without=(line,))[0]
                i, j = chance.randrange(down[a]), chance.randrange(across[b])
                given[top + i, left + j] = colour
            wanted[place] = colour
        return given, wanted

    return draw


def box_from_corners(task: Random) -> Draw:
    """Four cells are the corners of a box, whose inside is filled with a colour."""
    filling = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 18)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(1, 3), without=(filling,)):
            height, width = chance.randint(3, 6), chance.randint(3, 6)
            top, left = room(chance, wanted, height, width)
            wanted[top + 1 : top + height - 1, left + 1 : left + width - 1] = filling
            for i, j in product((top, top + height - 1), (left, left + width - 1)):
                given[i, j] = wanted[i, j] = colour
            wanted[top + 1 : top + height - 1, [left, left + width - 1]] = filling
            wanted[[top, top + height - 1], left + 1 : left + width - 1] = filling
        return given, wanted

    return draw


def recolour_by_legend(task: Random) -> Draw:
    """Pairs of cells in the corner say which colour becomes which."""

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 16)
        palette = colours(chance, 2 * chance.randint(2, 3))
        old, new = palette[::2], palette[1::2]
        given[: len(old), 0], given[: len(old), 1] = old, new
        wanted = given.copy()
        for before, after in zip(old, new, strict=True):
            for _ in range(chance.randint(1, 2)):
                shape = blob(chance, chance.randint(2, 6))
                paint(wanted, *put(chance, given, shape, before), shape, after)
        return given, wanted

    return draw


def swap_rings(task: Random) -> Draw:
    """The colours of nested rectangles change places, outermost with innermost."""

    def draw(chance: Random) -> Example:
        count = chance.randint(2, 4)
        least = 2 * count
        height, width = chance.randint(least, least + 4), chance.randint(least, least + 4)
        palette = colours(chance, count)
        return _nested(height, width, palette), _nested(height, width, palette[::-1])

    return draw


def _nested(height: int, width: int, palette: list[int]) -> Picture:
    grid = np.zeros((height, width), np.int8)
    for depth, colour in enumerate(palette):
        grid[depth : height - depth, depth : width - depth] = colour
    return grid


def flood_from_seed(task: Random) -> Draw:
    """Walls cross the grid. A seed's colour floods all ground that it can reach."""
    wall = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 15)
        height, width = given.shape
        given[chance.randrange(2, height - 2)] = wall
        given[:, chance.randrange(2, width - 2)] = wall
        if chance.random() < 0.5:
            given[chance.randrange(height), chance.randrange(width)] = 0
        ground = [(i, j) for i, j in product(range(height), range(width)) if not given[i, j]]
        seed, colour = chance.choice(ground), colours(chance, 1, without=(wall,))[0]
        given[seed] = colour
        wanted, waiting = given.copy(), [seed]
        while waiting:
            i, j = waiting.pop()
            for cell in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
                if inside(given, *cell) and not wanted[cell]:
                    wanted[cell] = colour
                    waiting.append(cell)
        if not (wanted == 0).any():
            raise Again
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    fill_holes,
    panels_together,
    pick_panel,
    colour_rooms,
    box_from_corners,
    recolour_by_legend,
    swap_rings,
    flood_from_seed,
)
