"""Concepts about frames: drawn around things, completed, filled."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, blank, blob, colours, dealt, paint, ring
from .things import Thing, add, block, in_colour, some_block, turn


def nested_frames(task: Random) -> Draw:
    """Every block gets two or three frames around it, each in a fixed colour."""
    rings = colours(task, task.randint(2, 3))

    def draw(chance: Random) -> Example:
        wanted = blank(chance, 13, 20)
        given = wanted.copy()
        for colour in colours(chance, chance.randint(1, 3), without=tuple(rings)):
            look = some_block(chance, 1, 3, colour)
            inner = Thing(0, 0, look)
            for around in rings:
                look = np.pad(look, 1, constant_values=around)
            outer = add(chance, wanted, look)
            inner.moved(outer.top + len(rings), outer.left + len(rings)).show(given)
        return given, wanted

    return draw


def rim_in_colour_of_dot(task: Random) -> Draw:
    """The rim of each block gets the colour of the dot inside the block; the dot may vanish."""
    body, vanishes = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 18)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 4), without=(body,)):
            look = some_block(chance, 4, 6, body)
            look[chance.randrange(1, len(look) - 1), chance.randrange(1, look.shape[1] - 1)] = (
                colour
            )
            thing = add(chance, given, look)
            thing.show(wanted, body if vanishes else 0)
            paint(wanted, thing.top, thing.left, ring(*look.shape), colour)
        return given, wanted

    return draw


def bracket_pairs(task: Random) -> Draw:
    """Between two brackets that face each other all is filled; other brackets stay as they are."""
    line, filling = colours(task, 2)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 15, 20)
        wanted = given.copy()
        for faces in (True, False, True)[: chance.randint(2, 3)]:
            height, width = chance.randint(3, 5), chance.randint(5, 8)
            look = block(height, width, 0)
            look[:, [0, -1] if faces else [1, -2]] = line
            look[[0, 0, -1, -1], [1, -2, 1, -2] if faces else [0, -1, 0, -1]] = line
            if not faces and width < 7:
                raise Again  # they stand too close
            thing = add(chance, given, block(height, width, line))
            thing.hide(given)
            thing = Thing(thing.top, thing.left, look)
            thing.show(given)
            if faces:
                Thing(thing.top, thing.left, block(height, width, filling)).show(wanted)
            thing.show(wanted)
        return turn((given, wanted), quarters)

    return draw


def corners_to_sides(task: Random) -> Draw:
    """Four dots (or three) are corners of a rectangle: its sides are drawn."""
    corner, line = colours(task, 2)
    count, own = task.choice((3, 4)), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 19)
        wanted = given.copy()
        for _ in range(chance.randint(1, 3)):
            height, width = chance.randint(4, 7), chance.randint(4, 7)
            frame = in_colour(ring(height, width), corner if own else line)
            thing = add(chance, wanted, frame)
            ends = [(0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1)]
            for number, (i, j) in enumerate(chance.sample(ends, 4)):
                cell = thing.top + i, thing.left + j
                wanted[cell] = corner
                given[cell] = corner if number < count else 0
        if any(np.count_nonzero(cells) > 2 for cells in (*given, *given.T)):
            raise Again  # dots in one line belong to one rectangle
        return given, wanted

    return draw


def box_filled_up(task: Random) -> Draw:
    """The ground in the box around each object gets a fixed colour."""
    new = task.randint(1, 9)
    before = task.choice([0, *colours(task, 1, without=(new,))])

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 17)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 4), without=(new,)):
            mask = blob(chance, chance.randint(4, 8))
            thing = add(chance, given, np.ones(mask.shape, np.int8))
            thing.hide(given)
            paint(given, thing.top, thing.left, mask, before or colour)
            thing.show(wanted, new)
            paint(wanted, thing.top, thing.left, mask, before or colour)
        return given, wanted

    return draw


def frames_inwards(task: Random) -> Draw:
    """Frames get smaller frames inside, a cell apart, in one colour or two in turns."""
    second, turns = task.randint(1, 9), task.random() < 0.5
    sides = dealt(task, (5, 7, 9))

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 20)
        wanted, taken = given.copy(), given.copy()
        for colour in colours(chance, chance.randint(1, 2), without=(second,)):
            height = sides()
            width = height + chance.randint(0, 2)
            thing = add(chance, taken, block(height, width, colour))
            paint(given, thing.top, thing.left, ring(height, width), colour)
            for depth in range(0, (min(height, width) + 1) // 2, 2):
                inner = height - 2 * depth, width - 2 * depth
                shown = second if turns and depth % 4 else colour
                paint(wanted, thing.top + depth, thing.left + depth, ring(*inner), shown)
        return given, wanted

    return draw


def frame_around_group(task: Random) -> Draw:
    """One frame is drawn around all dots of one colour, as close as it can; other dots stay."""
    dot, other, line = colours(task, 3)
    touching = task.randint(0, 1)  # cells between the dots and the frame

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 18)
        wanted = given.copy()
        height, width = chance.randint(3, 6), chance.randint(3, 6)
        rim = 1 + touching
        whole = add(chance, wanted, in_colour(ring(height + 2 * rim, width + 2 * rim), line))
        top, left = whole.top + rim, whole.left + rim
        spots = [(0, chance.randrange(width)), (height - 1, chance.randrange(width))]
        spots += [(chance.randrange(height), 0), (chance.randrange(height), width - 1)]
        for i, j in spots:
            given[top + i, left + j] = wanted[top + i, left + j] = dot
        free = np.ones(given.shape, bool)
        free[whole.top : whole.bottom, whole.left : whole.right] = False
        places = [(int(i), int(j)) for i, j in np.argwhere(free)]
        for cell in chance.sample(places, chance.randint(3, 6)):
            given[cell] = wanted[cell] = other
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    nested_frames,
    rim_in_colour_of_dot,
    bracket_pairs,
    corners_to_sides,
    box_filled_up,
    frames_inwards,
    frame_around_group,
)
