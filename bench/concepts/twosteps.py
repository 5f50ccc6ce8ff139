"""Concepts of two steps: one object is chosen and changed, or the picture is changed twice."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import (
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
    ring,
    speckled,
    turned,
)
from .things import add, block, in_colour, turn


def largest_turned(task: Random) -> Draw:
    """The output is the largest object (or the smallest), mirrored or turned."""
    largest, code = task.random() < 0.7, task.randint(1, 7)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        sizes = sorted(chance.sample((4, 6, 8, 10, 12), 3), reverse=largest)
        for number, size in enumerate(sizes):
            look = _two_coloured(chance, blob(chance, size))
            if not number:
                wanted = turned(look, code).astype(np.int8)
                if wanted.shape == look.shape and (wanted == look).all():
                    raise Again
            add(chance, given, look)
        return given, wanted

    return draw


def _two_coloured(chance: Random, mask: Mask) -> Picture:
    first, second = colours(chance, 2)
    look = in_colour(mask, first)
    cells = np.argwhere(mask)
    for cell in chance.sample(range(len(cells)), max(1, len(cells) // 3)):
        look[tuple(cells[cell])] = second
    return look


def denoise_and_crop(task: Random) -> Draw:
    """Single dots of noise are around a picture, which is the output."""
    noise, mixed = task.randint(1, 9), task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        look = block(chance.randint(3, 5), chance.randint(3, 5), 0)
        palette = colours(chance, chance.randint(2, 3), without=(noise,))
        look.flat[:] = [chance.choice(palette) for _ in range(look.size)]
        add(chance, given, look)
        for _ in range(chance.randint(4, 8)):
            add(chance, given, block(1, 1, chance.randint(1, 9) if mixed else noise))
        return given, look

    return draw


def size_then_fall(task: Random) -> Draw:
    """Bars get the colour of their length, one to three, and then fall to one side."""
    before, *code = colours(task, 4)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        lengths = [1, 2, 3, *(chance.randint(1, 3) for _ in range(chance.randint(0, 3)))]
        rows = chance.randint(6, 10)
        given = np.zeros((rows, 2 * len(lengths) + chance.randint(0, 3)), np.int8)
        wanted = given.copy()
        places = chance.sample(range(0, given.shape[1], 2), len(lengths))
        for length, column in zip(lengths, places, strict=True):
            top = chance.randint(0, rows - length)
            given[top : top + length, column] = before
            wanted[rows - length :, column] = code[length - 1]
        return turn((given, wanted), quarters)

    return draw


def fill_and_remove(task: Random) -> Draw:
    """Closed frames are filled with a colour; frames with an opening vanish."""
    line, filling = colours(task, 2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 19)
        wanted = np.zeros_like(given)
        for closed in [True, False, *(chance.random() < 0.6 for _ in range(chance.randint(1, 2)))]:
            look = in_colour(ring(chance.randint(4, 6), chance.randint(4, 6)), line)
            if not closed:
                cell = chance.randrange(1, look.shape[1] - 1)
                look[chance.choice((0, -1)), cell] = 0
                look = np.rot90(look, chance.randrange(4))
            thing = add(chance, given, look)
            if closed:
                thing.show(wanted)
                wanted[thing.top + 1 : thing.bottom - 1, thing.left + 1 : thing.right - 1] = filling
        return given, wanted

    return draw


def scale_marked(task: Random) -> Draw:
    """The object with a cell in the mark's colour is the output, every cell a block."""
    mark, scale = task.randint(1, 9), task.randint(2, 3)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        for number, colour in enumerate(colours(chance, chance.randint(2, 4), without=(mark,))):
            look = in_colour(blob(chance, chance.randint(4, 6)), colour)
            if not number:
                cells = np.argwhere(look)
                look[tuple(cells[chance.randrange(len(cells))])] = mark
                wanted = np.kron(look, np.ones((scale, scale), np.int8))
            add(chance, given, look)
        return given, wanted

    return draw


def cropped_with_mirror(task: Random) -> Draw:
    """The output is the only object together with its mirror image beside or below it."""
    below, before = task.random() < 0.5, task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 7, 13)
        look = _two_coloured(chance, blob(chance, chance.randint(5, 8)))
        add(chance, given, look)
        axis = 0 if below else 1
        parts = [look, np.flip(look, axis)]
        return given, np.concatenate(parts[::-1] if before else parts, axis=axis)

    return draw


