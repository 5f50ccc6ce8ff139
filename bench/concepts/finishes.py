"""Concepts with a last step: the result is framed, mirrored, scaled, repeated or cropped."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import (
    Again,
    Concept,
    Draw,
    Example,
    blank,
    blob,
    colours,
    ring,
    room,
    turned,
)
from .things import Thing, add, block, in_colour, turn


def largest_with_border(task: Random) -> Draw:
    """The output is the largest object (or the smallest) with a border of a fixed colour."""
    line, largest = task.randint(1, 9), task.random() < 0.7

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        sizes = sorted(chance.sample((3, 5, 7, 9, 11), 3), reverse=largest)
        palette = colours(chance, 3, without=(line,))
        looks = [in_colour(blob(chance, n), c) for n, c in zip(sizes, palette, strict=True)]
        for look in looks:
            add(chance, given, look)
        return given, np.pad(looks[0], 1, constant_values=line)

    return draw


def marked_as_rosette(task: Random) -> Draw:
    """The object with a dot of the mark's colour is cropped; the output has it in four mirrors."""
    mark, inwards = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        looks = []
        for number, colour in enumerate(colours(chance, 3, without=(mark,))):
            look = in_colour(blob(chance, chance.randint(4, 6)), colour)
            if not number:
                cells = np.argwhere(look)
                look[tuple(cells[chance.randrange(len(cells))])] = mark
            looks.append(look)
            add(chance, given, look)
        one = np.flip(looks[0]) if inwards else looks[0]
        half = np.hstack([one, np.fliplr(one)])
        return given, np.vstack([half, np.flipud(half)])

    return draw


def panels_then_enlarged(task: Random) -> Draw:
    """Two panels beside a line become one, by both or by either; then each cell becomes a block."""
    line, first, second, after = colours(task, 4)
    scale, both, quarters = task.randint(2, 3), task.random() < 0.5, task.choice((0, 1))
    side = task.randint(3, 4)

    def draw(chance: Random) -> Example:
        masks = [np.array([chance.random() < 0.5 for _ in range(side * side)]) for _ in range(2)]
        a, b = (mask.reshape(side, side) for mask in masks)
        shown = (a & b) if both else (a | b)
        if not 1 < shown.sum() < shown.size:
            raise Again
        bar = np.full((side, 1), line, np.int8)
        given = np.hstack([in_colour(a, first), bar, in_colour(b, second)])
        wanted = np.kron(in_colour(shown, after), np.ones((scale, scale), np.int8))
        return turn((given, wanted), quarters)

    return draw


def filled_then_cropped(task: Random) -> Draw:
    """Of objects one is hollow: the output is it, with its inside filled in a fixed colour."""
    filling = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 16)
        first, *palette = colours(chance, 3, without=(filling,))
        height, width = chance.randint(3, 5), chance.randint(3, 6)
        look = in_colour(ring(height, width), first)
        if chance.random() < 0.5:  # not quite a rectangle
            look = np.pad(look, ((0, 1), (0, 0)))
            look[-1, chance.randrange(width)] = first
        add(chance, given, look)
        for colour in palette:
            add(chance, given, block(chance.randint(1, 3), chance.randint(1, 4), colour))
        wanted = look.copy()
        wanted[1 : height - 1, 1:-1] = filling
        return given, wanted

    return draw


def settled_in_frame(task: Random) -> Draw:
    """A frame holds dots, which fall to its floor; the output is the frame's inside."""
    line, dot = colours(task, 2)
    quarters, many = task.randrange(4), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        height, width = chance.randint(3, 6), chance.randint(3, 6)
        inner, wanted = block(height, width, 0), block(height, width, 0)
        for column in range(width):
            count = chance.randint(0, height - 1)
            palette = [chance.randint(1, 9) if many else dot for _ in range(count)]
            rows = sorted(chance.sample(range(height), count))
            inner[rows, column] = palette
            if count:
                wanted[-count:, column] = palette
        if (inner == line).any():
            raise Again
        look = np.pad(inner, 1, constant_values=line)
        top, left = room(chance, given, height + 2, width + 2)
        given[top : top + height + 2, left : left + width + 2] = look
        return turn((given, wanted), quarters)

    return draw


