"""Concepts about which object is meant: marked, hollow or filled, at the edge, inside a frame."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, Picture, blank, blob, colours, ring
from .things import Thing, add, block, different, in_colour, picked, some_block


def extract_marked(task: Random) -> Draw:
    """The one object with a marked cell in it is cropped, kept or removed."""
    mark, how = task.randint(1, 9), task.choice(("crop", "keep", "remove"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        count = chance.randint(3, 4)
        palette = colours(chance, count, without=(mark,))
        chosen = chance.randrange(count)
        things = []
        for number, colour in enumerate(palette):
            look = some_block(chance, 3, 5, colour)
            if number == chosen:
                i, j = (chance.randrange(1, side - 1) for side in look.shape)
                look[i, j] = mark
            things.append(add(chance, given, look))
        return given, picked(given, things, {chosen}, how)

    return draw


def extract_by_hole(task: Random) -> Draw:
    """The only object with a hole (or the only one without) is cropped or recoloured."""
    new, hollow = task.randint(1, 9), task.random() < 0.6
    how = task.choice(("crop", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        count = chance.randint(3, 4)
        palette = colours(chance, count, without=(new,))
        chosen = chance.randrange(count)
        things = []
        for number, colour in enumerate(palette):
            look = some_block(chance, 3, 5, colour)
            if (number == chosen) == hollow:
                look[1:-1, 1:-1] = 0
            if chance.random() < 0.4:
                look[0, 0] = 0
                look[1, 1] = colour
            if hollow and (number == chosen) and not (look[1:-1, 1:-1] == 0).any():
                raise Again
            if not hollow and number != chosen and not (look[1:-1, 1:-1] == 0).any():
                raise Again
            things.append(add(chance, given, look))
        return given, picked(given, things, {chosen}, how, new)

    return draw


def extract_at_edge(task: Random) -> Draw:
    """The only object that touches the edge of the grid is cropped, kept or recoloured."""
    new, how = task.randint(1, 9), task.choice(("crop", "keep", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        count = chance.randint(3, 5)
        palette = colours(chance, count, without=(new,))
        looks = [in_colour(blob(chance, chance.randint(3, 6)), colour) for colour in palette]
        things = [add(chance, given, look) for look in looks]
        rows, columns = given.shape
        at_edge = {
            number
            for number, t in enumerate(things)
            if not (t.top and t.left) or t.bottom == rows or t.right == columns
        }
        if len(at_edge) != 1:
            raise Again
        return given, picked(given, things, at_edge, how, new)

    return draw


def extract_lone_colour(task: Random) -> Draw:
    """The only object of its colour is cropped or kept; the others come in pairs or more."""
    how = task.choice(("crop", "keep"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        lone, first, second = colours(chance, 3)
        palette = [lone, first, first, *chance.choice(([first], [second, second], []))]
        shapes = different(chance, len(palette), 4, 7)
        looks = [in_colour(m, c) for m, c in zip(shapes, palette, strict=True)]
        order = chance.sample(range(len(looks)), len(looks))
        things = [add(chance, given, looks[number]) for number in order]
        return given, picked(given, things, {order.index(0)}, how)

    return draw


def _mixed(chance: Random, given: Picture, colour: int) -> tuple[list[Thing], set[int]]:
    """Filled and hollow rectangles of a colour, and which are hollow: both kinds occur."""
    kinds = [True, False, *(chance.random() < 0.5 for _ in range(chance.randint(1, 3)))]
    things = []
    for hollow in kinds:
        look = some_block(chance, 3, 6, colour)
        if hollow:
            look[1:-1, 1:-1] = 0
        things.append(add(chance, given, look))
    return things, {number for number, hollow in enumerate(kinds) if hollow}


def fill_hollow(task: Random) -> Draw:
    """Hollow rectangles are filled with a colour; filled ones stay or vanish."""
    colour, filling = colours(task, 2)
    vanish = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 19)
        things, hollow = _mixed(chance, given, colour)
        wanted = picked(given, things, hollow, "keep") if vanish else given.copy()
        for number in hollow:
            thing = things[number]
            wanted[thing.top + 1 : thing.bottom - 1, thing.left + 1 : thing.right - 1] = filling
        return given, wanted

    return draw


def filled_or_hollow(task: Random) -> Draw:
    """Filled rectangles are kept, removed or recoloured; or both kinds get their colours."""
    colour, first, second = colours(task, 3)
    how = task.choice(("keep", "remove", "recolour", "both"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 19)
        things, hollow = _mixed(chance, given, colour)
        filled = set(range(len(things))) - hollow
        wanted = picked(given, things, filled, "recolour" if how == "both" else how, first)
        if how == "both":
            wanted = picked(wanted, things, hollow, "recolour", second)
        return given, wanted

    return draw


def hollow_out(task: Random) -> Draw:
    """Filled rectangles lose their inside, or filled and hollow ones change their kinds."""
    swap, inner = task.random() < 0.5, task.choice((0, 0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 19)
        if swap:
            things, _ = _mixed(chance, given, colours(chance, 1)[0])
        else:
            palette = colours(chance, chance.randint(2, 4), without=(inner,))
            things = [add(chance, given, some_block(chance, 3, 6, colour)) for colour in palette]
        wanted = given.copy()
        for thing in things:
            middle = thing.look[1:-1, 1:-1]
            into = int(thing.look[0, 0]) if swap and not middle.any() else 0 if swap else inner
            wanted[thing.top + 1 : thing.bottom - 1, thing.left + 1 : thing.right - 1] = into
        return given, wanted

    return draw


def inside_frame(task: Random) -> Draw:
    """Objects inside a frame or outside of it are removed, or those inside are recoloured."""
    frame, new = colours(task, 2)
    how = task.choice(("keep", "remove", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 19)
        box = in_colour(ring(chance.randint(7, 10), chance.randint(7, 10)), frame)
        around = add(chance, given, box)
        inner = given[around.top + 1 : around.bottom - 1, around.left + 1 : around.right - 1]
        things = []
        for number in range(chance.randint(4, 7)):
            palette = colours(chance, 1, without=(frame, new))
            look = in_colour(blob(chance, chance.randint(1, 4)), palette[0])
            if number < 2:
                things.append(add(chance, inner, look).moved(around.top + 1, around.left + 1))
            else:
                things.append(add(chance, given, look))
        within = {n for n, t in enumerate(things) if _within(t, around)}
        if len(things) - len(within) < 2:
            raise Again
        return given, picked(given, things, within, how, new)

    return draw


def _within(thing: Thing, frame: Thing) -> bool:
    down = frame.top < thing.top and thing.bottom < frame.bottom
    return down and frame.left < thing.left and thing.right < frame.right


def inner_colour(task: Random) -> Draw:
    """Frames get the colour of the object in them, or the one such colour is the output."""
    frame, one_cell = task.randint(1, 9), task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 18)
        palette = colours(chance, 5, without=(frame,))
        count = 1 if one_cell else chance.randint(2, 3)
        wanted = given.copy()
        for colour in palette[:count]:
            box = in_colour(ring(chance.randint(5, 7), chance.randint(5, 7)), frame)
            add(chance, box[1:-1, 1:-1], some_block(chance, 1, 3, colour))
            thing = add(chance, given, box)
            thing.show(wanted, colour)
        for colour in palette[count:]:
            thing = add(chance, given, some_block(chance, 1, 3, colour))
            thing.show(wanted)
        return given, block(1, 1, palette[0]) if one_cell else wanted

    return draw


def in_and_out(task: Random) -> Draw:
    """Ground inside closed loops gets one colour, and ground outside perhaps another."""
    line, within, outside = colours(task, 3)
    both = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 18)
        wanted = np.full_like(given, outside if both else 0)
        for _ in range(chance.randint(1, 3)):
            height, width = chance.randint(5, 8), chance.randint(5, 8)
            fill = np.full((height, width), within, np.int8)
            cut_rows, cut_columns = chance.randint(0, height - 4), chance.randint(0, width - 4)
            quarters = chance.randrange(4)
            body = np.ones((height, width), bool)
            if cut_rows and cut_columns:
                body[:cut_rows, :cut_columns] = False
            inner = np.ones_like(body)
            padded = np.pad(body, 1)
            for i in range(3):
                for j in range(3):
                    inner &= padded[i : i + height, j : j + width]
            loop = np.rot90(in_colour(body & ~inner, line), quarters)
            thing = add(chance, given, loop)
            thing.show(wanted)
            Thing(thing.top, thing.left, np.rot90(fill * inner, quarters)).show(wanted)
            covered = np.rot90(body, quarters)
            if covered.shape != thing.look.shape:
                raise Again
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    extract_marked,
    extract_by_hole,
    extract_at_edge,
    extract_lone_colour,
    fill_hollow,
    filled_or_hollow,
    hollow_out,
    inside_frame,
    inner_colour,
    in_and_out,
)
