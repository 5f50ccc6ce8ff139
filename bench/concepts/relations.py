"""Concepts about where things are: above and below, in the centre, on top of others."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, Picture, blank, blob, colours
from .things import Thing, add, block, in_colour, picked, some_block, turn


def sides_of_line(task: Random) -> Draw:
    """A line divides the grid: one side is removed or recoloured, or each gets its colour."""
    line, before, one, other = colours(task, 4)
    how, quarters = task.choice(("remove", "recolour", "both")), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        at = chance.randint(4, given.shape[0] - 5)
        given[at] = line
        looks = [in_colour(blob(chance, chance.randint(2, 5)), before) for _ in range(5)]
        things = [add(chance, given, look) for look in looks]
        above = {number for number, thing in enumerate(things) if thing.top < at}
        if not 2 <= len(above) <= 3:
            raise Again
        wanted = picked(given, things, above, "remove" if how == "remove" else "recolour", one)
        if how == "both":
            below = set(range(len(things))) - above
            wanted = picked(wanted, things, below, "recolour", other)
        return turn((given, wanted), quarters)

    return draw


def below_bars(task: Random) -> Draw:
    """Dots that have a bar somewhere above them are recoloured or removed."""
    bar, dot, new = colours(task, 3)
    how, quarters = task.choice(("remove", "recolour")), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        looks = [block(1, chance.randint(3, 5), bar) for _ in range(chance.randint(1, 2))]
        bars = [add(chance, given, look) for look in looks]
        dots = [add(chance, given, block(1, 1, dot)) for _ in range(chance.randint(7, 10))]
        over = {n for n, d in enumerate(dots) if any(_covers(b, d, 1) for b in bars)}
        under = {n for n, d in enumerate(dots) if any(_covers(b, d, -1) for b in bars)}
        if len(over) < 2 or not under - over:
            raise Again
        return turn((given, picked(given, dots, over, how, new)), quarters)

    return draw


def _covers(bar: Thing, dot: Thing, way: int) -> bool:
    return bar.left <= dot.left < bar.right and (dot.top - bar.top) * way > 0


def mark_centre(task: Random) -> Draw:
    """The centre of every rectangle is marked, or all of it but the centre vanishes."""
    mark, only = task.randint(1, 9), task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 18)
        things = []
        for colour in colours(chance, chance.randint(2, 3), without=(mark,)):
            look = block(chance.choice((3, 5, 7)), chance.choice((3, 5)), colour)
            things.append(add(chance, given, look if chance.random() < 0.5 else look.T))
        wanted = np.zeros_like(given) if only else given.copy()
        for thing in things:
            middle = (thing.top + thing.bottom) // 2, (thing.left + thing.right) // 2
            wanted[middle] = given[middle] if only else mark
        return given, wanted

    return draw


def cross_through_centre(task: Random) -> Draw:
    """Lines through the centre of a rectangle, only over the ground, over all, or in it alone."""
    line, where = task.randint(1, 9), task.choice(("ground", "all", "thing"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 17)
        colour = colours(chance, 1, without=(line,))[0]
        look = block(chance.choice((3, 5, 7)), chance.choice((3, 5, 7)), colour)
        thing = add(chance, given, look)
        wanted = given.copy()
        wanted[(thing.top + thing.bottom) // 2, :] = line
        wanted[:, (thing.left + thing.right) // 2] = line
        if where == "ground":
            thing.show(wanted)
        elif where == "thing":
            wanted[given == 0] = 0
        return given, wanted

    return draw


def middle_object(task: Random) -> Draw:
    """Of three or five objects in a row, the middle one is cropped, kept or recoloured."""
    new, quarters = task.randint(1, 9), task.randrange(2)
    how = task.choice(("crop", "keep", "recolour"))

    def draw(chance: Random) -> Example:
        count = chance.choice((3, 5))
        same = chance.random() < 0.5
        palette = colours(chance, count, without=(new,))
        given = np.zeros((chance.randint(7, 9), 28), np.int8)
        things, left = [], chance.randint(0, 2)
        for colour in palette:
            look = in_colour(blob(chance, chance.randint(2, 5)), palette[0] if same else colour)
            if look.shape[1] > 4 or look.shape[0] > 4:
                raise Again
            things.append(Thing(chance.randint(1, 3), left, look))
            things[-1].show(given)
            left = things[-1].right + chance.randint(1, 2)
        given = given[:, : min(left, 28)].copy()
        return turn((given, picked(given, things, {count // 2}, how, new)), quarters)

    return draw


def topmost_object(task: Random) -> Draw:
    """The object furthest up (or to another side) is cropped, removed or recoloured."""
    new, quarters = task.randint(1, 9), task.randrange(4)
    how = task.choice(("crop", "remove", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        palette = colours(chance, chance.randint(3, 5), without=(new,))
        looks = [in_colour(blob(chance, chance.randint(3, 7)), colour) for colour in palette]
        things = [add(chance, given, look) for look in looks]
        order = sorted(range(len(things)), key=lambda number: things[number].top)
        first, second = (things[number] for number in order[:2])
        if first.top == second.top or any(first.bottom > t.bottom for t in things):
            raise Again  # it must be first by its upper and its lower side
        return turn((given, picked(given, things, {order[0]}, how, new)), quarters)

    return draw


def listed_from_top(task: Random) -> Draw:
    """The output lists the colours of the objects from top to bottom, or from left to right."""
    across, wide = task.random() < 0.5, task.choice((1, 1, 3))

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(3, 5))
        bands = []
        width = chance.randint(7, 12)
        for colour in palette:
            look = some_block(chance, 1, 3, colour)
            if chance.random() < 0.5:
                look = in_colour(blob(chance, 4), colour)
            band = np.zeros((look.shape[0] + chance.randint(0, 1), width), np.int8)
            Thing(0, chance.randint(0, width - look.shape[1]), look).show(band)
            bands += [band, np.zeros((1, width), np.int8)]
        given = np.concatenate(bands)[:30]
        if len(set(given.flat)) <= len(palette):
            raise Again
        wanted = np.repeat(np.array(palette, np.int8)[:, None], wide, axis=1)
        return (given.T, wanted.T) if across else (given, wanted)

    return draw


def on_top(task: Random) -> Draw:
    """One rectangle covers a part of another: the output is the upper one, or its colour."""
    how = task.choice(("colour", "crop", "keep"))

    def draw(chance: Random) -> Example:
        given, _, upper = _overlap(chance)
        if how == "colour":
            return given, upper.look[:1, :1].copy()
        if how == "crop":
            return given, upper.look.copy()
        wanted = np.zeros_like(given)
        upper.show(wanted)
        return given, wanted

    return draw


def bring_to_front(task: Random) -> Draw:
    """A rectangle that another covers in part comes to the front, or the other vanishes."""
    alone = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given, lower, upper = _overlap(chance)
        wanted = np.zeros_like(given)
        if not alone:
            upper.show(wanted)
        lower.show(wanted)
        return given, wanted

    return draw


def _overlap(chance: Random) -> tuple[Picture, Thing, Thing]:
    """Two rectangles. The covered one shows cells on all its sides, so its box is known."""
    given = blank(chance, 8, 14)
    first, second = (some_block(chance, 3, 7, colour) for colour in colours(chance, 2))
    lower, upper = (add(chance, np.zeros_like(given), look) for look in (first, second))
    shared = lower.cells() & upper.cells()
    shown = lower.cells() - shared
    rows, columns = {i for i, _ in shown}, {j for _, j in shown}
    all_rows, all_columns = (set(c) for c in zip(*lower.cells(), strict=True))
    if len(shared) < 2 or shared == upper.cells() or rows != all_rows or columns != all_columns:
        raise Again
    lower.show(given)
    upper.show(given)
    return given, lower, upper


CONCEPTS: Final[tuple[Concept, ...]] = (
    sides_of_line,
    below_bars,
    mark_centre,
    cross_through_centre,
    middle_object,
    topmost_object,
    listed_from_top,
    on_top,
    bring_to_front,
)