def cropped_in_mark_colour(task: Random) -> Draw:
    """The output is the largest object, in the colour of the single dot (or in a fixed one)."""
    fixed = task.choice((0, 0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        mark, *palette = colours(chance, 4, without=(fixed,))
        looks = [blob(chance, n) for n in chance.sample((3, 5, 7, 9, 11), 3)]
        for mask, colour in zip(looks, palette, strict=True):
            add(chance, given, in_colour(mask, colour))
        add(chance, given, block(1, 1, mark))
        largest = max(looks, key=lambda mask: int(mask.sum()))
        return given, in_colour(largest, fixed or mark)

    return draw


def shrunk_without_noise(task: Random) -> Draw:
    """A coarse picture of blocks has dots of noise: the output has a cell for each block."""
    noise, scale = task.randint(1, 9), task.randint(2, 4)

    def draw(chance: Random) -> Example:
        palette = [0, *colours(chance, 3, without=(noise,))]
        shape = (chance.randint(3, 5), chance.randint(3, 5))
        wanted = np.array([chance.choice(palette) for _ in range(shape[0] * shape[1])], np.int8)
        wanted = wanted.reshape(shape)
        given = np.kron(wanted, np.ones((scale, scale), np.int8))
        for cell in chance.sample(range(wanted.size), wanted.size // 3):
            i, j = divmod(cell, shape[1])
            given[i * scale + chance.randrange(scale), j * scale + chance.randrange(scale)] = noise
        return given, wanted

    return draw


def turned_then_repeated(task: Random) -> Draw:
    """The grid is mirrored or turned, and the result stands two or three times side by side."""
    code, count, below = task.randint(1, 7), task.randint(2, 3), task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(3, 4)
        palette = [0, *colours(chance, 2)]
        given = np.array([chance.choice(palette) for _ in range(side * side)], np.int8)
        given = given.reshape(side, side)
        one = turned(given, code).astype(np.int8)
        if (one == given).all():
            raise Again
        return given, np.tile(one, (count, 1) if below else (1, count))

    return draw


def denoised_beside_mirror(task: Random) -> Draw:
    """Cells of noise vanish; the output is the rest, and its mirror image beside it."""
    noise, below = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 5, 8)
        (colour,) = colours(chance, 1, without=(noise,))
        add(chance, given, in_colour(blob(chance, chance.randint(5, 8)), colour), 0)
        clean = given.copy()
        free = np.argwhere(given == 0)
        for cell in chance.sample(range(len(free)), chance.randint(2, 4)):
            given[tuple(free[cell])] = noise
        axis = 0 if below else 1
        return given, np.concatenate([clean, np.flip(clean, axis)], axis=axis)

    return draw


def rays_then_border(task: Random) -> Draw:
    """Dots shoot lines to one side; then the cells at the edge of the grid become a frame."""
    line, quarters, own = task.randint(1, 9), task.randrange(4), task.random() < 0.6
    fixed = task.choice([c for c in range(1, 10) if c != line])

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 14)
        wanted = given.copy()
        for column in chance.sample(range(1, given.shape[1] - 1), chance.randint(2, 4)):
            top = chance.randint(2, len(given) - 4)
            given[top, column] = chance.choice(colours(chance, 2, without=(line,)))
            wanted[top:, column] = given[top, column] if own else fixed
            wanted[top, column] = given[top, column]
        wanted[[0, -1], :], wanted[:, [0, -1]] = line, line
        return turn((given, wanted), quarters)

    return draw


def mended_then_cropped(task: Random) -> Draw:
    """A figure with two mirrors has a hole of a fixed colour: the output is the figure, mended."""
    hidden = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        half = chance.randint(2, 3)
        palette = colours(chance, 3, without=(hidden,))
        corner = np.array([chance.choice(palette) for _ in range(half * half)], np.int8)
        corner = corner.reshape(half, half)
        upper = np.hstack([corner, np.fliplr(corner)])
        look = np.vstack([upper, np.flipud(upper)])
        broken = look.copy()
        i, j = chance.randrange(2 * half - 1), chance.randrange(2 * half - 1)
        broken[i : i + 2, j : j + chance.randint(1, 2)] = hidden
        if (i < half <= i + 1) and (j < half <= j + 1):
            raise Again  # nothing shows what was there
        add(chance, given, broken)
        return given, look

    return draw


def cells_with_lines(task: Random) -> Draw:
    """Every cell becomes a block, with lines of a colour between the blocks."""
    line, scale, rim = task.randint(1, 9), task.randint(2, 3), task.random() < 0.4

    def draw(chance: Random) -> Example:
        palette = [0, *colours(chance, 3, without=(line,))]
        shape = (chance.randint(2, 4), chance.randint(2, 4))
        given = np.array([chance.choice(palette) for _ in range(shape[0] * shape[1])], np.int8)
        given = given.reshape(shape)
        side = scale + 1
        wanted = np.full((shape[0] * side + 1, shape[1] * side + 1), line, np.int8)
        for i, j in np.ndindex(*shape):
            wanted[i * side + 1 : i * side + side, j * side + 1 : j * side + side] = given[i, j]
        return given, wanted if rim else wanted[1:-1, 1:-1]

    return draw


def grid_beside_answer(task: Random) -> Draw:
    """The output is the grid, and beside or below it the same grid with its frames filled."""
    filling, below = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 7, 10)
        answer = given.copy()
        for colour in colours(chance, chance.randint(1, 2), without=(filling,)):
            frame = in_colour(ring(chance.randint(3, 4), chance.randint(3, 4)), colour)
            thing = add(chance, given, frame)
            whole = np.where(frame == 0, filling, frame).astype(np.int8)
            Thing(thing.top, thing.left, whole).show(answer)
        return given, np.concatenate([given, answer], axis=0 if below else 1)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    largest_with_border,
    marked_as_rosette,
    panels_then_enlarged,
    filled_then_cropped,
    settled_in_frame,
    cropped_in_mark_colour,
    shrunk_without_noise,
    turned_then_repeated,
    denoised_beside_mirror,
    rays_then_border,
    mended_then_cropped,
    cells_with_lines,
    grid_beside_answer,
)
