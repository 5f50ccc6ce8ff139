"""Concepts about objects: which one it is, what it becomes, where it goes."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import (
    GREY,
    Again,
    Concept,
    Draw,
    Example,
    Mask,
    Picture,
    around,
    blank,
    blob,
    colours,
    paint,
    put,
    ring,
    room,
    turned,
)


def recolour_by_size(task: Random) -> Draw:
    """The largest object (or the smallest) gets one colour, the others another."""
    before, chosen, rest = colours(task, 3)
    largest = task.random() < 0.7

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 18)
        sizes = sorted(chance.sample(range(2, 10), chance.randint(3, 5)), reverse=largest)
        wanted = given.copy()
        for place, size in enumerate(sizes):
            shape = blob(chance, size)
            corner = put(chance, given, shape, before)
            paint(wanted, *corner, shape, rest if place else chosen)
        return given, wanted

    return draw


def recolour_by_holes(task: Random) -> Draw:
    """Frames with one hole and frames with two get different colours."""
    before, one, two = colours(task, 3)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 19)
        wanted = given.copy()
        for holes in [1, 2, *(chance.randint(1, 2) for _ in range(chance.randint(1, 2)))]:
            side = chance.randint(3, 5)
            shape = ring(side, side)
            if holes == 2:
                shape = np.concatenate([shape, shape[:, 1:]], axis=1)
            if chance.random() < 0.5:
                shape = shape.T
            corner = put(chance, given, shape, before)
            paint(wanted, *corner, shape, one if holes == 1 else two)
        return given, wanted

    return draw


def outline(task: Random) -> Draw:
    """Every object gets a ring of one colour around it."""
    line = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 18)
        for colour in colours(chance, chance.randint(2, 4), without=(line,)):
            put(chance, given, blob(chance, chance.randint(1, 6)), colour, gap=3)
        wanted = given.copy()
        wanted[around(given)] = line
        return given, wanted

    return draw


def crop_odd_one_out(task: Random) -> Draw:
    """The output is the one object whose colour (or shape) no other has."""
    by_colour = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 17)
        usual, odd = colours(chance, 2)
        shape, other = blob(chance, 5), blob(chance, 5)
        if shape.shape == other.shape and (shape == other).all():
            raise Again
        for _ in range(chance.randint(2, 4)):
            put(chance, given, shape, usual)
        mask = shape if by_colour else other
        colour = odd if by_colour else usual
        put(chance, given, mask, colour)
        return given, (mask * colour).astype(np.int8)

    return draw


def crop_largest(task: Random) -> Draw:
    """The output is the largest object, which may have several colours."""

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 18)
        sizes = chance.sample(range(3, 12), chance.randint(2, 4))
        wanted = given
        for size in sorted(sizes):
            wanted = _mottled(chance, blob(chance, size))
            top, left = room(chance, given, *wanted.shape)
            given[top : top + wanted.shape[0], left : left + wanted.shape[1]] = wanted
        return given, wanted

    return draw


def count_to_bar(task: Random) -> Draw:
    """The output is a row with as many filled cells as there are objects of one colour."""
    counted, length = task.randint(1, 9), task.randint(5, 7)

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 17)
        count = chance.randint(1, length)
        for _ in range(count):
            put(chance, given, blob(chance, chance.randint(1, 4)), counted)
        for colour in colours(chance, chance.randint(1, 3), without=(counted,)):
            put(chance, given, blob(chance, chance.randint(1, 4)), colour)
        wanted = np.zeros((1, length), np.int8)
        wanted[0, :count] = counted
        return given, wanted

    return draw


def colour_of_most(task: Random) -> Draw:
    """The output is one cell of the colour that most objects have."""

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 17)
        palette = colours(chance, chance.randint(2, 3))
        counts = chance.sample(range(1, 5), len(palette))
        for colour, count in zip(palette, counts, strict=True):
            for _ in range(count):
                put(chance, given, blob(chance, chance.randint(1, 5)), colour)
        return given, np.full((1, 1), palette[counts.index(max(counts))], np.int8)

    return draw


def sort_bars(task: Random) -> Draw:
    """Bars that stand on the bottom are put in order of height."""
    rising = task.random() < 0.5

    def draw(chance: Random) -> Example:
        count = chance.randint(3, 6)
        height = chance.randint(count + 1, 12)
        bars = list(
            zip(chance.sample(range(1, height), count), colours(chance, count), strict=True)
        )
        return _bars(bars, height), _bars(sorted(bars, reverse=not rising), height)

    return draw


def copy_to_marks(task: Random) -> Draw:
    """A pattern stands once in full. At each mark, the colour of its middle, it is repeated."""
    mark = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 19)
        stamp = np.zeros((3, 3), np.int8)
        colour = colours(chance, 1, without=(mark,))[0]
        for cell in chance.sample([k for k in range(9) if k != 4], chance.randint(3, 6)):
            stamp.flat[cell] = colour
        stamp[1, 1] = mark
        corners = []
        wanted = given.copy()
        for _ in range(chance.randint(3, 5)):
            top, left = room(chance, wanted, 3, 3)
            wanted[top : top + 3, left : left + 3] = stamp
            corners.append((top, left))
        for top, left in corners[1:]:
            given[top + 1, left + 1] = mark
        top, left = corners[0]
        given[top : top + 3, left : left + 3] = stamp
        return given, wanted

    return draw


def move_to_wall(task: Random) -> Draw:
    """Objects slide as they are until they touch the wall at one side."""
    wall, turns = task.randint(1, 9), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 15)
        given[-1] = wall
        wanted = given.copy()
        low = 0
        for colour in colours(chance, chance.randint(2, 3), without=(wall,)):
            shape = blob(chance, chance.randint(2, 6))
            height, width = shape.shape
            high = given.shape[0] - height - 1
            if low + width > given.shape[1] or high < 1:
                raise Again
            paint(given, chance.randrange(high), low, shape, colour)
            paint(wanted, high, low, shape, colour)
            low += width + chance.randint(0, 2)
        return np.rot90(given, turns), np.rot90(wanted, turns)

    return draw


def colour_of_same_shape(task: Random) -> Draw:
    """A grey object takes the colour of the coloured object with its shape."""

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 18)
        wanted = given.copy()
        shapes = [blob(chance, size) for size in chance.sample(range(3, 8), 3)]
        for shape, colour in zip(shapes, colours(chance, 3, without=(GREY,)), strict=True):
            paint(wanted, *put(chance, given, shape, colour), shape, colour)
            for _ in range(chance.randint(1, 2)):
                paint(wanted, *put(chance, given, shape, GREY), shape, colour)
        return given, wanted

    return draw


def remove_at_edge(task: Random) -> Draw:
    """Objects that touch the edge vanish (or only they stay)."""
    colour, vanish = task.randint(1, 9), task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 17)
        wanted = given.copy()
        for _ in range(chance.randint(4, 7)):
            shape = blob(chance, chance.randint(2, 6))
            top, left = put(chance, given, shape, colour)
            bottom, right = top + shape.shape[0], left + shape.shape[1]
            at_edge = not (top and left) or bottom == given.shape[0] or right == given.shape[1]
            if at_edge != vanish:
                paint(wanted, top, left, shape, colour)
        return given, wanted

    return draw


def turn_each(task: Random) -> Draw:
    """Every object, a square box of several colours, is turned or mirrored where it stands."""
    code = task.randint(1, 7)

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 15)
        wanted = given.copy()
        for _ in range(chance.randint(1, 3)):
            side = chance.randint(2, 4)
            look = _mottled(chance, np.ones((side, side), bool))
            top, left = room(chance, given, side, side)
            given[top : top + side, left : left + side] = look
            wanted[top : top + side, left : left + side] = turned(look, code)
        return given, wanted

    return draw


def _mottled(chance: Random, shape: Mask) -> Picture:
    """The shape, each cell in one of three colours."""
    palette = colours(chance, 3)
    cells = [chance.choice(palette) for _ in range(shape.size)]
    return (np.array(cells, np.int8).reshape(shape.shape) * shape).astype(np.int8)


def _bars(bars: list[tuple[int, int]], height: int) -> Picture:
    grid = np.zeros((height, 2 * len(bars) - 1), np.int8)
    for place, (length, colour) in enumerate(bars):
        grid[height - length :, 2 * place] = colour
    return grid


CONCEPTS: Final[tuple[Concept, ...]] = (
    recolour_by_size,
    recolour_by_holes,
    outline,
    crop_odd_one_out,
    crop_largest,
    count_to_bar,
    colour_of_most,
    sort_bars,
    copy_to_marks,
    move_to_wall,
    colour_of_same_shape,
    remove_at_edge,
    turn_each,
)