def bar_chart(task: Random) -> Draw:
    """Dots are counted by colour: the output has a bar for each, the longest first or last."""
    first, quarters, blocks = task.random() < 0.7, task.choice((0, 1, 3)), task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 13)
        counts = sorted(chance.sample(range(1, 7), chance.randint(3, 4)), reverse=first)
        wanted = np.zeros((max(counts), len(counts)), np.int8)
        for column, (count, colour) in enumerate(
            zip(counts, colours(chance, len(counts)), strict=True)
        ):
            wanted[max(counts) - count :, column] = colour
            for _ in range(count):
                add(chance, given, block(2 if blocks else 1, 1, colour))
        return given, np.rot90(wanted, quarters)

    return draw


def largest_outlined(task: Random) -> Draw:
    """The largest object gets a ring of a colour around it; all others vanish."""
    line, before = colours(task, 2)
    one_colour = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        sizes = chance.sample((1, 3, 5, 7, 10), chance.randint(3, 4))
        palette = colours(chance, len(sizes), without=(line,))
        wanted = np.zeros_like(given)
        for size, colour in zip(sizes, palette, strict=True):
            look = in_colour(blob(chance, size), before if one_colour else colour)
            thing = add(chance, given, look)
            if size == max(sizes):
                thing.show(wanted)
        wanted[around(wanted)] = line
        return given, wanted

    return draw


def turn_to_mark(task: Random) -> Draw:
    """The picture has one side in the mark's colour, and is turned until it is at its place."""
    mark, goal = task.randint(1, 9), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 13)
        look = block(chance.randint(3, 4), chance.randint(3, 4), 0)
        palette = colours(chance, 3, without=(mark,))
        look.flat[:] = [chance.choice(palette) for _ in range(look.size)]
        look[0] = mark
        add(chance, given, np.rot90(look, chance.randrange(4)))
        return given, np.rot90(look, goal)

    return draw


def crop_between_corners(task: Random) -> Draw:
    """Four cells are corners: the output is what lies between them, in their colour or its own."""
    recolour, corner = task.random() < 0.7, task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        rows, columns = given.shape
        mark, *palette = colours(chance, 3, without=(corner,))
        mark = corner or mark
        for i, j in np.ndindex(rows, columns):
            if chance.random() < 0.3:
                given[i, j] = chance.choice(palette)
        height, width = chance.randint(4, 7), chance.randint(4, 7)
        top, left = chance.randint(0, rows - height), chance.randint(0, columns - width)
        for i in (top, top + height - 1):
            for j in (left, left + width - 1):
                given[i, j] = mark
        inner = given[top + 1 : top + height - 1, left + 1 : left + width - 1].copy()
        if not 1 < (inner != 0).sum() < inner.size:
            raise Again
        if recolour:
            inner[inner != 0] = mark
        return given, inner

    return draw


def negative_beside(task: Random) -> Draw:
    """The output is the grid and beside it its mirror image, in which two colours are swapped."""
    below, mirror, ground = task.random() < 0.5, task.random() < 0.6, task.random() < 0.5

    def draw(chance: Random) -> Example:
        first, second = colours(chance, 2)
        second = 0 if ground else second
        shape = (chance.randint(3, 5), chance.randint(3, 5))
        given = np.array(
            [[chance.choice((first, second)) for _ in range(shape[1])] for _ in range(shape[0])],
            np.int8,
        )
        axis = 0 if below else 1
        other = np.where(given == first, second, first).astype(np.int8)
        other = np.flip(other, axis) if mirror else other
        return given, np.concatenate([given, other], axis=axis)

    return draw


def flip_and_recolour(task: Random) -> Draw:
    """The grid is mirrored or turned, and one of its colours becomes another one."""
    before, after, *others = colours(task, 4)
    code, share = task.randint(1, 7), task.choice((0.5, 0.7))

    def draw(chance: Random) -> Example:
        height, width = chance.randint(3, 5), chance.randint(3, 5)
        given = speckled(chance, height, width, [before, *others], share)
        if (given == before).sum() < 2:
            raise Again
        wanted = turned(given, code).astype(np.int8)
        wanted[wanted == before] = after
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    largest_turned,
    denoise_and_crop,
    size_then_fall,
    fill_and_remove,
    scale_marked,
    cropped_with_mirror,
    bar_chart,
    largest_outlined,
    turn_to_mark,
    crop_between_corners,
    negative_beside,
    flip_and_recolour,
)
