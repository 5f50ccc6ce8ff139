"""Concepts about counting, about order, and about what is the same and what is different."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import Again, Concept, Draw, Example, Mask, Picture, blank, blob, colours
from .cases import by_case
from .things import Thing, add, block, different, in_colour, picked, turn


def legend_of_sizes(task: Random) -> Draw:
    """Bars beside a line are a legend: an object gets the colour of the bar with as many cells."""
    grey, line = colours(task, 2)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        sizes = chance.sample(range(1, 6), chance.randint(3, 4))
        field = np.zeros((chance.randint(9, 12), chance.randint(8, 12)), np.int8)
        legend = np.zeros((len(field), max(sizes) + 1), np.int8)
        legend[:, -1] = line
        top = chance.randint(0, len(field) - 2 * len(sizes) + 1)
        names = dict(zip(sizes, colours(chance, len(sizes), without=(grey, line)), strict=True))
        for number, size in enumerate(sizes):
            legend[top + 2 * number, :size] = names[size]
        wanted = field.copy()
        shown = [*chance.sample(sizes, len(sizes)), chance.choice(sizes)]
        for size in shown[: chance.randint(3, len(shown))]:
            thing = add(chance, field, in_colour(blob(chance, size), grey))
            thing.show(wanted, names[size])
        return turn((np.hstack([legend, field]), np.hstack([legend, wanted])), quarters)

    return draw


def dots_become_tail(task: Random) -> Draw:
    """From each box grows a line as long as there are dots in it, in their colour or the box's."""
    ground, quarters = some_ground(task), task.randrange(4)
    of_dots, emptied = task.random() < 0.6, task.random() < 0.3
    dot = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        wanted, counts = given.copy(), []
        for colour in colours(chance, chance.randint(2, 4), without=(ground, dot)):
            look = block(3, chance.randint(3, 4), colour)
            count = chance.randint(1, 5)
            after = np.pad(look, ((0, 0), (0, count)))
            after[[0, 2], look.shape[1] :] = 0
            for cell in chance.sample(range(look.size), count):
                look.flat[cell] = dot
            if not emptied:
                after[:, : look.shape[1]] = look
            after[1, look.shape[1] :] = dot if of_dots else colour
            place = add(chance, wanted, np.full_like(after, colour))
            Thing(place.top, place.left, np.full_like(after, 0)).show(wanted)
            wanted[place.top : place.bottom, place.left : place.right] = after
            Thing(place.top, place.left, look).show(given)
            counts.append(count)
        if len(set(counts)) < 2:
            raise Again
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def surplus(task: Random) -> Draw:
    """Things of two colours: the output has as many cells as one colour has more of them."""
    ground, dots, across = some_ground(task), task.random() < 0.5, task.random() < 0.6
    fixed = colours(task, 2, without=(ground,)) if task.random() < 0.4 else None

    def draw(chance: Random, more: int) -> Example:
        given = blank(chance, 10, 14)
        palette = fixed or colours(chance, 2, without=(ground,))
        many, few = chance.sample(palette, 2)
        fewer = chance.randint(1, 4)
        for colour in [many] * (fewer + more) + [few] * fewer:
            shape = (1, 1) if dots else chance.choice(((1, 1), (1, 2), (2, 1), (2, 2)))
            add(chance, given, block(*shape, colour))
        wanted = block(1, more, many)
        return laid_on(ground, given, wanted if across else wanted.T)

    return by_case(task, (1, 2, 3, 4), draw)


def _pattern(chance: Random, height: int, width: int, first: int, second: int) -> Picture:
    """A picture of two colours that is no mirror image of itself."""
    cells = [chance.choice((first, second)) for _ in range(height * width)]
    look = np.array(cells, np.int8).reshape(height, width)
    if len(set(cells)) < 2 or (look == look[:, ::-1]).all() or (look == look[::-1]).all():
        raise Again
    return look


