"""Concepts of two rounds: the second step is about what the first one has made."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import (
    Again,
    Concept,
    Draw,
    Example,
    around,
    blank,
    blob,
    colours,
    ring,
    room,
)
from .things import Thing, add, block, in_colour, some_block, turn


def denoised_then_ranked(task: Random) -> Draw:
    """Noise vanishes, also from blocks; then the largest (or smallest) block is recoloured."""
    noise, before, after = colours(task, 3)
    largest = task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        wanted = given.copy()
        sizes = chance.sample([(3, 3), (3, 5), (4, 5), (5, 6)], chance.randint(2, 3))
        chosen = (max if largest else min)(sizes, key=lambda size: size[0] * size[1])
        for height, width in sizes:
            look = block(height, width, before)
            thing = add(chance, given, look)
            thing.show(wanted, after if (height, width) == chosen else before)
        for _ in range(chance.randint(5, 9)):
            i, j = chance.randrange(given.shape[0]), chance.randrange(given.shape[1])
            near = given[max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2]
            if not (near == noise).any():
                given[i, j] = noise
        return given, wanted

    return draw


def closed_then_filled(task: Random) -> Draw:
    """Frames have gaps: they are closed in the frame's colour, and the inside is filled."""
    line, filling = colours(task, 2)
    own = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        wanted = given.copy()
        palette = colours(chance, 3, without=(filling,))
        for number in range(chance.randint(2, 3)):
            colour = palette[number] if own else line
            frame = in_colour(ring(chance.randint(4, 6), chance.randint(4, 6)), colour)
            whole = np.where(frame == 0, filling, frame).astype(np.int8)
            look = frame.copy()
            look[0, chance.randrange(1, look.shape[1] - 1)] = 0
            quarters = chance.randrange(4)
            thing = add(chance, given, np.rot90(look, quarters))
            Thing(thing.top, thing.left, np.rot90(whole, quarters)).show(wanted)
        return given, wanted

    return draw


def corners_then_filled(task: Random) -> Draw:
    """Four dots are joined to a frame in a second colour, and its inside gets a third one."""
    dot, line, filling = colours(task, 3)
    same = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        wanted = given.copy()
        for _ in range(chance.randint(1, 2)):
            height, width = chance.randint(4, 6), chance.randint(4, 6)
            top, left = room(chance, wanted, height, width)
            box = wanted[top : top + height, left : left + width]
            box[:] = dot if same else line
            box[1:-1, 1:-1] = filling
            for i in (0, height - 1):
                for j in (0, width - 1):
                    box[i, j] = given[top + i, left + j] = dot
        return given, wanted

    return draw


def fallen_then_lowest(task: Random) -> Draw:
    """Blocks fall to one side, on each other; those that reach the side itself are recoloured."""
    before, after = colours(task, 2)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        columns, rows = chance.randint(3, 4), chance.randint(9, 12)
        given = np.zeros((rows, 3 * columns + 1), np.int8)
        wanted = given.copy()
        for column in range(columns):
            lengths = [chance.randint(1, 2) for _ in range(chance.randint(1, 2))]
            free = rows - sum(lengths) - len(lengths)
            if free < 2:
                raise Again
            top, floor = 0, rows
            tops = []
            for length in lengths:
                top += chance.randint(0, free // len(lengths))
                tops.append(top)
                given[top : top + length, 3 * column + 1 : 3 * column + 3] = before
                top += length + 1
            for length in reversed(lengths):
                lowest = floor == rows
                floor -= length
                wanted[floor : floor + length, 3 * column + 1 : 3 * column + 3] = (
                    after if lowest else before
                )
        return turn((given, wanted), quarters)

    return draw


def lines_then_rooms(task: Random) -> Draw:
    """Dots at two edges become lines across the grid; rooms not at the edge are filled."""
    line, filling = colours(task, 2)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        rows, columns = given.shape
        wanted = given.copy()
        lines = [sorted(chance.sample(range(2, side - 2), 2)) for side in (rows, columns)]
        if any(b - a < 3 for a, b in lines):
            raise Again
        given[lines[0], 0], given[0, lines[1]] = line, line
        wanted[lines[0], :], wanted[:, lines[1]] = line, line
        (a, b), (c, d) = lines
        wanted[a + 1 : b, c + 1 : d] = filling
        return turn((given, wanted), quarters)

    return draw


def ring_in_place(task: Random) -> Draw:
    """Each object gets a ring of a colour around it, and vanishes itself or gets another colour."""
    line, after = colours(task, 2)
    vanish = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 3), without=(line, after)):
            mask = blob(chance, chance.randint(2, 6))
            thing = add(chance, given, np.pad(in_colour(mask, colour), 1), 0)
            own = np.zeros_like(given)
            thing.show(own)
            wanted[around(own)] = line
            if not vanish:
                wanted[own != 0] = after
        return given, wanted

    return draw


def joined_then_outlined(task: Random) -> Draw:
    """Two dots of a colour are joined by a line, and what results gets a ring around it."""
    line = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 16)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(1, 3), without=(line,)):
            length = chance.randint(3, 6)
            shape = (1, length) if chance.random() < 0.5 else (length, 1)
            top, left = room(chance, wanted, shape[0] + 2, shape[1] + 2, 0)
            bottom, right = top + shape[0], left + shape[1]
            wanted[top : bottom + 2, left : right + 2] = line
            wanted[top + 1 : bottom + 1, left + 1 : right + 1] = colour
            given[top + 1, left + 1] = given[bottom, right] = colour
        return given, wanted

    return draw


