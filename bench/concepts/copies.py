"""Concepts about copies of objects and about their number."""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, blank, blob, colours
from .things import Thing, add, block, different, in_colour, picked, some_block, turn


def copy_over_line(task: Random) -> Draw:
    """Objects beside a line are copied to its other side, mirrored or not."""
    line, new = colours(task, 2)
    mirrored, own, quarters = task.random() < 0.5, task.random() < 0.6, task.randrange(4)

    def draw(chance: Random) -> Example:
        side = blank(chance, 5, 8)
        for colour in colours(chance, chance.randint(1, 3), without=(line, new)):
            add(chance, side, in_colour(blob(chance, chance.randint(3, 6)), colour))
        middle = block(side.shape[0], 1, line)
        image = side[:, ::-1] if mirrored else side
        if not own:
            image = in_colour(image != 0, new)
        given = np.concatenate([side, middle, np.zeros_like(side)], axis=1)
        return turn((given, np.concatenate([side, middle, image], axis=1)), quarters)

    return draw


def copies_by_marks(task: Random) -> Draw:
    """The output has as many copies of the object as there are marks, side by side."""
    mark, gap, below = task.randint(1, 9), task.choice((0, 1)), task.random() < 0.5
    counts = cycle(task.sample(range(1, 5), 4))

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 12)
        palette = colours(chance, 2, without=(mark,))
        look = in_colour(blob(chance, chance.randint(4, 6)), palette[0])
        if look.shape[0] > 4 or look.shape[1] > 4:
            look = block(2, 3, palette[0])
        look[look != 0] = [chance.choice(palette) for _ in look[look != 0]]
        add(chance, given, look)
        count = next(counts)
        for _ in range(count):
            add(chance, given, block(1, 1, mark))
        if below:
            wanted = np.concatenate([np.pad(look, ((0, gap), (0, 0)))] * count)
            return given, wanted[: len(wanted) - gap]
        wanted = np.concatenate([np.pad(look, ((0, 0), (0, gap)))] * count, axis=1)
        return given, wanted[:, : wanted.shape[1] - gap]

    return draw


def copy_beside(task: Random) -> Draw:
    """Each object gets a copy in a fixed colour on one side of it, touching or not."""
    new, gap, quarters = task.randint(1, 9), task.choice((0, 1)), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 17)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 3), without=(new,)):
            mask = blob(chance, chance.randint(3, 6))
            pair = [in_colour(mask, colour), np.zeros((len(mask), gap), np.int8)]
            pair.append(in_colour(mask, new))
            both = add(chance, wanted, np.concatenate(pair, axis=1))
            Thing(both.top, both.left, pair[0]).show(given)
        return turn((given, wanted), quarters)

    return draw


def count_in_row(task: Random) -> Draw:
    """The output is a row, a column or a diagonal as long as the number of objects of a colour."""
    counted, other = colours(task, 2)
    how, counts = task.choice(("row", "column", "diagonal")), cycle(task.sample(range(1, 6), 5))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        count = next(counts)
        for _ in range(count):
            add(chance, given, some_block(chance, 1, 2, counted))
        for _ in range(chance.choice([n for n in range(1, 5) if n != count])):
            add(chance, given, some_block(chance, 1, 2, other))
        row = block(1, count, counted)
        if how == "diagonal":
            return given, (np.eye(count, dtype=np.int8) * counted).astype(np.int8)
        return given, row if how == "row" else row.T

    return draw


def count_square(task: Random) -> Draw:
    """The output is a filled square whose side is the number of objects, or of colours."""
    of_colours, fixed = task.random() < 0.5, task.randint(1, 9)
    counts = cycle(task.sample(range(1, 6), 5))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        count = next(counts)
        palette = colours(chance, count if of_colours else 1)
        number = chance.randint(count, 6) if of_colours else count
        for place in range(number):
            look = in_colour(blob(chance, chance.randint(1, 5)), palette[place % len(palette)])
            add(chance, given, look)
        return given, block(count, count, fixed if of_colours else palette[0])

    return draw


def all_to_commonest(task: Random) -> Draw:
    """All objects get the colour that most of them have, or the others vanish."""
    how = task.choice(("recolour", "keep"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        palette, size = colours(chance, chance.randint(2, 4)), chance.randint(2, 5)
        numbers = [chance.randint(3, 4), *(chance.randint(1, 2) for _ in palette[1:])]
        things = []
        for colour, number in zip(palette, numbers, strict=True):
            looks = [in_colour(blob(chance, size), colour) for _ in range(number)]
            things += [add(chance, given, look) for look in looks]
        chosen = range(numbers[0]) if how == "keep" else range(len(things))
        return given, picked(given, things, chosen, how, palette[0])

    return draw


def box_by_dots(task: Random) -> Draw:
    """Of boxes with dots in them, the one with most (or fewest) dots is cropped or recoloured."""
    colour, dot, new = colours(task, 3)
    most, how = task.random() < 0.6, task.choice(("crop", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 19)
        counts = chance.sample(range(1, 7), chance.randint(3, 4))
        things = []
        for count in counts:
            look = some_block(chance, 4, 6, colour)
            inner = look[1:-1, 1:-1]
            if count > inner.size:
                raise Again
            for spot in chance.sample(range(inner.size), count):
                inner[divmod(spot, inner.shape[1])] = dot
            things.append(add(chance, given, look))
        best = (max if most else min)(range(len(counts)), key=counts.__getitem__)
        if how == "crop":
            return given, things[best].look.copy()
        wanted = given.copy()
        look = things[best].look
        Thing(things[best].top, things[best].left, np.where(look == dot, look, new)).show(wanted)
        return given, wanted

    return draw


def count_shape(task: Random) -> Draw:
    """The object of which there are most copies (or only one) is the output."""
    most = task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        numbers = [3, 1, 2] if most else [1, 2, 3]
        palette = colours(chance, 3)
        masks = different(chance, 3, 3, 6)
        for mask, colour, number in zip(masks, palette, numbers, strict=True):
            for _ in range(number):
                add(chance, given, in_colour(mask, colour))
        return given, in_colour(masks[0], palette[0])

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    copy_over_line,
    copies_by_marks,
    copy_beside,
    count_in_row,
    count_square,
    all_to_commonest,
    box_by_dots,
    count_shape,
)
