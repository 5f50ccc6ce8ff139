"""Concepts about order by size."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Concept, Draw, Example, blank, blob, colours
from .things import add, block, in_colour, picked, turn


def stack_by_length(task: Random) -> Draw:
    """Scattered lines of different lengths are stacked in the output by their length."""
    longest_first, quarters = task.random() < 0.5, task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 14)
        lengths = sorted(chance.sample(range(1, 8), chance.randint(3, 5)), reverse=longest_first)
        wanted = np.zeros((len(lengths), max(lengths)), np.int8)
        lines = list(zip(lengths, colours(chance, len(lengths)), strict=True))
        for row, (length, colour) in enumerate(lines):
            wanted[row, :length] = colour
        for length, colour in chance.sample(lines, len(lines)):
            add(chance, given, block(1, length, colour))
        return turn((given, wanted), quarters)

    return draw


def recolour_by_rank(task: Random) -> Draw:
    """Bars get colours by their rank in length: first, second, third, and perhaps fourth."""
    before, *ranks = colours(task, task.randint(4, 5))
    quarters, floor = task.randrange(4), task.random() < 0.6

    def draw(chance: Random) -> Example:
        height = chance.randint(7, 11)
        given = np.zeros((height, 2 * len(ranks) + 1 + chance.randint(0, 2)), np.int8)
        lengths = sorted(chance.sample(range(1, height), len(ranks)), reverse=True)
        wanted = given.copy()
        places = chance.sample(range(1, 2 * len(ranks) + 1, 2), len(ranks))
        for length, place, colour in zip(lengths, places, ranks, strict=True):
            end = height if floor else chance.randint(length, height)
            given[end - length : end, place] = before
            wanted[end - length : end, place] = colour
        return turn((given, wanted), quarters)

    return draw


def second_in_size(task: Random) -> Draw:
    """The second largest object (or the second smallest) is cropped, kept or recoloured."""
    before, new = colours(task, 2)
    largest, how = task.random() < 0.6, task.choice(("crop", "keep", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        count = chance.randint(3, 5)
        sizes = chance.sample((1, 3, 5, 8, 11, 14), count)
        palette = colours(chance, count, without=(new,))
        things = []
        for size, colour in zip(sizes, palette, strict=True):
            mask = blob(chance, size)
            things.append(add(chance, given, in_colour(mask, before if how != "crop" else colour)))
        second = sizes.index(sorted(sizes, reverse=largest)[1])
        return given, picked(given, things, {second}, how, new)

    return draw


def colours_by_size(task: Random) -> Draw:
    """The output lists the colours of the objects by their size, as a column or a row."""
    largest_first, across = task.random() < 0.7, task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        count = chance.randint(3, 4)
        sizes = sorted(chance.sample((1, 3, 5, 8, 12, 16), count), reverse=largest_first)
        palette = colours(chance, count)
        for place in chance.sample(range(count), count):
            add(chance, given, in_colour(blob(chance, sizes[place]), palette[place]))
        wanted = np.array([palette], np.int8)
        return given, wanted if across else wanted.T

    return draw


def row_by_height(task: Random) -> Draw:
    """Blocks of different heights and widths on the floor change places: they stand in order."""
    lowest_first, quarters = task.random() < 0.5, task.randrange(4)

    def draw(chance: Random) -> Example:
        count = chance.randint(3, 4)
        heights = chance.sample(range(1, 7), count)
        looks = [
            block(height, chance.randint(1, 3), colour)
            for height, colour in zip(heights, colours(chance, count), strict=True)
        ]
        shape = (chance.randint(7, 9), sum(look.shape[1] + 1 for look in looks) - 1)
        given, wanted = np.zeros(shape, np.int8), np.zeros(shape, np.int8)
        ranked = sorted(looks, key=len, reverse=not lowest_first)
        for grid, order in ((given, looks), (wanted, ranked)):
            left = 0
            for look in order:
                grid[shape[0] - len(look) :, left : left + look.shape[1]] = look
                left += look.shape[1] + 1
        return turn((given, wanted), quarters)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    stack_by_length,
    recolour_by_rank,
    second_in_size,
    colours_by_size,
    row_by_height,
)
