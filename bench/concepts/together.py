"""Concepts about objects that belong together: they meet, fit, join or give their colour."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import (
    GREY,
    SIDES,
    Again,
    Cell,
    Concept,
    Draw,
    Example,
    Picture,
    blank,
    blob,
    colours,
    ring,
)
from .things import Thing, add, block, different, in_colour, some_block, turn


def fall_into_hole(task: Random) -> Draw:
    """A grey block has holes. Each loose shape goes into the hole of its form."""
    wall, quarters, many = task.choice((GREY, task.randint(1, 9))), task.randrange(4), task.random()

    def draw(chance: Random) -> Example:
        count = 2 if many < 0.7 else 3
        given = np.zeros((chance.randint(12, 14), 6 * count), np.int8)
        shapes = different(chance, count, 3, 5)
        if any(max(shape.shape) > 3 for shape in shapes):
            raise Again
        height = 5
        given[-height:] = wall
        wanted = given.copy()
        palette = colours(chance, count, without=(wall,))
        places = chance.sample(range(count), count)
        for shape, colour, place in zip(shapes, palette, places, strict=True):
            hole = Thing(len(given) - height + 1, 6 * place + chance.randint(1, 2), shape * 1)
            hole.hide(given)
            hole.show(wanted, colour)
            add(chance, given, in_colour(shape, colour))
        return turn((given, wanted), quarters)

    return draw


def halves_joined(task: Random) -> Draw:
    """An object is in two halves. The one in the moving colour moves until it joins the other."""
    mover, quarters, pairs = task.randint(1, 9), task.randrange(4), task.randint(1, 2)

    def draw(chance: Random) -> Example:
        given = np.zeros((5 * pairs + chance.randint(0, 2), chance.randint(11, 15)), np.int8)
        wanted = given.copy()
        for pair, colour in enumerate(colours(chance, pairs, without=(mover,))):
            height = chance.randint(2, 4)
            edge = [chance.randint(1, 3) for _ in range(height)]
            if len(set(edge)) == 1:
                raise Again
            look = np.array([[colour if j < e else mover for j in range(4)] for e in edge], np.int8)
            gap = chance.randint(3, 5)
            left = chance.randint(0, given.shape[1] - 4 - gap)
            Thing(5 * pair, left, look * (look == colour)).show(given)
            Thing(5 * pair, left + gap, look * (look == mover)).show(given)
            Thing(5 * pair, left, look).show(wanted)
        return turn((given, wanted), quarters)

    return draw


def key_and_lock(task: Random) -> Draw:
    """Of several pieces one has the side that fits: the output is it, or both pieces joined."""
    lock, fixed = colours(task, 2)
    quarters, joined, one_colour = task.randrange(4), task.random() < 0.6, task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = np.zeros((chance.randint(13, 16), chance.randint(13, 16)), np.int8)
        edges: list[tuple[int, ...]] = []
        while len(edges) < 3:
            edge = tuple(chance.randint(1, 3) for _ in range(4))
            if len(set(edge)) > 1 and min(edge) == 1 and edge not in edges:
                edges.append(edge)
        palette = [fixed] * 3 if one_colour else colours(chance, 3, without=(lock,))
        whole = [_cut(edge, lock, key) for edge, key in zip(edges, palette, strict=True)]
        if len({max(edge) for edge in edges}) > 1:
            raise Again
        add(chance, given, _trimmed(whole[0] * (whole[0] == lock)))
        keys = [_trimmed(look * (look == c)) for look, c in zip(whole, palette, strict=True)]
        for number in chance.sample(range(3), 3):
            add(chance, given, keys[number])
        return turn((given, whole[0] if joined else keys[0]), quarters)

    return draw


def _cut(edge: tuple[int, ...], left: int, right: int) -> Picture:
    return np.array([[left if j < e else right for j in range(5)] for e in edge], np.int8)


def _trimmed(look: Picture) -> Picture:
    rows, columns = np.flatnonzero(look.any(axis=1)), np.flatnonzero(look.any(axis=0))
    return look[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def touching_marks(task: Random) -> Draw:
    """Grey marks that touch an object take its colour; those that touch none stay or vanish."""
    mark, loose = task.choice((GREY, task.randint(1, 9))), task.random() < 0.6
    vanish = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 3), without=(mark,)):
            look = np.pad(some_block(chance, 2, 4, colour), 1)
            height, width = look.shape
            for _ in range(chance.randint(1, 3)):
                if chance.random() < 0.5:
                    look[chance.randrange(1, height - 1), chance.choice((0, -1))] = mark
                else:
                    look[chance.choice((0, -1)), chance.randrange(1, width - 1)] = mark
            thing = add(chance, given, look)
            thing.show(wanted, colour)
        for _ in range(chance.randint(1, 3) * loose):
            dot = add(chance, given, block(1, 1, mark))
            if not vanish:
                dot.show(wanted)
        return given, wanted

    return draw


def nearest_colour(task: Random) -> Draw:
    """Every grey dot takes the colour of the object that is nearest to it."""
    mark = task.choice((GREY, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 16)
        palette = colours(chance, chance.randint(2, 3), without=(mark,))
        objects = [add(chance, given, some_block(chance, 2, 3, c), gap=3) for c in palette]
        wanted = given.copy()
        for _ in range(chance.randint(4, 6)):
            dot = add(chance, given, block(1, 1, mark))
            far = sorted(
                (min(abs(i - dot.top) + abs(j - dot.left) for i, j in thing.cells()), colour)
                for thing, colour in zip(objects, palette, strict=True)
            )
            if far[0][0] > 3 or far[1][0] - far[0][0] < 3:
                dot.hide(given)
                continue
            dot.show(wanted, far[0][1])
        if len(set(wanted.ravel()[given.ravel() == mark].tolist())) < 2:
            raise Again
        return given, wanted

    return draw


def join_nearest(task: Random) -> Draw:
    """Of three dots of a colour in a row, the two that are nearest are joined by a line."""
    line, quarters = task.choice((0, task.randint(1, 9))), task.randrange(4)

    def draw(chance: Random) -> Example:
        rows = chance.randint(2, 4)
        given = np.zeros((2 * rows + chance.randint(1, 3), chance.randint(11, 15)), np.int8)
        wanted = given.copy()
        for row, colour in enumerate(colours(chance, rows, without=(line,))):
            near, far = chance.randint(2, 4), chance.randint(5, 8)
            left = chance.randint(0, max(given.shape[1] - near - far - 1, 0))
            gaps = chance.sample((near, far), 2)
            dots = [left, left + gaps[0], left + near + far]
            if dots[2] >= given.shape[1]:
                raise Again
            given[2 * row + 1, dots] = colour
            begin = dots[0] if gaps[0] == near else dots[1]
            wanted[2 * row + 1, begin : begin + near] = line or colour
            wanted[2 * row + 1, dots] = colour
        return turn((given, wanted), quarters)

    return draw


def grow_until_touch(task: Random) -> Draw:
    """Blocks that face the bar grow in their full width until they touch it; others stay."""
    bar, quarters, new = task.randint(1, 9), task.randrange(4), task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = np.zeros((chance.randint(12, 16), chance.randint(12, 16)), np.int8)
        rows, columns = given.shape
        middle = chance.randint(5, rows - 6)
        left, right = chance.randint(0, 2), columns - chance.randint(3, 5)
        given[middle, left:right] = bar
        wanted, facing, above = given.copy(), 0, set()
        for colour in colours(chance, chance.randint(3, 5), without=(bar, new)):
            thing = add(chance, given, some_block(chance, 1, 3, colour))
            thing.show(wanted)
            if thing.left >= left and thing.right <= right:
                columns_of = slice(thing.left, thing.right)
                if thing.top < middle:
                    part = wanted[thing.bottom : middle, columns_of]
                else:
                    part = wanted[middle + 1 : thing.top, columns_of]
                if given[middle, thing.left] == bar and part.any():
                    raise Again
                part[:] = new or colour
                facing += 1
                above.add(thing.top < middle)
            elif thing.right > left and thing.left < right:
                raise Again
        for i, j in np.argwhere(given):
            if wanted[i, j] != given[i, j]:
                raise Again
        if facing < 2 or len(above) < 2:
            raise Again
        return turn((given, wanted), quarters)

    return draw


def seed_to_stripes(task: Random) -> Draw:
    """A dot in a frame: its row, and each second row from it on, is filled between the walls."""
    wall, quarters = task.choice((GREY, task.randint(1, 9))), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 18)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(1, 3), without=(wall,)):
            look = in_colour(ring(chance.randint(6, 8), chance.randint(5, 8)), wall)
            i, j = (chance.randrange(1, side - 1) for side in look.shape)
            look[i, j] = colour
            thing = add(chance, given, look)
            for row in range(1, len(look) - 1):
                if (row - i) % 2 == 0:
                    look[row, 1:-1] = colour
            thing.show(wanted)
        return turn((given, wanted), quarters)

    return draw


def drawn_to_magnet(task: Random) -> Draw:
    """Bars stand at the edges. Each object moves to the bar of its colour."""
    corners, many = task.random() < 0.4, task.randint(3, 5)

    def draw(chance: Random) -> Example:
        side = chance.randint(11, 15)
        given = np.zeros((side, side), np.int8)
        count = 4 if corners else 2
        palette = colours(chance, count)
        ways = (
            list(SIDES) if corners else chance.choice(([SIDES[0], SIDES[2]], [SIDES[1], SIDES[3]]))
        )
        for (down, across), colour in zip(ways, palette, strict=True):
            row = slice(2, -2) if not down else 0 if down < 0 else -1
            column = slice(2, -2) if not across else 0 if across < 0 else -1
            given[row, column] = colour
        wanted = given.copy()
        moved: set[Cell] = set()
        inner = given[2:-2, 2:-2]
        for number in range(many):
            down, across = ways[number % count]
            look = in_colour(blob(chance, chance.randint(1, 4)), palette[number % count])
            thing = add(chance, inner, look).moved(2, 2)
            up = {-1: 1 - thing.top, 0: 0, 1: side - 1 - thing.bottom}[down]
            aside = {-1: 1 - thing.left, 0: 0, 1: side - 1 - thing.right}[across]
            goal = thing.moved(up, aside)
            if moved & goal.cells():
                raise Again
            near = {(i + di, j + dj) for i, j in goal.cells() for di, dj in SIDES}
            if near & moved:
                raise Again
            moved |= goal.cells()
            goal.show(wanted)
        return given, wanted

    return draw


def bridge_pairs(task: Random) -> Draw:
    """Blocks of one colour that face each other are joined by a bridge as wide as they share."""
    bridge, quarters = task.choice((0, task.randint(1, 9))), task.randrange(4)

    def draw(chance: Random) -> Example:
        bands = chance.randint(1, 3)
        given = np.zeros((5 * bands, chance.randint(12, 17)), np.int8)
        wanted = given.copy()
        for band, colour in enumerate(colours(chance, bands, without=(bridge,))):
            first = Thing(
                5 * band + chance.randint(0, 1), chance.randint(0, 2), block(3, 2, colour)
            )
            height = chance.randint(2, 4)
            right = given.shape[1] - chance.randint(2, 5)
            second = Thing(
                5 * band + chance.randint(0, 4 - height), right, block(height, 2, colour)
            )
            low, high = max(first.top, second.top), min(first.bottom, second.bottom)
            if high <= low:
                raise Again
            for thing in (first, second):
                thing.show(given)
                thing.show(wanted)
            wanted[low:high, first.right : second.left] = bridge or colour
        return turn((given, wanted), quarters)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    fall_into_hole,
    halves_joined,
    key_and_lock,
    touching_marks,
    nearest_colour,
    join_nearest,
    grow_until_touch,
    seed_to_stripes,
    drawn_to_magnet,
    bridge_pairs,
)
