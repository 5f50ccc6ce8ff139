"""Concepts on small grids whose cells move, turn, are copied or go on as lines."""

from __future__ import annotations

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
    both_turned,
    colours,
    dealt,
    inside,
    speckled,
    turned,
)


def lopsided(chance: Random, side: int, palette: list[int], share: float) -> Picture:
    """A square in which each turn and mirror can be seen."""
    grid = speckled(chance, side, side, palette, share)
    if len({turned(grid, code).tobytes() for code in range(8)}) < 8:
        raise Again
    return grid


def small_step(task: Random) -> Draw:
    """Everything moves one cell in one direction. What leaves is lost or comes in opposite."""
    turns, wrap, side = task.randrange(4), task.random() < 0.5, task.choice((4, 5, 5, 5, 6))

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(1, 3))
        given = speckled(chance, side, side, palette, chance.uniform(0.25, 0.45))
        if not given[-1].any():
            raise Again  # nothing shows what leaves
        wanted = np.roll(given, 1, 0)
        if not wrap:
            wanted[0] = 0
        return np.rot90(given, turns), np.rot90(wanted, turns)

    return draw


def small_turn_by_key(task: Random) -> Draw:
    """The colour of the top row says whether the figure below it is turned or mirrored, and how."""
    keys = colours(task, 2)
    codes = task.sample((1, 2, 3, 4, 5, 7), 2)
    cases = dealt(task, (0, 1))

    def draw(chance: Random) -> Example:
        case, side = cases(), chance.randint(3, 5)
        palette = colours(chance, chance.randint(1, 3), without=tuple(keys))
        figure = lopsided(chance, side, palette, 0.5)
        bar = np.full((1, side), keys[case], np.int8)
        return np.concatenate([bar, figure]), np.asarray(turned(figure, codes[case]), np.int8)

    return draw


def small_gravity(task: Random) -> Draw:
    """In each row the cells slide to one side, as far as the side or a wall lets them."""
    turns, wall = task.choice((0, 2)), task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        height, width = chance.randint(4, 6), chance.randint(5, 7)
        palette = colours(chance, chance.randint(1, 3), without=(wall,))
        given = speckled(chance, height, width, palette, 0.3)
        if wall:
            for i in chance.sample(range(height), chance.randint(2, 3)):
                given[i, chance.randint(2, width - 2)] = wall
        wanted = np.zeros_like(given)
        for i, row in enumerate(given.tolist()):
            free = width - 1
            for j in range(width - 1, -1, -1):
                at = j if row[j] == wall else free
                if row[j]:
                    wanted[i, at], free = row[j], at - 1
        halted = wanted[:, :-1][(wanted[:, :-1] != 0) & (wanted[:, 1:] == wall)]
        if wall and not (halted[halted != wall]).size:
            raise Again  # no wall stops a cell
        return np.rot90(given, turns), np.rot90(wanted, turns)

    return draw


def small_quadrants(task: Random) -> Draw:
    """One quarter of the grid has a picture. The other three get it, as it is or as in mirrors."""
    mirrored, line = task.random() < 0.5, task.choice((0, task.randint(1, 9)))
    side, corners = task.choice((2, 2, 3)), dealt(task, (0, 1, 2, 3))

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(2, 3), without=(line,))
        part = lopsided(chance, side, palette, 0.7)
        across = np.concatenate([part, part[:, ::-1] if mirrored else part], axis=1)
        wanted = np.concatenate([across, across[::-1] if mirrored else across])
        given = np.zeros_like(wanted)
        given[:side, :side] = part
        if line:
            given, wanted = (
                np.insert(np.insert(g, side, line, 0), side, line, 1) for g in (given, wanted)
            )
        down, over = (-1 if bit else 1 for bit in divmod(corners(), 2))
        return given[::down, ::over], wanted[::down, ::over]

    return draw


def small_connect(task: Random) -> Draw:
    """Two dots are joined by a straight line, or by one with a corner that turns always alike."""
    bent, code, line = task.random() < 0.6, task.randrange(8), task.choice((0, task.randint(1, 9)))
    leans = dealt(task, (True, False))

    def draw(chance: Random) -> Example:
        given = blank(chance, 5, 7)
        height, width = given.shape
        colour = colours(chance, 1, without=(line,))[0]
        top, bottom = sorted(chance.sample(range(height), 2))
        left, right = sorted(chance.sample(range(width), 2))
        if bottom - top < 2 or right - left < 2:
            raise Again
        wanted = given.copy()
        lean = leans()
        if bent:  # first along the row of the upper dot, then down
            first, last = (left, right) if lean else (right, left)
            wanted[top, left : right + 1] = wanted[top : bottom + 1, last] = line or colour
            dots = [(top, first), (bottom, last)]
        elif lean:
            wanted[top, left : right + 1] = line or colour
            dots = [(top, left), (top, right)]
        else:
            wanted[top : bottom + 1, left] = line or colour
            dots = [(top, left), (bottom, left)]
        for dot in dots:
            given[dot] = wanted[dot] = colour
        return both_turned(given, wanted, code)

    return draw


