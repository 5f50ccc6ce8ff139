"""Concepts about sequences that go on: growing bars, lines in two colours, frames of a movement."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Cell, Concept, Draw, Example, blank, both_turned, colours, inside
from .things import block


def growing_bars(task: Random) -> Draw:
    """The first three bars on the floor grow by a step, which goes on to the other side."""
    colour, code = task.randint(1, 9), task.randrange(8)
    gap = task.choice((1, 2))

    def draw(chance: Random) -> Example:
        first, step, bars = chance.randint(1, 2), chance.randint(1, 2), chance.randint(5, 7)
        height = first + step * (bars - 1) + chance.randint(0, 2)
        wanted = np.zeros((height, bars * gap + chance.randrange(gap)), np.int8)
        for bar in range(-(-wanted.shape[1] // gap)):
            wanted[max(0, height - first - step * bar) :, bar * gap] = colour
        given = wanted.copy()
        given[:, 3 * gap :] = 0
        return both_turned(given, wanted, code)

    return draw


def line_in_turns(task: Random) -> Draw:
    """Each dot shoots a line to one side, in its own colour and another in turns."""
    other, own = colours(task, 2)
    code, several = task.randrange(8), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 14)
        for row in chance.sample(range(0, given.shape[0], 2), chance.randint(2, 3)):
            colour = chance.choice([c for c in range(1, 10) if c != other]) if several else own
            given[row, chance.randint(0, given.shape[1] - 5)] = colour
        wanted = given.copy()
        for i, j in np.argwhere(given):
            wanted[i, j + 1 :: 2], wanted[i, j + 2 :: 2] = other, given[i, j]
        return both_turned(given, wanted, code)

    return draw


def dashed_line(task: Random) -> Draw:
    """Each dot shoots a dashed line: every second cell (or third, or two of three) is filled."""
    colour, code = task.randint(1, 9), task.randrange(8)
    dash, period = task.choice(((1, 2), (1, 3), (2, 3), (1, 4)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        for row in chance.sample(range(0, given.shape[0], 2), chance.randint(2, 3)):
            given[row, chance.randint(0, given.shape[1] - 6)] = colour
        wanted = given.copy()
        for i, j in np.argwhere(given):
            for column in range(j, given.shape[1]):
                if (column - j) % period < dash:
                    wanted[i, column] = colour
        return both_turned(given, wanted, code)

    return draw


def pyramid(task: Random) -> Draw:
    """A line at the upper left: below it are lines one cell shorter each, above perhaps longer."""
    below, above, code = task.randint(1, 9), task.randint(1, 9), task.randrange(8)
    both = task.random() < 0.5

    def draw(chance: Random) -> Example:
        colour = chance.choice([c for c in range(1, 10) if c not in (below, above)])
        given = blank(chance, 7, 12)
        row, length = chance.randint(1, given.shape[0] - 3), chance.randint(3, 6)
        given[row, :length] = colour
        wanted = given.copy()
        for i in range(given.shape[0]):
            if i > row:
                wanted[i, : max(0, length - (i - row))] = below
            elif i < row and both:
                wanted[i, : length + row - i] = above
        return both_turned(given, wanted, code)

    return draw


def cone(task: Random) -> Draw:
    """Below each dot a cone widens by a cell a row, full or only its two edges."""
    full, code = task.random() < 0.5, task.randrange(4)
    colour = task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 14)
        own = chance.choice([c for c in range(1, 10) if c != colour])
        top, left = chance.randint(0, given.shape[0] - 4), chance.randint(1, given.shape[1] - 2)
        given[top, left] = own
        wanted = given.copy()
        for i in range(top + 1, given.shape[0]):
            for j in range(given.shape[1]):
                far = abs(j - left)
                if far <= i - top if full else far == i - top:
                    wanted[i, j] = colour or own
        return both_turned(given, wanted, code)

    return draw


def water_flows(task: Random) -> Draw:
    """Water falls from a source. On a bar it runs to both sides and falls on from its ends."""
    water, stone = colours(task, 2)
    code = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        height, width = given.shape
        given[0, chance.randint(3, width - 4)] = water
        for row in range(3, height - 1, 3):
            left = chance.randint(1, width - 4)
            given[row, left : left + chance.randint(1, min(4, width - 1 - left))] = stone
        wanted = given.copy()
        for i in range(1, height):
            falling = (wanted[i - 1] == water) & (given[i - 1] != stone)
            for j in np.flatnonzero(falling):
                if given[i, j] == stone:
                    for step in (-1, 1):
                        at = j
                        while 0 <= at < width and given[i, at] == stone:
                            wanted[i - 1, at] = water
                            at += step
                        if 0 <= at < width:
                            wanted[i - 1 : i + 1, at] = water
                else:
                    wanted[i, j] = water
        if (wanted == water).sum() < height + 2:
            raise Again
        return both_turned(given, wanted, code)

    return draw


def wave_goes_on(task: Random) -> Draw:
    """The first cells of a wave are there: it goes up and down to the other side."""
    code, height = task.randrange(8), task.randint(3, 4)

    def draw(chance: Random) -> Example:
        colour = chance.randint(1, 9)
        period, top = 2 * (height - 1), chance.randint(0, 3)
        wanted = np.zeros((height + top + chance.randint(0, 3), chance.randint(11, 17)), np.int8)
        for j in range(wanted.shape[1]):
            at = j % period
            wanted[top + min(at, period - at), j] = colour
        given = wanted.copy()
        given[:, period + 1 :] = 0
        return both_turned(given, wanted, code)

    return draw


def rows_in_turns(task: Random) -> Draw:
    """The first cells of a row (two or three) are repeated in it; rows without any stay empty."""
    code, length = task.randrange(8), task.choice((2, 3))

    def draw(chance: Random) -> Example:
        given = blank(chance, 7, 13)
        for row in chance.sample(range(given.shape[0]), chance.randint(2, 4)):
            given[row, :length] = colours(chance, length)
        wanted = given.copy()
        for j in range(length, given.shape[1]):
            wanted[:, j] = wanted[:, j - length]
        return both_turned(given, wanted, code)

    return draw


def next_frame(task: Random) -> Draw:
    """Three panels between lines show a thing that moves by one step: the output is the fourth."""
    line, upright = task.randint(1, 9), task.random() < 0.5
    step: Cell = task.choice(((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (1, -1)))

    def draw(chance: Random) -> Example:
        side, colour = chance.randint(5, 7), chance.choice([c for c in range(1, 10) if c != line])
        look = block(chance.randint(1, 2), chance.randint(1, 2), colour)
        top, left = chance.randrange(side), chance.randrange(side)
        frames = []
        for n in range(4):
            frame = np.zeros((side, side), np.int8)
            for i, j in np.argwhere(look):
                cell = (top + int(i) + n * step[0], left + int(j) + n * step[1])
                if not inside(frame, *cell):
                    raise Again
                frame[cell] = colour
            frames.append(frame)
        join = np.vstack if upright else np.hstack
        wall = np.full((1, side) if upright else (side, 1), line, np.int8)
        return join([frames[0], wall, frames[1], wall, frames[2]]), frames[3]

    return draw


def corner_lines(task: Random) -> Draw:
    """Corner pieces of three cells grow on at both ends to the edges of the grid."""
    extra = task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 14)
        colour = chance.choice([c for c in range(1, 10) if c != extra])
        i, j = chance.randint(2, given.shape[0] - 3), chance.randint(2, given.shape[1] - 3)
        di, dj = chance.choice((-1, 1)), chance.choice((-1, 1))
        given[i, j] = given[i + di, j] = given[i, j + dj] = colour
        wanted = given.copy()
        for step in ((di, 0), (0, dj)):
            y, x = i + 2 * step[0], j + 2 * step[1]
            while inside(given, y, x):
                wanted[y, x] = extra or colour
                y, x = y + step[0], x + step[1]
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    growing_bars,
    line_in_turns,
    dashed_line,
    pyramid,
    cone,
    water_flows,
    wave_goes_on,
    rows_in_turns,
    next_frame,
    corner_lines,
)