def row_reordered(task: Random) -> Draw:
    """Pictures in a row come in the opposite order, or the first of them goes behind the last."""
    ground, side, how = some_ground(task), task.randint(2, 3), task.choice(("back", "first last"))
    gap, quarters, colour = task.choice((1, 1, 2)), task.choice((0, 0, 1)), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, side + 2, side + 6)
        top = chance.randint(0, len(given) - side)
        looks, width = [], 0
        one, two = colours(chance, 2, without=(ground,))
        for _ in range(chance.randint(3, 5 if side == 2 else 4)):
            if not colour:
                one, two = colours(chance, 2, without=(ground,))
            for _ in range(20):
                try:
                    looks.append(_pattern(chance, side, side, one, two))
                except Again:
                    continue
                break
        after = looks[::-1] if how == "back" else [*looks[1:], looks[0]]
        width = len(looks) * (side + gap) - gap + chance.randint(0, 3)
        left = chance.randint(0, width - len(looks) * (side + gap) + gap)
        given = np.zeros((len(given), width), np.int8)
        wanted = given.copy()
        for number, (look, other) in enumerate(zip(looks, after, strict=True)):
            Thing(top, left + number * (side + gap), look).show(given)
            Thing(top, left + number * (side + gap), other).show(wanted)
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def breaks_the_order(task: Random) -> Draw:
    """Bars on the floor become higher to one side, but for one: it is recoloured or vanishes."""
    ground, rising, gone = some_ground(task), task.random() < 0.6, task.random() < 0.3
    new, gap, quarters = (
        colours(task, 1, without=(ground,))[0],
        task.randint(1, 2),
        task.randrange(4),
    )

    def draw(chance: Random) -> Example:
        count = chance.randint(5, 7)
        heights = sorted(chance.sample(range(1, 11), count))
        bad = chance.randrange(count)
        heights[bad] = chance.choice([h for h in range(1, 11) if h not in heights])
        without = [heights[:n] + heights[n + 1 :] for n in range(count)]
        if [n for n, rest in enumerate(without) if rest == sorted(rest)] != [bad]:
            raise Again
        if heights == sorted(heights):
            raise Again
        given = np.zeros((max(heights) + chance.randint(0, 3), count * gap + count + 1), np.int8)
        colour = colours(chance, 1, without=(ground, new))[0]
        several = colours(chance, 3, without=(ground, new))
        many = chance.random() < 0.3
        wanted = given.copy()
        for number, height in enumerate(heights):
            column = 1 + number * (gap + 1)
            given[-height:, column] = chance.choice(several) if many else colour
            wanted[:, column] = given[:, column]
            if number == bad:
                wanted[-height:, column] = 0 if gone else new
        if not rising:
            given, wanted = given[:, ::-1], wanted[:, ::-1]
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def missing_in_series(task: Random) -> Draw:
    """Squares (or lines, crosses) grow by one cell each, but one is missing: the output is it."""
    ground, kind = some_ground(task), task.choice(("square", "line", "cross"))
    upright, several = task.random() < 0.5, task.random() < 0.3

    def figure(size: int, colour: int) -> Picture:
        if kind == "square":
            return block(size, size, colour)
        if kind == "line":
            return block(size, 1, colour) if upright else block(1, size, colour)
        look = block(2 * size + 1, 2 * size + 1, 0)
        look[size], look[:, size] = colour, colour
        return look

    def draw(chance: Random, missing: int) -> Example:
        given = blank(chance, 14, 18)
        first = chance.randint(max(1, missing - 2), missing - 1)
        last = missing + chance.randint(1, 2)
        if kind == "cross" and last > 4:
            raise Again
        sizes = [n for n in range(first, last + 1) if n != missing]
        if len(sizes) < 3:
            raise Again
        colour, other = colours(chance, 2, without=(ground,))
        for size in reversed(sizes):
            add(chance, given, figure(size, colour))
        if several:
            add(chance, given, in_colour(blob(chance, 4), other))
        wanted = figure(missing, colour)
        return laid_on(ground, given, wanted)

    return by_case(task, (2, 3, 4) if kind != "cross" else (2, 3), draw)


