"""Concepts whose objects are put beside or above each other, aligned, or listed in an order."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, Picture, blank, blob, colours
from .things import Thing, add, block, in_colour, turn


def _scattered(chance: Random, given: Picture, looks: list[Picture]) -> list[Thing]:
    return [add(chance, given, look) for look in chance.sample(looks, len(looks))]


def stacked_by_size(task: Random) -> Draw:
    """Blocks of one width are the output: on top of each other, ordered by their height."""
    highest_first, width, quarters = task.random() < 0.5, task.randint(2, 3), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 16)
        count = chance.randint(2, 4)
        heights = sorted(chance.sample(range(1, 6), count), reverse=highest_first)
        looks = [block(h, width, c) for h, c in zip(heights, colours(chance, count), strict=True)]
        _scattered(chance, given, looks)
        return turn((given, np.vstack(looks)), quarters)

    return draw


def side_by_side(task: Random) -> Draw:
    """Pictures of one size are the output: side by side in their order from one side."""
    side, gap, quarters = task.randint(2, 3), task.choice((0, 0, 1)), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        looks = []
        for _ in range(chance.randint(2, 4)):
            look = np.zeros((side, side), np.int8)
            first, second = colours(chance, 2)
            look.flat[:] = [chance.choice((first, second)) for _ in range(side * side)]
            looks.append(look)
        things = sorted(_scattered(chance, given, looks), key=lambda thing: thing.left)
        if len({thing.left for thing in things}) < len(things):
            raise Again
        parts = []
        for thing in things:
            parts += [thing.look, np.zeros((side, gap), np.int8)]
        return turn((given, np.hstack(parts[: -1 if gap else None])), quarters)

    return draw


def bar_for_each(task: Random) -> Draw:
    """Each object is a row of the output, as long as it has cells, ordered by that."""
    longest_first, quarters = task.random() < 0.5, task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        sizes = sorted(chance.sample(range(1, 8), chance.randint(3, 4)), reverse=longest_first)
        palette = colours(chance, len(sizes))
        wanted = np.zeros((len(sizes), max(sizes)), np.int8)
        for row, (size, colour) in enumerate(zip(sizes, palette, strict=True)):
            wanted[row, :size] = colour
        _scattered(
            chance,
            given,
            [in_colour(blob(chance, s), c) for s, c in zip(sizes, palette, strict=True)],
        )
        return turn((given, wanted), quarters)

    return draw


def layers_listed(task: Random) -> Draw:
    """Bars lie over each other, each one higher on the next: the output lists their colours."""
    top_first, across = task.random() < 0.5, task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        height, width = given.shape
        count = chance.randint(3, 4)
        palette = colours(chance, count)
        seen = []
        for n, colour in enumerate(palette):
            if n % 2:
                top = chance.randint(1, height - 3)
                given[top : top + 2, :] = colour
            else:
                left = chance.randint(1, width - 3)
                given[:, left : left + 2] = colour
            seen.append(colour)
        if any((given == colour).sum() < 8 for colour in palette):
            raise Again
        order = seen[::-1] if top_first else seen
        wanted = np.array([order], np.int8)
        return given, wanted if across else wanted.T

    return draw


def lined_up(task: Random) -> Draw:
    """All objects move up or down until they begin in the row in which the marked one begins."""
    mark, quarters = task.randint(1, 9), task.randrange(4)

    def draw(chance: Random) -> Example:
        count, height = chance.randint(3, 4), chance.randint(8, 12)
        given = np.zeros((height, count * 4), np.int8)
        wanted, marked = given.copy(), chance.randrange(count)
        palette = colours(chance, count, without=(mark,))
        palette[marked] = mark
        looks = [block(chance.randint(1, 3), chance.randint(1, 3), c) for c in palette]
        tops = [chance.randint(0, height - 3) for _ in looks]
        for n, look in enumerate(looks):
            Thing(tops[n], 4 * n, look).show(given)
            Thing(tops[marked], 4 * n, look).show(wanted)
        return turn((given, wanted), quarters)

    return draw


def fallen_on_each_other(task: Random) -> Draw:
    """Objects in the columns of a pile fall on each other, and keep their order."""
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        height = chance.randint(9, 13)
        given = np.zeros((height, chance.randint(5, 8)), np.int8)
        wanted = given.copy()
        floor, top = height, height
        width = given.shape[1]
        for colour in colours(chance, chance.randint(2, 4)):
            look = block(chance.randint(1, 2), chance.randint(2, width - 1), colour)
            left = (width - look.shape[1]) // 2
            top -= look.shape[0] + chance.randint(0, 3)
            floor -= look.shape[0]
            if top < 0:
                raise Again
            Thing(top, left, look).show(given)
            Thing(floor, left, look).show(wanted)
        return turn((given, wanted), quarters)

    return draw


def centred(task: Random) -> Draw:
    """Each object moves along its rows to the middle of the grid."""
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = np.zeros((chance.randint(9, 13), chance.choice((9, 11, 13))), np.int8)
        wanted, row = given.copy(), chance.randint(0, 1)
        while row < given.shape[0] - 2:
            look = block(chance.randint(1, 2), chance.choice((1, 3, 5)), chance.randint(1, 9))
            room = given.shape[1] - look.shape[1]
            Thing(row, chance.randint(0, room), look).show(given)
            Thing(row, room // 2, look).show(wanted)
            row += look.shape[0] + chance.randint(1, 2)
        return turn((given, wanted), quarters)

    return draw


def ordered_panels(task: Random) -> Draw:
    """Panels between lines change places: those with more dots come first."""
    line, dot = colours(task, 2)
    most_first, quarters = task.random() < 0.5, task.randrange(4)

    def draw(chance: Random) -> Example:
        side, count = chance.randint(3, 4), chance.randint(2, 4)
        panels = []
        for dots in chance.sample(range(1, side * side - 1), count):
            panel = np.zeros((side, side), np.int8)
            panel.flat[chance.sample(range(side * side), dots)] = dot
            panels.append(panel)
        wall = np.full((side, 1), line, np.int8)
        grids = []
        for order in (panels, sorted(panels, key=lambda p: int(p.sum()), reverse=most_first)):
            parts = [part for panel in order for part in (panel, wall)]
            grids.append(np.hstack(parts[:-1]))
        return turn((grids[0], grids[1]), quarters)

    return draw


def small_map(task: Random) -> Draw:
    """Blocks stand in rows and columns: each becomes one cell of a small grid, in its colour."""
    holes = task.random() < 0.6

    def draw(chance: Random) -> Example:
        rows, columns = chance.randint(2, 4), chance.randint(2, 4)
        wanted = np.zeros((rows, columns), np.int8)
        wanted.flat[:] = [
            0 if holes and chance.random() < 0.3 else chance.randint(1, 9)
            for _ in range(rows * columns)
        ]
        if not wanted.any(0).all() or not wanted.any(1).all():
            raise Again
        side = chance.randint(2, 3)
        shape = (rows * (side + 2) + chance.randint(0, 2), columns * (side + 2))
        given = np.zeros(shape, np.int8)
        for (i, j), colour in np.ndenumerate(wanted):
            top, left = i * (side + 2) + 1, j * (side + 2) + chance.randint(0, 1)
            given[top : top + side, left : left + side] = colour
        return given, wanted

    return draw


def copies_by_size(task: Random) -> Draw:
    """The output is the largest object, as often side by side as there are other objects."""
    upright, other = task.random() < 0.5, task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        first, second = colours(chance, 2, without=(other,))
        look = block(3, 3, first)
        for cell in chance.sample(range(9), 3):
            look.flat[cell] = second
        add(chance, given, look)
        count = chance.randint(2, 4)
        for _ in range(count):
            add(chance, given, block(1, chance.randint(1, 2), other))
        return given, np.vstack([look] * count) if upright else np.hstack([look] * count)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    stacked_by_size,
    side_by_side,
    bar_for_each,
    layers_listed,
    lined_up,
    fallen_on_each_other,
    centred,
    ordered_panels,
    small_map,
    copies_by_size,
)
