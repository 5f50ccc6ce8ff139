"""Concepts about which object is chosen: by its colours, its symmetry, its fellows, a count."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import numpy as np

from .canvas import ROUND, Again, Concept, Draw, Example, Mask, Picture, blank, blob, colours, ring
from .cases import by_case
from .things import Thing, add, block, different, in_colour, picked


def most_colours(task: Random) -> Draw:
    """The object with most (or fewest) colours is cropped or kept."""
    most, how = task.random() < 0.7, task.choice(("crop", "crop", "keep"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        counts = [4, 2, 3] if most else [1, 2, 3]
        if chance.random() < 0.5:
            counts.append(2 if most else 3)
        things = []
        for number in chance.sample(range(len(counts)), len(counts)):
            look = in_colour(blob(chance, chance.randint(5, 9)), 1)
            cells = np.argwhere(look)
            palette = colours(chance, counts[number])
            for place, cell in enumerate(chance.sample(range(len(cells)), len(cells))):
                look[tuple(cells[cell])] = palette[place % len(palette)]
            things.append(add(chance, given, look))
            if number == 0:
                chosen = len(things) - 1
        return given, picked(given, things, {chosen}, how)

    return draw


def most_of_key_colour(task: Random) -> Draw:
    """A cell in the corner gives a colour: the output is the object with most cells of it."""
    side = task.randint(3, 4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        key, other, third = colours(chance, 3)
        given[0, 0] = key
        things = []
        counts = chance.sample(range(1, side * side - 2), 3)
        for count in counts:
            look = block(side, side, other)
            cells = chance.sample(range(side * side), side * side)
            for cell in cells[:count]:
                look.flat[cell] = key
            for cell in cells[count : count + chance.randint(1, side * side - count - 1)]:
                look.flat[cell] = third
            things.append(add(chance, given, look))
        rival = max(range(3), key=lambda n: int((things[n].look == other).sum()))
        chosen = counts.index(max(counts))
        if rival == chosen:
            raise Again
        return given, picked(given, things, {chosen}, "crop")

    return draw


def _symmetric(chance: Random, side: int) -> Mask:
    """A square shape, its side odd, whose left and right mirror each other."""
    half = np.array([[chance.random() < 0.6 for _ in range(side // 2 + 1)] for _ in range(side)])
    shape = np.concatenate([half, half[:, -2::-1]], axis=1)
    return _whole(shape)


def _crooked(chance: Random, side: int) -> Mask:
    """A square shape without any mirror."""
    shape = np.array([[chance.random() < 0.6 for _ in range(side)] for _ in range(side)])
    flips = (shape[:, ::-1], shape[::-1], shape.T, shape[::-1, ::-1].T, shape[::-1, ::-1])
    if any((shape == flip).all() for flip in flips):
        raise Again
    return _whole(shape)


def _whole(shape: Mask) -> Mask:
    """The shape itself, if it fills its box from side to side and is in one piece."""
    if shape.all() or not (shape.any(axis=0).all() and shape.any(axis=1).all()):
        raise Again
    left = {(int(i), int(j)) for i, j in np.argwhere(shape)}
    found = [left.pop()]
    for i, j in found:
        near = {(i + di, j + dj) for di, dj in ROUND} & left
        left -= near
        found += sorted(near)
    if left:
        raise Again
    return shape


def _by_mirror(task: Random, symmetric: bool) -> Draw:
    how, side = task.choice(("crop", "crop", "recolour")), task.choice((3, 3, 5))
    new = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 12 if side == 3 else 16, 18)
        count = chance.randint(3, 4) if side == 3 else 3
        chosen = chance.randrange(count)
        palette = colours(chance, count, without=(new,))
        things = []
        for number, colour in enumerate(palette):
            make = _symmetric if (number == chosen) == symmetric else _crooked
            things.append(add(chance, given, in_colour(_tried(chance, make, side), colour)))
        return given, picked(given, things, {chosen}, how, new)

    return draw


def _tried(chance: Random, make: Callable[[Random, int], Mask], side: int) -> Mask:
    for _ in range(50):
        try:
            return make(chance, side)
        except Again:
            continue
    raise Again


def only_symmetric(task: Random) -> Draw:
    """The only object whose left and right side mirror each other is cropped or recoloured."""
    return _by_mirror(task, symmetric=True)


def only_unsymmetric(task: Random) -> Draw:
    """The only object without a mirror is cropped or recoloured; all others have an upright one."""
    return _by_mirror(task, symmetric=False)


def one_cell_off(task: Random) -> Draw:
    """All objects are the same but for one cell of one: it is mended, marked, or the object cut."""
    mark, how = task.randint(1, 9), task.choice(("mend", "mark", "crop"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        first, second, third = colours(chance, 3, without=(mark,))
        side = chance.randint(3, 4)
        palette = [first, first, second]
        look = np.array([[chance.choice(palette) for _ in range(side)] for _ in range(side)])
        look = look.astype(np.int8)
        if len(np.unique(look)) < 2:
            raise Again
        off = look.copy()
        i, j = chance.randrange(side), chance.randrange(side)
        changes = [second if off[i, j] == first else first, third]
        off[i, j] = chance.choice(changes)
        count = chance.randint(3, 5)
        chosen = chance.randrange(count)
        things = [add(chance, given, off if n == chosen else look) for n in range(count)]
        odd = things[chosen]
        if how == "crop":
            return given, off
        wanted = given.copy()
        wanted[odd.top + i, odd.left + j] = mark if how == "mark" else look[i, j]
        return given, wanted

    return draw


def in_largest_frame(task: Random) -> Draw:
    """Of frames with an object in each, the object in the largest (or smallest) is the output."""
    largest, frame = task.random() < 0.7, task.randint(1, 9)
    same_frames = task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 15, 20)
        sides = chance.sample((5, 6, 7, 8, 9), 3 if len(given) > 16 else 2)
        palette = colours(chance, 2 * len(sides), without=(frame,))
        inner = []
        for side in sides:
            border = frame if same_frames else palette.pop()
            box = in_colour(ring(side, side), border)
            look = in_colour(blob(chance, chance.randint(3, 5)), palette.pop())
            add(chance, box[1:-1, 1:-1], look)
            add(chance, given, box)
            inner.append(look)
        return given, inner[sides.index(max(sides) if largest else min(sides))]

    return draw


def count_equals_key(task: Random) -> Draw:
    """Dots in the first row are counted: the box with as many dots in it is cropped or kept."""
    dot, how = task.randint(1, 9), task.choice(("crop", "keep"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        counts = chance.sample(range(1, 6), 3)
        given[0, 0 : 2 * counts[0] : 2] = dot
        if 2 * counts[0] - 1 > given.shape[1]:
            raise Again
        field, boxes = given[2:], []
        order = chance.sample(range(3), 3)
        for number, colour in zip(order, colours(chance, 3, without=(dot,)), strict=True):
            look = block(chance.randint(3, 4), chance.randint(3, 4), colour)
            for place in chance.sample(range(look.size), counts[number]):
                look.flat[place] = dot
            boxes.append(add(chance, field, look).moved(2, 0))
        wanted = picked(given, boxes, {order.index(0)}, how)
        return given, wanted

    return draw


def highest_object(task: Random) -> Draw:
    """The highest (or widest) object is cropped or recoloured, whether or not it is the largest."""
    upright, how, new = task.random() < 0.5, task.choice(("crop", "recolour")), task.randint(1, 9)

    def draw(chance: Random, case: str) -> Example:
        given = blank(chance, 12, 17)
        lengths = sorted(chance.sample(range(2, 8), 3))
        widths = [chance.randint(1, 5) for _ in lengths]
        sizes = [long * wide for long, wide in zip(lengths, widths, strict=True)]
        if max(widths) >= lengths[-1]:
            raise Again
        if case == "narrow" and sizes[2] >= max(sizes[:2]):
            raise Again
        if case == "wide" and widths[2] <= min(widths):
            raise Again
        things = []
        palette = colours(chance, 3, without=(new,))
        for long, wide, colour in zip(lengths, widths, palette, strict=True):
            shape = (long, wide) if upright else (wide, long)
            things.append(add(chance, given, block(*shape, colour)))
        return given, picked(given, things, {2}, how, new)

    return by_case(task, ("narrow", "wide"), draw)


def without_partner(task: Random) -> Draw:
    """Every shape is there in both colours, but one is not: it is cropped, kept or recoloured."""
    first, second = colours(task, 2)
    how = task.choice(("crop", "keep", "recolour"))
    new = colours(task, 1, without=(first, second))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 18)
        shapes = different(chance, chance.randint(2, 3), 4, 5)
        looks = [in_colour(shapes[0], chance.choice((first, second)))]
        for shape in shapes[1:]:
            looks += [in_colour(shape, first), in_colour(shape, second)]
        things = [add(chance, given, look) for look in looks]
        return given, picked(given, things, {0}, how, new)

    return draw


def nearest_to_mark(task: Random) -> Draw:
    """The object nearest to the dot (or furthest from it) is cropped, removed or recoloured."""
    dot, new = colours(task, 2)
    near, how = task.random() < 0.7, task.choice(("crop", "remove", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        mark = add(chance, given, block(1, 1, dot))
        things = []
        for colour in colours(chance, chance.randint(3, 4), without=(dot, new)):
            look = in_colour(blob(chance, chance.randint(3, 6)), colour)
            things.append(add(chance, given, look))
        far = sorted((_distance(mark, thing), n) for n, thing in enumerate(things))
        ends = far[:2] if near else far[:-3:-1]
        if abs(ends[0][0] - ends[1][0]) < 3:
            raise Again
        return given, picked(given, things, {ends[0][1]}, how, new)

    return draw


def _distance(mark: Thing, thing: Thing) -> int:
    return min(abs(i - mark.top) + abs(j - mark.left) for i, j in thing.cells())


def seen_twice(task: Random) -> Draw:
    """Of small pictures, one is there twice (or all others are): it is the output."""
    twice, side = task.random() < 0.5, task.randint(2, 3)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        palette = colours(chance, 2)
        looks: list[Picture] = []
        while len(looks) < 3:
            cells = [chance.choice(palette) for _ in range(side * side)]
            look = np.array(cells, np.int8).reshape(side, side)
            if len(set(cells)) > 1 and all((look != other).any() for other in looks):
                looks.append(look)
        shown = [looks[0], *looks, *([] if twice else looks[1:])][0 if twice else 1 :]
        for number in chance.sample(range(len(shown)), len(shown)):
            add(chance, given, shown[number])
        return given, looks[0]

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    most_colours,
    most_of_key_colour,
    only_symmetric,
    only_unsymmetric,
    one_cell_off,
    in_largest_frame,
    count_equals_key,
    highest_object,
    without_partner,
    nearest_to_mark,
    seen_twice,
)
