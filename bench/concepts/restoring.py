"""Concepts about cleaning up, about what is missing in a shape, and about copies."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import (
    ROUND,
    SIDES,
    Again,
    Concept,
    Draw,
    Example,
    Picture,
    blank,
    colours,
    inside,
    ring,
    room,
)
from .cases import by_case
from .things import Thing, add, block, in_colour, turn


def _cut(chance: Random, part: Picture, palette: list[int]) -> None:
    """Cut an area in two until its pieces are small, and give each piece a colour."""
    height, width = part.shape
    if max(height, width) < 8 or (part.size < 60 and chance.random() < 0.3):
        part[:] = chance.choice(palette)
    elif height > width:
        row = chance.randint(3, height - 3)
        _cut(chance, part[:row], palette)
        _cut(chance, part[row:], palette)
    else:
        column = chance.randint(3, width - 3)
        _cut(chance, part[:, :column], palette)
        _cut(chance, part[:, column:], palette)


def patchwork_cleaned(task: Random) -> Draw:
    """Large areas of one colour each fill the grid: stray cells take the colour of their area."""
    mark = task.choice((0, 0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        wanted = blank(chance, 11, 17)
        palette = colours(chance, chance.randint(3, 5), without=(mark,))
        _cut(chance, wanted, palette)
        if len(np.unique(wanted)) < 3:
            raise Again
        given = wanted.copy()
        height, width = wanted.shape
        for _ in range(wanted.size // 14):
            i, j = chance.randrange(height), chance.randrange(width)
            near = (slice(max(i - 1, 0), i + 2), slice(max(j - 1, 0), j + 2))
            own = wanted[near] == wanted[i, j]
            if own.sum() < 6 and not own.all():  # a corner, of which the cell may be no part
                continue
            if (given[near] != wanted[near]).any():
                continue
            stray = mark or chance.choice([c for c in palette if c != wanted[i, j]])
            given[i, j] = stray
        if (given != wanted).sum() < 4:
            raise Again
        return given, wanted

    return draw


def scratches_removed(task: Random) -> Draw:
    """Lines of one colour cross the whole grid: they vanish, and the blocks beneath are whole."""
    ground = some_ground(task)
    line, both = colours(task, 1, without=(ground,))[0], task.random() < 0.4
    upright = task.random() < 0.5

    def draw(chance: Random) -> Example:
        wanted = blank(chance, 12, 17)
        things = []
        for colour in colours(chance, chance.randint(2, 4), without=(ground, line)):
            look = block(chance.randint(3, 6), chance.randint(3, 6), colour)
            if chance.random() < 0.3:
                look[1:-1, 1:-1] = 0
            things.append(add(chance, wanted, look))
        given, crossed = wanted.copy(), 0
        for across in (True, False) if both else (upright,):
            edges = {edge for t in things for edge in _edges(t, across)}
            length = given.shape[0 if across else 1]
            free = [n for n in range(1, length - 1) if n not in edges]
            for place in chance.sample(free, min(len(free), chance.randint(1, 3))):
                cells = given[place] if across else given[:, place]
                crossed += int((cells != 0).any())
                cells[:] = line
        if not crossed:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def _edges(thing: Thing, across: bool) -> tuple[int, int]:
    return (thing.top, thing.bottom - 1) if across else (thing.left, thing.right - 1)


def rows_made_pure(task: Random) -> Draw:
    """Every row gets the colour that most of its cells have."""
    quarters = task.choice((0, 1))

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(3, 4))
        height, width = chance.randint(5, 10), chance.randint(7, 12)
        wanted = np.zeros((height, width), np.int8)
        for row in wanted:
            row[:] = chance.choice(palette)
        given = wanted.copy()
        for row in given:
            for j in chance.sample(range(width), chance.randint(0, width // 3)):
                row[j] = chance.choice(palette)
        if len(np.unique(wanted)) < 3:
            raise Again
        return turn((given, wanted), quarters)

    return draw


def completed_to_square(task: Random) -> Draw:
    """Oblong blocks grow to squares: lying ones to one side, standing ones to another."""
    ground, down, right = some_ground(task), task.random() < 0.6, task.random() < 0.6
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        wanted, kinds = given.copy(), set()
        for colour in colours(chance, chance.randint(3, 4), without=(ground, new)):
            height, width = chance.randint(1, 5), chance.randint(1, 5)
            side = max(height, width)
            top, left = room(chance, wanted, side, side)
            if side == 1:
                raise Again
            after = block(side, side, new)
            rows = slice(0, height) if down else slice(side - height, side)
            columns = slice(0, width) if right else slice(side - width, side)
            after[rows, columns] = colour
            Thing(top, left, after).show(wanted)
            Thing(top, left, np.where(after == colour, after, 0).astype(np.int8)).show(given)
            kinds.add((height > width) - (height < width))
        if not {1, -1} <= kinds:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def pinwheel_completed(task: Random) -> Draw:
    """A figure looks the same when turned by a quarter, but a part is missing and comes back."""
    ground, odd = some_ground(task), task.random() < 0.4
    new = colours(task, 1, without=(ground,))[0]
    own = task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        wanted = given.copy()
        one, two, three = colours(chance, 3, without=(ground, new))
        for _ in range(chance.randint(1, 2)):
            height = chance.randint(2, 3)
            width = height + odd
            arm = np.zeros((height, width), np.int8)
            for cell in range(arm.size):
                if chance.random() < 0.75:
                    arm.flat[cell] = chance.choice((one, one, two))
            side = 2 * height + odd
            look = np.zeros((side, side), np.int8)
            for _ in range(4):
                look = np.rot90(look)
                look[:height, :width] = arm
            if odd:
                look[height, height] = three
            if (look == look[:, ::-1]).all() or (look == look.T).all():
                raise Again
            broken, missing = look.copy(), look.copy()
            spin = chance.randrange(4)
            broken = np.rot90(broken, spin)
            broken[:height, :width] = 0
            if chance.random() < 0.3:
                broken[0, :width] = np.rot90(look, spin)[0, :width]
            broken = np.rot90(broken, -spin)
            if (look != broken).sum() < 2 or not _fills_box(broken) or not _fills_box(look):
                raise Again
            if not _in_one_piece(look) or not _in_one_piece(broken):
                raise Again
            missing[look == broken] = 0
            place = Thing(*room(chance, wanted, side, side), broken)
            place.show(given)
            Thing(place.top, place.left, look).show(wanted)
            if not own:
                Thing(place.top, place.left, missing).show(wanted, new)
        return laid_on(ground, given, wanted)

    return draw


def _fills_box(look: Picture) -> bool:
    return bool(look[0].any() and look[-1].any() and look[:, 0].any() and look[:, -1].any())


def _in_one_piece(look: Picture) -> bool:
    left = {(int(i), int(j)) for i, j in np.argwhere(look)}
    found = [left.pop()]
    for i, j in found:
        near = {(i + di, j + dj) for di, dj in ROUND} & left
        left -= near
        found += sorted(near)
    return not left


def missing_beads(task: Random) -> Draw:
    """Beads stand at equal steps in a row, and some are missing: they are put in their places."""
    ground, quarters, own = some_ground(task), task.choice((0, 1)), task.random() < 0.5
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = np.zeros((chance.randint(6, 11), chance.randint(14, 18)), np.int8)
        wanted = given.copy()
        rows = chance.sample(range(0, len(given), 2), chance.randint(2, 3))
        palette = colours(chance, len(rows), without=(ground, new))
        for row, colour in zip(rows, palette, strict=True):
            step = chance.randint(2, 4)
            most = (given.shape[1] - 1) // step + 1
            count = min(most, chance.randint(5, 7))
            first = chance.randint(0, given.shape[1] - 1 - step * (count - 1))
            gone = set(chance.sample(range(1, count - 1), 2 if count > 5 else 1))
            there = [n for n in range(count) if n not in gone]
            if not any(n + 1 in there for n in there):
                raise Again
            for n in range(count):
                column = first + n * step
                given[row, column] = 0 if n in gone else colour
                wanted[row, column] = new if n in gone and not own else colour
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def each_once(task: Random) -> Draw:
    """Every row and every column has each colour once: empty cells get the colour that fits."""
    side = task.choice((3, 4, 4, 5))
    fixed = colours(task, side) if task.random() < 0.5 else None

    def draw(chance: Random) -> Example:
        palette = fixed or colours(chance, side)
        rows, columns = chance.sample(range(side), side), chance.sample(range(side), side)
        shift = [[palette[(i + j) % side] for j in columns] for i in rows]
        if side == 4 and chance.random() < 0.5:
            shift = [[palette[i ^ j] for j in columns] for i in rows]
        wanted = np.array(shift, np.int8)
        if side > 3 and (wanted[1:, 1:] == wanted[:-1, :-1]).all():
            raise Again
        given = wanted.copy()
        for cell in chance.sample(range(side * side), chance.randint(side - 1, 2 * side - 1)):
            given.flat[cell] = 0
        if not _solvable(given, palette):
            raise Again
        return given, wanted

    return draw


def _solvable(given: Picture, palette: list[int]) -> bool:
    """Whether row and column leave one colour for some empty cell, and so on to the last."""
    grid = given.copy()
    while (grid == 0).any():
        found = False
        for i, j in np.argwhere(grid == 0):
            left = set(palette) - set(grid[i].tolist()) - set(grid[:, j].tolist())
            if len(left) == 1:
                grid[i, j] = left.pop()
                found = True
        if not found:
            return False
    return True


def copies_on_marked_side(task: Random) -> Draw:
    """An object has a dot at one side: copies of it follow on this side, up to the edge."""
    ground, gap = some_ground(task), task.randint(0, 1)
    dot = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random, side: int) -> Example:
        given = blank(chance, 10, 16)
        wanted, (di, dj) = given.copy(), SIDES[side]
        for turned_by in range(chance.choice((1, 1, 2))):
            di, dj = SIDES[(side + turned_by) % 4]
            high, wide = chance.randint(2, 3), chance.randint(2, 3)
            one, two = colours(chance, 2, without=(ground, dot))
            cells = [chance.choice((one, one, two)) for _ in range(high * wide)]
            look = np.array(cells, np.int8).reshape(high, wide)
            if len(set(cells)) < 2:
                raise Again
            top, left = room(chance, wanted, high, wide, gap=2)
            Thing(top, left, look).show(given)
            i = top + (chance.randrange(high) if not di else -1 if di < 0 else high)
            j = left + (chance.randrange(wide) if not dj else -1 if dj < 0 else wide)
            y, x = i + 2 * di, j + 2 * dj
            if not inside(given, y, x):
                raise Again
            given[i, j] = dot
            taken = wanted.copy()
            for n in range(9):
                for (a, b), colour in np.ndenumerate(look):
                    cell = top + a + n * di * (high + gap), left + b + n * dj * (wide + gap)
                    if inside(wanted, *cell):
                        if taken[cell]:
                            raise Again
                        wanted[cell] = colour
        shown = (given != 0) & (given != dot)
        if (given[shown] != wanted[shown]).any():
            raise Again
        return laid_on(ground, given, wanted)

    return by_case(task, (0, 1, 2, 3), draw)


def frames_of_one_colour(task: Random) -> Draw:
    """Some frames hold a picture: empty frames get the picture of the frame in their colour."""
    ground, side, mirrored = some_ground(task), task.randint(2, 3), task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 14, 20)
        wanted = given.copy()
        one, two, *frames = colours(chance, 4, without=(ground,))
        looks: list[Picture] = []
        for line in frames:
            cells = [chance.choice((0, one, one, two)) for _ in range(side * side)]
            inner = np.array(cells, np.int8).reshape(side, side)
            if (inner == inner[:, ::-1]).all() or any((inner == old).all() for old in looks):
                raise Again
            looks.append(inner)
            full = np.pad(inner, 1, constant_values=line)
            add(chance, given, full).show(wanted)
            after = full[:, ::-1] if mirrored else full
            for _ in range(chance.randint(1, 2)):
                empty = add(chance, given, in_colour(ring(side + 2, side + 2), line))
                Thing(empty.top, empty.left, after).show(wanted)
        return laid_on(ground, given, wanted)

    return draw


def small_copy_in_frame(task: Random) -> Draw:
    """A picture is drawn in large blocks: the empty frame gets the same picture in single cells."""
    ground, scale, gone = some_ground(task), task.choice((2, 2, 3)), task.random() < 0.25
    line = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 14, 18)
        high, wide = chance.randint(2, 4), chance.randint(2, 4)
        palette = [0, *colours(chance, 2, without=(ground, line))]
        look = np.zeros((high, wide), np.int8)
        look.flat[:] = [chance.choice(palette) for _ in range(look.size)]
        sides = (look.any(axis=1).all(), look.any(axis=0).all(), (look == 0).any() or scale == 2)
        if not all(sides) or len(np.unique(look)) < 2:
            raise Again
        large = add(chance, given, np.kron(look, np.ones((scale, scale), np.int8)))
        frame = add(chance, given, in_colour(ring(high + 2, wide + 2), line))
        wanted = given.copy()
        Thing(frame.top + 1, frame.left + 1, look).show(wanted)
        if gone:
            wanted[large.top : large.bottom, large.left : large.right] = 0
        return laid_on(ground, given, wanted)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    patchwork_cleaned,
    scratches_removed,
    rows_made_pure,
    completed_to_square,
    pinwheel_completed,
    missing_beads,
    each_once,
    copies_on_marked_side,
    frames_of_one_colour,
    small_copy_in_frame,
)
