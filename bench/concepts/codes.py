"""Concepts about codes: what says which colour a thing gets."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import GREY, Again, Concept, Draw, Example, blank, blob, colours
from .things import Thing, add, block, in_colour, some_block, turn


def swap_by_legend(task: Random) -> Draw:
    """Pairs of cells in a corner: the two colours of each pair change places in the objects."""
    quarters, many = task.randrange(4), task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        pairs = 2 if many else 1
        palette = colours(chance, 2 * pairs)
        for row in range(pairs):
            given[2 * row, :2] = palette[2 * row : 2 * row + 2]
        code = dict(zip(palette, (palette[n ^ 1] for n in range(2 * pairs)), strict=True))
        wanted = given.copy()
        for colour in [*palette, *chance.sample(palette, chance.randint(0, len(palette) // 2))]:
            thing = add(chance, given, in_colour(blob(chance, chance.randint(3, 6)), colour))
            if thing.top < 2 * pairs + 1 and thing.left < 4:
                raise Again
            thing.show(wanted, code[colour])
        return turn((given, wanted), quarters)

    return draw


def next_in_legend(task: Random) -> Draw:
    """The first row lists colours. Each object gets the next one (or the one before)."""
    quarters, length, step = task.randrange(4), task.randint(3, 4), task.choice((1, 1, -1))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 16)
        palette = colours(chance, length)
        given[0, :length] = palette
        wanted = given.copy()
        for number in [*range(length), chance.randrange(length)]:
            look = in_colour(blob(chance, chance.randint(2, 5)), palette[number])
            thing = add(chance, given, look, gap=1)
            if thing.top < 2:
                raise Again
            thing.show(wanted, palette[(number + step) % length])
        return turn((given, wanted), quarters)

    return draw


def dot_inside(task: Random) -> Draw:
    """A dot in each object is the colour it gets. The dot stays, vanishes or swaps."""
    dot_becomes = task.choice(("same", "same", "black", "swap"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        wanted = given.copy()
        body = colours(chance, 1)[0]
        for dot in colours(chance, chance.randint(2, 4), without=(body,)):
            look = some_block(chance, 3, 5, body)
            i, j = (chance.randrange(1, side - 1) for side in look.shape)
            look[i, j] = dot
            thing = add(chance, given, look)
            thing.show(wanted, dot)
            after = {"same": dot, "black": 0, "swap": body}[dot_becomes]
            wanted[thing.top + i, thing.left + j] = after
        return given, wanted

    return draw


def colour_beneath(task: Random) -> Draw:
    """The row at one side has colours; each object gets that of the cells in line with it."""
    quarters, before = task.randrange(4), task.choice((GREY, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        widths = [chance.randint(1, 4) for _ in range(chance.randint(3, 4))]
        height = chance.randint(7, 11)
        given = np.zeros((height, sum(widths) + len(widths) - 1), np.int8)
        wanted, left = given.copy(), 0
        palette = colours(chance, len(widths), without=(before,))
        for width, colour in zip(widths, palette, strict=True):
            look = block(chance.randint(1, 4), width, before)
            thing = Thing(chance.randint(0, height - 2 - len(look)), left, look)
            thing.show(given)
            thing.show(wanted, colour)
            given[-1, left : left + width] = wanted[-1, left : left + width] = colour
            left += width + 1
        return turn((given, wanted), quarters)

    return draw


def colour_by_dots(task: Random) -> Draw:
    """Boxes with one, two and three dots in them get the colour that stands for the number."""
    body, dot, *code = colours(task, 5)
    keep_dots = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 19)
        wanted = given.copy()
        for count in [1, 2, 3, *(chance.randint(1, 3) for _ in range(chance.randint(0, 2)))]:
            look = some_block(chance, 4, 5, body)
            within = [(i, j) for i in range(1, len(look) - 1) for j in range(1, len(look[0]) - 1)]
            for place in chance.sample(within, count):
                look[place] = dot
            thing = add(chance, given, look)
            recoloured = np.where((look == dot) & keep_dots, dot, code[count - 1])
            Thing(thing.top, thing.left, recoloured.astype(np.int8)).show(wanted)
        return given, wanted

    return draw


def swap_in_each(task: Random) -> Draw:
    """Every object has two colours of its own, which change places."""
    framed = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        wanted = given.copy()
        for _ in range(chance.randint(2, 4)):
            outer, inner = colours(chance, 2)
            look = some_block(chance, 3, 5, outer)
            if framed:
                look[1:-1, 1:-1] = inner
            else:
                for place in chance.sample(range(look.size), look.size // 3):
                    look.flat[place] = inner
            thing = add(chance, given, look)
            swapped = np.where(look == outer, inner, outer).astype(np.int8)
            Thing(thing.top, thing.left, swapped).show(wanted)
        return given, wanted

    return draw


def row_heads(task: Random) -> Draw:
    """The first cell of a row says which colour the marked cells of that row get."""
    quarters, before = task.randrange(4), task.choice((GREY, task.randint(1, 9)))
    share = task.choice((0.3, 0.5))

    def draw(chance: Random) -> Example:
        given = blank(chance, 6, 11)
        palette = colours(chance, 4, without=(before,))
        wanted = given.copy()
        for i in range(len(given)):
            if chance.random() < 0.25:
                continue
            head = chance.choice(palette)
            given[i, 0] = wanted[i, 0] = head
            for j in range(2, given.shape[1]):
                if chance.random() < share:
                    given[i, j], wanted[i, j] = before, head
        if len(set(given[:, 0].tolist()) - {0}) < 2:
            raise Again
        return turn((given, wanted), quarters)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    swap_by_legend,
    next_in_legend,
    dot_inside,
    colour_beneath,
    colour_by_dots,
    swap_in_each,
    row_heads,
)