def same_in_two_sizes(task: Random) -> Draw:
    """One object is there a second time, twice as large: the two stay, vanish or are recoloured."""
    ground, how = some_ground(task), task.choice(("keep", "remove", "recolour", "recolour"))
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 15, 20)
        shapes = different(chance, chance.randint(4, 5), 3, 5)
        small = chance.randint(1, len(shapes) - 2)
        twice = [np.kron(shape, np.ones((2, 2), bool)) for shape in shapes]
        masks: list[Mask] = [twice[0], *shapes[: small + 1], *twice[small + 1 :]]
        palette = colours(chance, len(masks), without=(ground, new))
        masks_and = zip(masks, palette, strict=True)
        things = [add(chance, given, in_colour(mask, colour)) for mask, colour in masks_and]
        return laid_on(ground, given, picked(given, things, {0, 1}, how, new))

    return draw


def twin_rows(task: Random) -> Draw:
    """Rows of the grid that are the same as another row get one colour, or vanish, or are left."""
    quarters, how = task.choice((0, 1)), task.choice(("mark", "mark", "remove", "keep"))
    new, *fixed = colours(task, 4)

    def draw(chance: Random) -> Example:
        width, count, twins = chance.randint(4, 6), chance.randint(4, 6), chance.randint(1, 2)
        palette = [0, *fixed[: chance.randint(2, 3)]]
        rows: list[list[int]] = []
        while len(rows) < count:
            row = [chance.choice(palette) for _ in range(width)]
            if row not in rows and len(set(row)) > 1:
                rows.append(row)
        doubled = rows[:twins]
        order = chance.sample(rows + doubled, count + twins)
        if any(one == next_one for one, next_one in pairwise(order)):
            raise Again
        given = np.array(order, np.int8)
        wanted = given.copy()
        for number, row in enumerate(order):
            if how == "mark":
                wanted[number] = new if row in doubled else given[number]
            elif (row in doubled) == (how == "remove"):
                wanted[number] = 0
        return turn((given, wanted), quarters)

    return draw


def pairs_judged(task: Random) -> Draw:
    """Each pair of pictures has a bar between them, which says whether they are the same."""
    mirrored, side, quarters = task.random() < 0.4, task.randint(2, 3), task.choice((0, 1))
    bar, yes, no = colours(task, 3)
    only_yes = task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        wanted, count = given.copy(), chance.randint(2, 4)
        good = chance.randint(1, count - 1)
        for number in range(count):
            one, two = colours(chance, 2, without=(bar, yes, no))
            for _ in range(30):
                try:
                    left = _pattern(chance, side, side, one, two)
                except Again:
                    continue
                break
            else:
                raise Again
            right = left[:, ::-1].copy() if mirrored else left.copy()
            if number >= good:
                if chance.random() < 0.4:
                    right = right[:, ::-1].copy()
                else:
                    i, j = chance.randrange(side), chance.randrange(side)
                    right[i, j] = two if right[i, j] == one else one
            look = np.hstack([left, block(side, 1, bar), right])
            thing = add(chance, given, look)
            look = look.copy()
            if number < good or not only_yes:
                look[:, side] = yes if number < good else no
            Thing(thing.top, thing.left, look).show(wanted)
        return turn((given, wanted), quarters)

    return draw


def same_number(task: Random) -> Draw:
    """Two boxes have the same number of dots in them: the two stay, vanish or are recoloured."""
    ground, how = some_ground(task), task.choice(("keep", "remove", "recolour", "recolour"))
    dot, new = colours(task, 2, without=(ground,))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        counts = chance.sample(range(1, 6), chance.randint(2, 4))
        palette = colours(chance, 4, without=(ground, dot, new))
        things = []
        for count in [counts[0], *counts]:
            look = block(chance.randint(2, 4), chance.randint(3, 4), chance.choice(palette))
            for cell in chance.sample(range(look.size), count):
                look.flat[cell] = dot
            things.append(add(chance, given, look))
        if how != "recolour":
            return laid_on(ground, given, picked(given, things, {0, 1}, how))
        wanted = given.copy()
        for thing in things[:2]:
            after = np.where(thing.look == dot, dot, new).astype(np.int8)
            Thing(thing.top, thing.left, after).show(wanted)
        return laid_on(ground, given, wanted)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    legend_of_sizes,
    dots_become_tail,
    surplus,
    row_reordered,
    breaks_the_order,
    missing_in_series,
    same_in_two_sizes,
    twin_rows,
    pairs_judged,
    same_number,
)
