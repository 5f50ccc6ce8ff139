"""Concepts in which a cue of each input decides: a corner, a border, dots, a key."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import SIDES, Again, Concept, Draw, Example, blank, blob, boxed, colours
from .cases import by_case
from .things import Thing, add, different, in_colour, picked, some_block, turn


def corner_tells_move(task: Random) -> Draw:
    """The colour of a corner cell says in which direction the objects move, step or edge."""
    keys, ways = colours(task, 3), task.sample(SIDES, 3)
    far = task.random() < 0.5
    steps = 99 if far else task.randint(1, 3)

    def draw(chance: Random, case: int) -> Example:
        given = blank(chance, 9, 14)
        rows, columns = given.shape
        given[0, 0] = keys[case]
        down, across = ways[case]
        wanted = given.copy()
        for colour in colours(chance, 1 if far else 2, without=tuple(keys)):
            inner = given[4:-3, 4:-3]
            try:
                look = in_colour(blob(chance, chance.randint(3, 5)), colour)
                thing = add(chance, inner, look).moved(4, 4)
            except Again:
                break
            room = max(
                (thing.top if down < 0 else rows - thing.bottom) * abs(down),
                (thing.left if across < 0 else columns - thing.right) * abs(across),
            )
            step = min(steps, room)
            thing.moved(down * step, across * step).show(wanted)
        return given, wanted

    return by_case(task, (0, 1, 2), draw)


def towards_corner(task: Random) -> Draw:
    """A dot in one corner: the object moves some cells diagonally towards it (or away)."""
    dot, steps, away = task.randint(1, 9), task.randint(1, 3), task.random() < 0.3

    def draw(chance: Random, case: int) -> Example:
        given = blank(chance, 11, 14)
        look = in_colour(blob(chance, 5), colours(chance, 1, without=(dot,))[0])
        given[0, 0] = dot
        wanted = given.copy()
        thing = add(chance, given[4:-3, 4:-3], look).moved(4, 4)
        step = steps if away else -steps
        thing.moved(step, step).show(wanted)
        return turn((given, wanted), case)

    return by_case(task, range(4), draw)


def border_tells_colour(task: Random) -> Draw:
    """The border around the grid has the colour of the objects that stay (or that vanish)."""
    keep, crop = task.random() < 0.6, task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        palette = colours(chance, 3)
        things, chosen = [], set()
        inner = np.zeros((given.shape[0] - 2, given.shape[1] - 2), np.int8)
        for number in range(chance.randint(4, 6)):
            colour = palette[number % 3]
            look = in_colour(blob(chance, chance.randint(2, 5)), colour)
            things.append(add(chance, inner[1:-1, 1:-1], look).moved(1, 1))
            if colour == palette[0]:
                chosen.add(number)
        result = picked(inner, things, chosen, "keep" if keep else "remove")
        framed = np.pad(inner, 1, constant_values=palette[0])
        return framed, result if crop else np.pad(result, 1, constant_values=palette[0])

    return draw


def dots_tell_steps(task: Random) -> Draw:
    """The object moves as many cells as there are dots in the first row (or it leaves copies)."""
    dot, quarters, trail = task.randint(1, 9), task.randrange(4), task.random() < 0.3

    def draw(chance: Random, case: int) -> Example:
        given = np.zeros((chance.randint(6, 9), chance.randint(9, 13)), np.int8)
        for column in chance.sample(range(0, given.shape[1], 2), case):
            given[0, column] = dot
        wanted = given.copy()
        look = in_colour(blob(chance, chance.randint(3, 5)), colours(chance, 1, (dot,))[0])
        top = chance.randint(2, len(given) - 3)
        thing = Thing(top, chance.randint(0, 3), look)
        if thing.bottom > len(given) or thing.right + case > given.shape[1]:
            raise Again
        thing.show(given)
        for step in range(case + 1) if trail else (case,):
            thing.moved(0, step).show(wanted)
        return turn((given, wanted), quarters)

    return by_case(task, (1, 2, 3, 4, 5), draw)


def key_tells_size(task: Random) -> Draw:
    """The colour of a corner cell says whether the largest or the smallest object is cropped."""
    keys, how = colours(task, 2), task.choice(("crop", "keep"))

    def draw(chance: Random, case: int) -> Example:
        given = blank(chance, 11, 16)
        given[0, 0] = keys[case]
        sizes = sorted(chance.sample((2, 4, 6, 8, 11), chance.randint(3, 4)), reverse=case == 0)
        things = [
            add(chance, given, in_colour(blob(chance, size), colour))
            for size, colour in zip(sizes, colours(chance, len(sizes), tuple(keys)), strict=True)
        ]
        return given, picked(given, things, {0}, how)

    return by_case(task, (0, 1), draw)


def dots_tell_scale(task: Random) -> Draw:
    """The output is the object, each cell made a block whose side is the number of dots."""
    dot = task.randint(1, 9)

    def draw(chance: Random, case: int) -> Example:
        given = blank(chance, 9, 13)
        first, second = colours(chance, 2, without=(dot,))
        look = in_colour(blob(chance, chance.randint(4, 6)), first)
        cells = np.argwhere(look)
        look[tuple(cells[chance.randrange(len(cells))])] = second
        add(chance, given, look)
        for _ in range(case):
            add(chance, given, some_block(chance, 1, 1, dot))
        return given, np.kron(look, np.ones((case, case), np.int8))

    return by_case(task, (2, 3, 4), draw)


def key_shape_chooses(task: Random) -> Draw:
    """A shape in the key's colour says which objects stay (or change): those of that shape."""
    key, new = colours(task, 2)
    how = task.choice(("keep", "remove", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 17)
        shapes = different(chance, 3, 4, 5)
        add(chance, given, in_colour(shapes[0], key))
        things, chosen = [], set()
        others = colours(chance, 3, without=(key, new))
        for number in range(chance.randint(4, 6)):
            shape = shapes[number % 3]
            things.append(add(chance, given, in_colour(shape, chance.choice(others))))
            if number % 3 == 0:
                chosen.add(number)
        return given, picked(given, things, chosen, how, new)

    return draw


def arrow_moves(task: Random) -> Draw:
    """A triangle of four cells points to a side. It moves there and leaves a trace, or does not."""
    colour, trace = colours(task, 2)
    traced = task.random() < 0.6
    arrow = in_colour(boxed({(1, 0), (1, 1), (1, 2), (0, 1)}), colour)

    def draw(chance: Random, case: int) -> Example:
        given = np.zeros((chance.randint(10, 13), 5 + 4 * chance.randint(0, 2)), np.int8)
        wanted = given.copy()
        for left in range(1, given.shape[1] - 3, 4):
            thing = Thing(chance.randint(2, len(given) - 3), left, arrow)
            thing.show(given)
            if traced:
                wanted[2 : thing.top + 2, left + 1] = trace
            thing.moved(-thing.top, 0).show(wanted)
        return turn((given, wanted), case)

    return by_case(task, range(4), draw)


CONCEPTS: Final[tuple[Concept, ...]] = (
    corner_tells_move,
    towards_corner,
    border_tells_colour,
    dots_tell_steps,
    key_tells_size,
    dots_tell_scale,
    key_shape_chooses,
    arrow_moves,
)