def sorted_then_marked(task: Random) -> Draw:
    """Bars on the floor are put in order of height, and the highest (or lowest) is recoloured."""
    before, after = colours(task, 2)
    rising, highest, quarters = task.random() < 0.5, task.random() < 0.6, task.randrange(4)

    def draw(chance: Random) -> Example:
        count = chance.randint(3, 5)
        given = np.zeros((chance.randint(7, 9), 2 * count + 1), np.int8)
        wanted = given.copy()
        heights = chance.sample(range(1, 7), count)
        for number, height in enumerate(heights):
            given[-height:, 2 * number + 1] = before
        for number, height in enumerate(sorted(heights, reverse=not rising)):
            chosen = height == (max(heights) if highest else min(heights))
            wanted[-height:, 2 * number + 1] = after if chosen else before
        return turn((given, wanted), quarters)

    return draw


def slid_then_painted(task: Random) -> Draw:
    """Objects slide to the bar at one side and take its colour, or the bar vanishes afterwards."""
    bar, quarters, paint = task.randint(1, 9), task.randrange(4), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = np.zeros((chance.randint(9, 12), chance.randint(11, 15)), np.int8)
        wanted = given.copy()
        given[-1] = bar
        if paint:
            wanted[-1] = bar
        left = 0
        for colour in colours(chance, chance.randint(2, 4), without=(bar,)):
            look = some_block(chance, 1, 3, colour)
            left += chance.randint(0, 1)
            if left + look.shape[1] > given.shape[1]:
                raise Again
            Thing(chance.randint(0, 4), left, look).show(given)
            thing = Thing(len(given) - 1 - look.shape[0], left, look)
            thing.show(wanted, bar if paint else 0)
            left += look.shape[1] + 1
        return turn((given, wanted), quarters)

    return draw


def filled_without_walls(task: Random) -> Draw:
    """What walls enclose is filled with a colour (or theirs); the walls themselves vanish."""
    filling, fixed = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 3), without=(filling,)):
            frame = in_colour(ring(chance.randint(3, 5), chance.randint(3, 6)), colour)
            thing = add(chance, given, frame)
            inner = np.where(frame == 0, filling if fixed else colour, 0).astype(np.int8)
            Thing(thing.top, thing.left, inner).show(wanted)
        for _ in range(chance.randint(0, 2)):
            add(chance, given, block(1, chance.randint(2, 4), chance.randint(1, 9)))
        return given, wanted

    return draw


def completed_then_recoloured(task: Random) -> Draw:
    """Frames lack a corner, which returns; then each frame gets the colour of the dot inside it."""
    line, keep = task.randint(1, 9), task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 3), without=(line,)):
            height, width = chance.randint(4, 5), chance.randint(4, 5)
            frame = ring(height, width)
            look = in_colour(frame, line)
            look[chance.choice((0, -1)), chance.choice((0, -1))] = 0
            top, left = room(chance, given, height, width)
            Thing(top, left, look).show(given)
            wanted[top : top + height, left : left + width][frame] = colour
            i = top + chance.randrange(1, height - 1)
            j = left + chance.randrange(1, width - 1)
            given[i, j] = colour
            wanted[i, j] = colour if keep else 0
        return given, wanted

    return draw


def rays_then_front(task: Random) -> Draw:
    """Dots shoot lines to the wall opposite; where a line meets the wall, the wall is marked."""
    wall, mark = colours(task, 2)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = np.zeros((chance.randint(8, 11), chance.randint(9, 13)), np.int8)
        given[-1] = wall
        wanted = given.copy()
        palette = colours(chance, 2, without=(wall, mark))
        columns = given.shape[1]
        for column in chance.sample(range(0, columns, 2), chance.randint(2, 4)):
            top, colour = chance.randint(0, len(given) - 4), chance.choice(palette)
            given[top, column] = colour
            wanted[top:-1, column] = colour
            wanted[-1, column] = mark
        return turn((given, wanted), quarters)

    return draw


def copied_then_joined(task: Random) -> Draw:
    """Dots are copied to the other side of the axis as in a mirror, and joined to their images."""
    axis, line, quarters = task.randint(1, 9), task.choice((0, task.randint(1, 9))), task.random()

    def draw(chance: Random) -> Example:
        half = chance.randint(4, 6)
        given = np.zeros((chance.randint(8, 11), 2 * half + 1), np.int8)
        given[:, half] = axis
        wanted = given.copy()
        rows = chance.sample(range(0, len(given), 2), chance.randint(2, 4))
        for row in rows:
            column = chance.randrange(half - 1)
            (colour,) = colours(chance, 1, without=(axis, line))
            given[row, column] = colour
            wanted[row, column + 1 : 2 * half - column] = line or colour
            wanted[row, [column, 2 * half - column]] = colour
            wanted[row, half] = axis
        return turn((given, wanted), int(quarters * 4))

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    denoised_then_ranked,
    closed_then_filled,
    corners_then_filled,
    fallen_then_lowest,
    lines_then_rooms,
    ring_in_place,
    joined_then_outlined,
    sorted_then_marked,
    slid_then_painted,
    filled_without_walls,
    completed_then_recoloured,
    rays_then_front,
    copied_then_joined,
)