def small_cross(task: Random) -> Draw:
    """Through a dot run lines along its row and column, or along its diagonals."""
    slant, line = task.random() < 0.5, task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 4, 7)
        height, width = given.shape
        i, j = chance.randrange(height), chance.randrange(width)
        colour = colours(chance, 1, without=(line,))[0]
        down, over = np.mgrid[:height, :width] - np.array([[[i]], [[j]]])
        wanted = given.copy()
        wanted[abs(down) == abs(over) if slant else down * over == 0] = line or colour
        given[i, j] = wanted[i, j] = colour
        return given, wanted

    return draw


def small_bounce(task: Random) -> Draw:
    """A slanted line of two cells goes on to the other end and bounces off the sides."""
    turns, line = task.randrange(4), task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        height, width = chance.randint(6, 7), chance.randint(3, 5)
        colour = colours(chance, 1, without=(line,))[0]
        given, wanted = np.zeros((2, height, width), np.int8)
        j, step = chance.randrange(width), chance.choice((-1, 1))
        if not 0 <= j + step < width:
            step = -step
        for i in range(height):
            if i < 2:
                given[i, j] = colour
            wanted[i, j] = colour if i < 2 else line or colour
            if not 0 <= j + step < width:
                step = -step
            j += step
        return np.rot90(given, turns), np.rot90(wanted, turns)

    return draw


def small_shift_rows(task: Random) -> Draw:
    """The first row stays, the next moves one cell, then two. What leaves is lost or returns."""
    turns, wrap, step = task.choice((0, 0, 2, 1)), task.random() < 0.5, task.choice((1, -1))

    def draw(chance: Random) -> Example:
        height, width = chance.randint(3, 5), chance.randint(4, 7)
        given = speckled(chance, height, width, colours(chance, 3), 0.5)
        if not all(row.any() for row in given):
            raise Again
        wanted = np.zeros_like(given)
        for i in range(height):
            for j in range(width):
                if wrap or inside(given, i, j - i):
                    wanted[i, j] = given[i, (j - i) % width]
        return np.rot90(given[:, ::step], turns), np.rot90(wanted[:, ::step], turns)

    return draw


def small_repeat_columns(task: Random) -> Draw:
    """The first columns are repeated to the other side, each second time upside down perhaps."""
    code, upside_down = task.choice((0, 0, 2, 4)), task.random() < 0.4
    periods = dealt(task, (2, 3))

    def draw(chance: Random) -> Example:
        period = periods()
        height, width = chance.randint(3, 5), chance.randint(6, 7)
        part = speckled(chance, height, period, colours(chance, chance.randint(1, 3)), 0.5)
        columns = {part[:, j].tobytes() for j in range(period)}
        if not part.any(axis=0).all() or len(columns) < period or (part == part[::-1]).all():
            raise Again
        then = part[::-1] if upside_down else part
        wanted = np.concatenate([part, then, part, then], axis=1)[:, :width]
        given = wanted.copy()
        given[:, period:] = 0
        return both_turned(given, wanted, code)

    return draw


def small_sort_rows(task: Random) -> Draw:
    """Each row has a bar that begins at one side. The bars are put in order of length."""
    code, own = task.choice((0, 0, 2, 4, 5, 6)), task.random() < 0.6

    def draw(chance: Random) -> Example:
        height = chance.randint(3, 5)
        width = chance.randint(height + 1, 7)
        palette = colours(chance, height if own else 1)
        given = np.zeros((height, width), np.int8)
        for i, size in enumerate(chance.sample(range(1, width), height)):
            given[i, :size] = palette[i % len(palette)]
        wanted = np.array(sorted(given.tolist(), key=np.count_nonzero), np.int8)
        return both_turned(given, wanted, code)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    small_step,
    small_turn_by_key,
    small_gravity,
    small_quadrants,
    small_connect,
    small_cross,
    small_bounce,
    small_shift_rows,
    small_repeat_columns,
    small_sort_rows,
)
