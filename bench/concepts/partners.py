"""Concepts about how two objects stand to each other: touching, overlapping, pointing, alike."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import (
    SIDES,
    Again,
    Cell,
    Concept,
    Draw,
    Example,
    Mask,
    Picture,
    blank,
    blob,
    boxed,
    colours,
    ray,
    ring,
    turned,
)
from .cases import by_case
from .things import Thing, add, block, different, in_colour, picked


def larger_takes_over(task: Random) -> Draw:
    """Of two objects that touch, the larger gives its colour to the smaller (or the reverse)."""
    larger_wins = task.random() < 0.7
    ground = some_ground(task, tuple(range(1, 7)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        wanted = given.copy()
        pairs = chance.randint(2, 3)
        for _ in range(pairs):
            first, second = colours(chance, 2, without=(ground,))
            whole = blob(chance, chance.randint(7, 11))
            cells = [(int(i), int(j)) for i, j in np.argwhere(whole)]
            part = _grown(chance, cells, chance.randint(2, len(cells) // 2 - 1))
            rest = [cell for cell in cells if cell not in part]
            if len(_grown(chance, rest, len(rest))) < len(rest):
                raise Again
            look = in_colour(whole, first)
            for cell in part:
                look[cell] = second
            thing = add(chance, given, look)
            thing.show(wanted, first if larger_wins else second)
        if chance.random() < 0.7:
            (colour,) = colours(chance, 1, without=(ground,))
            alone = add(chance, given, in_colour(blob(chance, chance.randint(3, 6)), colour))
            alone.show(wanted)
        return laid_on(ground, given, wanted)

    return draw


def _grown(chance: Random, cells: list[Cell], count: int) -> set[Cell]:
    """A connected part of these cells, of so many if it can be."""
    found = {chance.choice(cells)}
    while len(found) < count:
        near = [
            (i + di, j + dj)
            for i, j in sorted(found)
            for di, dj in SIDES
            if (i + di, j + dj) in cells and (i + di, j + dj) not in found
        ]
        if not near:
            break
        found.add(chance.choice(near))
    return found


def overlap_filled(task: Random) -> Draw:
    """Where two frames overlap, what lies in both is filled (or in only one of them)."""
    fill = task.randint(1, 9)
    both = task.random() < 0.7
    one_colour = task.choice((0, *colours(task, 1, without=(fill,))))

    def draw(chance: Random) -> Example:
        given = blank(chance, 14, 19)
        wanted = given.copy()
        for number in range(chance.randint(2, 3)):
            first, second = [one_colour] * 2 if one_colour else colours(chance, 2, without=(fill,))
            sizes = [(chance.randint(5, 7), chance.randint(5, 7)) for _ in range(2)]
            down, across = chance.randint(1, sizes[0][0] - 4), chance.randint(1, sizes[0][1] - 4)
            flip = chance.random() < 0.5
            height = max(sizes[0][0], down + sizes[1][0])
            width = max(sizes[0][1], across + sizes[1][1])
            if number and (chance.random() < 0.5 or number == 2):
                add(chance, wanted, in_colour(ring(*sizes[0]), first))
                continue
            if down + sizes[1][0] <= sizes[0][0] + 1 or across + sizes[1][1] <= sizes[0][1] + 1:
                raise Again
            look = np.zeros((height, width), np.int8)
            Thing(0, 0, in_colour(ring(*sizes[0]), first)).show(look)
            Thing(down, across, in_colour(ring(*sizes[1]), second)).show(look)
            inner = [np.zeros((height, width), bool) for _ in range(2)]
            inner[0][1 : sizes[0][0] - 1, 1 : sizes[0][1] - 1] = True
            inner[1][down + 1 : down + sizes[1][0] - 1, across + 1 : across + sizes[1][1] - 1] = (
                True
            )
            shared = inner[0] & inner[1]
            shown = shared if both else (inner[0] | inner[1]) & ~shared
            after = look.copy()
            after[shown & (look == 0)] = fill
            if not shared.any():
                raise Again
            if flip:
                look, after = look[:, ::-1].copy(), after[:, ::-1].copy()
            thing = add(chance, wanted, look)
            Thing(thing.top, thing.left, after).show(wanted)
        given = np.where(wanted == fill, 0, wanted).astype(np.int8)
        return given, wanted

    return draw


def pointed_at(task: Random) -> Draw:
    """A short line with a head of another colour points at one object, which is chosen."""
    line, head, new = colours(task, 3)
    how = task.choice(("crop", "recolour", "recolour", "remove"))

    def draw(chance: Random, step: Cell) -> Example:
        given = blank(chance, 12, 17)
        cells = {(n * step[0], n * step[1]) for n in range(3)}
        look = in_colour(boxed(cells), line)
        tip = (len(look) - 1 if step[0] > 0 else 0, look.shape[1] - 1 if step[1] > 0 else 0)
        look[tip] = head
        pointer = add(chance, given, look, 2)
        things, colour = [], 0
        same = chance.random() < 0.4
        for _ in range(chance.randint(4, 6)):
            if not (same and colour):
                (colour,) = colours(chance, 1, without=(line, head, new))
            things.append(add(chance, given, in_colour(blob(chance, chance.randint(3, 6)), colour)))
        seen = list(ray(given, pointer.top + tip[0], pointer.left + tip[1], step))
        if len(seen) < 2:
            raise Again
        hit = (seen[-1][0] + step[0], seen[-1][1] + step[1])
        chosen = {n for n, thing in enumerate(things) if hit in thing.cells()}
        if not chosen:
            raise Again
        return given, picked(given, things, chosen, how, new)

    return by_case(task, SIDES, draw)


def enlarged_twin(task: Random) -> Draw:
    """The large object with the shape of the small one gets its colour, or is kept or cropped."""
    how = task.choice(("colour", "keep", "crop"))
    scale = task.choice((2, 2, 3))
    grey = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 14 if scale == 2 else 18, 19 if scale == 2 else 22)
        shapes = different(chance, 3, 4, 5)
        if any(max(shape.shape) > 3 for shape in shapes):
            raise Again
        (small,) = colours(chance, 1, without=(grey,))
        looks = [shapes[0]] + [np.kron(shape, np.ones((scale, scale), bool)) for shape in shapes]
        palette = [small] + [grey] * 3
        if how != "colour":
            palette = [small, *colours(chance, 3, without=(small,))]
        things: dict[int, Thing] = {}
        for number in (1, 2, 3, 0):
            things[number] = add(chance, given, in_colour(looks[number], palette[number]))
        if how == "crop":
            return given, things[1].look
        wanted = given.copy()
        if how == "colour":
            things[1].show(wanted, small)
            return given, wanted
        for number in (2, 3):
            things[number].hide(wanted)
        return given, wanted

    return draw


def piece_found(task: Random) -> Draw:
    """The piece above the line is somewhere in the picture below: its place there is marked."""
    line, mark, *palette = colours(task, 5)
    black = task.random() < 0.5
    code = task.choice((0, 0, 4))

    def draw(chance: Random) -> Example:
        rows, columns = chance.randint(7, 10), chance.randint(8, 11)
        choices = [0, *palette[:2]] if black else palette
        cells = [chance.choice(choices) for _ in range(rows * columns)]
        picture = np.array(cells, np.int8).reshape(rows, columns)
        height, width = chance.choice(((2, 3), (3, 3), (3, 2)))
        i, j = chance.randrange(rows - height + 1), chance.randrange(columns - width + 1)
        piece = picture[i : i + height, j : j + width].copy()
        if len(np.unique(piece)) < 3 or not (piece[0].any() and piece[-1].any()):
            raise Again
        if not (piece[:, 0].any() and piece[:, -1].any()):
            raise Again
        places = [
            (y, x)
            for y in range(rows - height + 1)
            for x in range(columns - width + 1)
            if (picture[y : y + height, x : x + width] == piece).all()
        ]
        if len(places) > 1:
            raise Again
        label = np.zeros((height, columns), np.int8)
        label[:, :width] = piece
        bar = np.full((1, columns), line, np.int8)
        wanted = picture.copy()
        wanted[i : i + height, j : j + width] = mark
        given, after = np.vstack([label, bar, picture]), np.vstack([label, bar, wanted])
        return turned(given, code).astype(np.int8), turned(after, code).astype(np.int8)

    return draw


def odd_direction(task: Random) -> Draw:
    """All objects are the same and stand alike, but one is turned: it is chosen or turned back."""
    how = task.choice(("recolour", "remove", "back", "back"))
    new = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        shape = np.array([chance.random() < 0.6 for _ in range(9)]).reshape(3, 3)
        turns = [np.rot90(shape, n) for n in range(1, 4)]
        full = shape.any(axis=0).all() and shape.any(axis=1).all()
        if not full or any((shape == turn).all() for turn in turns) or (shape == shape.T).all():
            raise Again
        if len(_grown(chance, [(int(i), int(j)) for i, j in np.argwhere(shape)], 9)) < shape.sum():
            raise Again
        count = chance.randint(4, 6)
        odd = chance.randrange(count)
        own = chance.random() < 0.5
        palette = colours(chance, count if own else 1, without=(new,)) * (1 if own else count)
        other: Mask = chance.choice(turns)
        things = [
            add(chance, given, in_colour(other if n == odd else shape, palette[n]))
            for n in range(count)
        ]
        if how != "back":
            return given, picked(given, things, {odd}, how, new)
        wanted = given.copy()
        things[odd].hide(wanted)
        Thing(things[odd].top, things[odd].left, in_colour(shape, palette[odd])).show(wanted)
        return given, wanted

    return draw


def own_colour_inside(task: Random) -> Draw:
    """Frames with a dot of their own colour are filled, kept or removed; the others are not."""
    how = task.choice(("fill", "keep", "remove"))
    ground = some_ground(task, (1, 2, 3, 4, 5))

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 18)
        wanted = given.copy()
        palette = colours(chance, 3, without=(ground,))
        kinds = [True, False, *(chance.random() < 0.5 for _ in range(chance.randint(1, 3)))]
        used: list[int] = []
        for own in kinds:
            line = chance.choice(palette)
            dot = line if own else chance.choice([c for c in palette if c != line])
            used += [line, dot]
            look = in_colour(ring(chance.randint(5, 6), chance.randint(5, 7)), line)
            after = look.copy()
            height, width = look.shape
            for _ in range(chance.randint(1, 2)):
                cell = chance.randrange(2, height - 2), chance.randrange(2, width - 2)
                look[cell] = after[cell] = dot
            if own and how == "fill":
                after[...] = line
            if how != "fill" and own == (how == "remove"):
                after[...] = 0
            thing = add(chance, given, look)
            Thing(thing.top, thing.left, after).show(wanted)
        return laid_on(ground, given, wanted)

    return draw


def level_with_key(task: Random) -> Draw:
    """Objects that share a row (or column) with the key object get a colour, stay or vanish."""
    key, new, own = colours(task, 3)
    how, code = task.choice(("recolour", "recolour", "keep", "remove")), task.choice((0, 4))
    several = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        mark = add(chance, given, block(chance.randint(2, 3), chance.randint(1, 3), key))
        things, chosen = [], set()
        for number in range(chance.randint(4, 6)):
            colour = colours(chance, 1, without=(key, new))[0] if several else own
            look = in_colour(blob(chance, chance.randint(3, 5)), colour)
            thing = add(chance, given, look)
            things.append(thing)
            if {i for i, _ in thing.cells()} & {i for i, _ in mark.cells()}:
                chosen.add(number)
        if not chosen or len(chosen) == len(things) or len(chosen) > 3:
            raise Again
        wanted = picked(given, things, chosen, how, new)
        if how == "keep":
            mark.show(wanted)
        return turned(given, code).astype(np.int8), turned(wanted, code).astype(np.int8)

    return draw


def compared_with_key(task: Random) -> Draw:
    """Objects larger than the key object get one colour, smaller ones another (or they stay)."""
    key, old, more, fewer = colours(task, 4)
    only_more, bars = task.random() < 0.4, task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        size = chance.randint(4, 6)
        sizes = [chance.randint(2, size - 1), chance.randint(size + 1, size + 4)]
        sizes += [chance.choice([*range(2, size), *range(size + 1, size + 4)]) for _ in range(3)]
        sizes = sizes[: chance.randint(3, 5)]
        wanted = given.copy()
        for count in (size, *sizes):
            mask = np.ones((1, count), bool) if bars else blob(chance, count)
            if bars and chance.random() < 0.5:
                mask = mask.T
            colour = key if count == size else old
            after = more if count > size else (old if only_more else fewer)
            thing = add(chance, given, in_colour(mask, colour))
            thing.show(wanted, key if count == size else after)
        return given, wanted

    return draw


def frames_around_dot(task: Random) -> Draw:
    """Each dot gets the colour that stands for the number of frames around it: none, one, two."""
    line, dot, *stands = colours(task, 5)
    lines_vary = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 17)
        depth = np.zeros(given.shape, int)
        looks: list[tuple[Picture, Picture]] = []
        borders = [c for c in range(1, 10) if c not in (dot, *stands)]
        for rings in chance.sample([1, 2, 2, 1], chance.randint(2, 3)):
            height, width = 4 * rings + chance.randint(0, 1), 4 * rings + chance.randint(0, 2)
            own = chance.choice(borders) if lines_vary else line
            look, deep = in_colour(ring(height, width), own), np.zeros((height, width), np.int8)
            deep[1:-1, 1:-1] = 1
            if rings == 2:
                Thing(2, 2, in_colour(ring(height - 4, width - 4), own)).show(look)
                deep[3:-3, 3:-3] = 2
            looks.append((look, deep))
        for look, deep in looks:
            thing = add(chance, given, look)
            depth[thing.top : thing.bottom, thing.left : thing.right] = deep
        wanted = given.copy()
        found = set()
        for level in (0, 1, 2):
            cells = np.argwhere((given == 0) & (depth == level))
            if not len(cells):
                continue
            for number in chance.sample(range(len(cells)), min(len(cells), chance.randint(1, 3))):
                cell = tuple(int(n) for n in cells[number])
                given[cell], wanted[cell] = dot, stands[level]
                found.add(level)
        if found != {0, 1, 2}:
            raise Again
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    larger_takes_over,
    overlap_filled,
    pointed_at,
    enlarged_twin,
    piece_found,
    odd_direction,
    own_colour_inside,
    level_with_key,
    compared_with_key,
    frames_around_dot,
)
