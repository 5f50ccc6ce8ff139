"""Concepts whose output is a small answer to a question: how many, where, which order, whether."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import (
    ROUND,
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
    inside,
    ring,
    room,
    turned,
)
from .cases import by_case
from .mazes import maze, way
from .things import add, block, in_colour, some_block


def _board(count: int, colour: int, form: str) -> Picture:
    """A number as a row, a column, or cells of a small board that is filled row by row."""
    if form == "board":
        cells = np.zeros(9, np.int8)
        cells[:count] = colour
        return cells.reshape(3, 3)
    return block(1, count, colour) if form == "row" else block(count, 1, colour)


def way_through(task: Random) -> Draw:
    """A small picture says whether a way leads through the maze from the one dot to the other."""
    wall, start, goal, yes, no = colours(task, 5)
    cell = task.random() < 0.5
    signs = (block(1, 1, yes), block(1, 1, no)) if cell else (_disc(yes), _crossed(no))

    def draw(chance: Random, there: bool) -> Example:
        walls = maze(chance, chance.randint(4, 6), chance.randint(4, 6))
        halls = [(int(i), int(j)) for i, j in np.argwhere(~walls[::2, ::2])]
        first, last = chance.sample(halls, 2)
        first, last = (first[0] * 2, first[1] * 2), (last[0] * 2, last[1] * 2)
        path = way(walls, first, last)
        if len(path) < 9:
            raise Again
        open_cells = [(int(i), int(j)) for i, j in np.argwhere(~walls)]
        passages = [(i, j) for i, j in open_cells if i % 2 or j % 2]
        stop = chance.choice([c for c in passages if (c in path) != there])
        if stop in path[:3] or stop in path[-3:]:
            raise Again
        walls[stop] = True
        given = in_colour(walls, wall)
        given[first], given[last] = start, goal
        return np.pad(given, 1, constant_values=wall), signs[0 if there else 1]

    return by_case(task, (True, False), draw)


def _disc(colour: int) -> Picture:
    return in_colour(ring(3, 3), colour)


def _crossed(colour: int) -> Picture:
    return in_colour(np.eye(3, dtype=bool) | np.eye(3, dtype=bool)[::-1], colour)


def podium(task: Random) -> Draw:
    """Trails begin at one side: the output is a podium with the three that came furthest."""
    code, gap = task.randrange(8), task.randint(1, 2)
    head = task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        count, width = chance.randint(3, 5), chance.randint(9, 13)
        given = np.zeros((gap * count + chance.randint(0, 1), width), np.int8)
        lengths = chance.sample(range(2, width), count)
        palette = colours(chance, count, without=(head,))
        for lane, (length, colour) in enumerate(zip(lengths, palette, strict=True)):
            given[lane * gap, :length] = colour
            if head:
                given[lane * gap, length - 1] = head
        order = sorted(range(count), key=lambda lane: -lengths[lane])
        first, second, third = (palette[lane] for lane in order[:3])
        wanted = np.zeros((3, 3), np.int8)
        wanted[:, 1], wanted[1:, 0], wanted[2, 2] = first, second, third
        return turned(given, code).astype(np.int8), wanted

    return draw


def _pierced(chance: Random, holes: int, colour: int) -> Picture:
    """A block with so many holes side by side; or without any, full or open at one side."""
    if not holes:
        look = some_block(chance, 2, 3, colour)
        if chance.random() < 0.5:
            look = block(3, 3, colour)
            look[1, 1:] = 0
        return look
    height, width = 3 + chance.randint(0, 1), 2 * holes + 1
    look = block(height, width, colour)
    look[1:-1, 1::2] = 0
    return look


def holes_counted(task: Random) -> Draw:
    """The output has as many cells as all objects together have holes."""
    mark, form = task.randint(1, 9), task.choice(("row", "column", "board", "board"))
    own = task.choice((0, task.randint(1, 9)))
    counts: list[int] = []

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        total = 0
        objects = chance.randint(2, 4)
        for number in range(objects):
            holes = chance.randint(0, 3) if number else chance.randint(1, 3)
            colour = own or chance.randint(1, 9)
            look = np.rot90(_pierced(chance, holes, colour), chance.randrange(4))
            add(chance, given, look.astype(np.int8))
            total += holes
        if total in (*counts[-3:], objects) or total > 7:
            raise Again
        counts.append(total)
        return given, _board(total, mark, form)

    return draw


def inside_counted(task: Random) -> Draw:
    """The output has as many cells as there are dots inside the frame (or outside of it)."""
    line, dot = colours(task, 2)
    ground, outside = some_ground(task, (line, dot)), task.random() < 0.3
    form = task.choice(("row", "column", "board"))
    counts: list[int] = []

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        height, width = chance.randint(5, 8), chance.randint(5, 8)
        top, left = room(chance, given[1:-1, 1:-1], height, width, 0)
        look = in_colour(ring(height, width), line)
        given[top + 1 : top + 1 + height, left + 1 : left + 1 + width] = look
        within = np.zeros(given.shape, bool)
        within[top + 2 : top + height, left + 2 : left + width] = True
        free = (given == 0) & ~within
        pairs = []
        for part, most in ((within, 6), (free, 6)):
            cells = np.argwhere(part)
            number = chance.randint(1, most)
            for cell in chance.sample(range(len(cells)), number):
                given[tuple(cells[cell])] = dot
            pairs.append(number)
        count = pairs[1] if outside else pairs[0]
        if pairs[0] == pairs[1] or count in counts[-2:]:
            raise Again
        counts.append(count)
        given, _ = laid_on(ground, given, given)
        return given, _board(count, dot, form)

    return draw


def crossings_counted(task: Random) -> Draw:
    """Lines cross: the output has as many cells as there are crossings."""
    form, own = task.choice(("row", "column", "board")), task.random() < 0.5
    mark, line = colours(task, 2)

    def draw(chance: Random, wished: int) -> Example:
        given = blank(chance, 10, 15)
        rows, columns = given.shape
        flat = [(i, *_span(chance, columns)) for i in _every_third(chance, rows)]
        upright = [(j, *_span(chance, rows)) for j in _every_third(chance, columns)]
        palette = colours(chance, len(flat) + len(upright), without=(mark,))
        if not own:
            palette = [line] * len(palette)
        for i, left, right in flat:
            given[i, left : right + 1] = palette.pop()
        for j, top, bottom in upright:
            given[top : bottom + 1, j] = palette.pop()
        count = sum(
            left < j < right and top < i < bottom
            for i, left, right in flat
            for j, top, bottom in upright
        )
        if count != wished or count == len(flat) + len(upright):
            raise Again
        return given, _board(count, mark, form)

    return by_case(task, (1, 2, 3, 4, 5), draw)


def _every_third(chance: Random, length: int) -> list[int]:
    """Places of two to four lines, with two empty places between them."""
    places = range(1, length - 1, 3)
    return chance.sample(places, chance.randint(2, min(4, len(places))))


def _span(chance: Random, length: int) -> tuple[int, int]:
    """Where a line begins and ends, so that it never ends beside one that crosses its way."""
    first, last = chance.choice(range(0, length - 4, 3)), chance.choice(range(2, length, 3))
    if last - first < 4:
        raise Again
    return first, last


def where_from_block(task: Random) -> Draw:
    """A small compass: its middle is the block, and its dot says on which side the other one is."""
    ground = some_ground(task, tuple(range(2, 9)))
    seen_from_small = task.random() < 0.3

    def draw(chance: Random, side: Cell) -> Example:
        given = blank(chance, 10, 15)
        large, small = colours(chance, 2, without=(ground,))
        thing = add(chance, given, block(chance.randint(3, 5), chance.randint(3, 5), large))
        rows, columns = given.shape
        spans = []
        for way_, low, high, end in (
            (side[0], thing.top, thing.bottom, rows),
            (side[1], thing.left, thing.right, columns),
        ):
            places = {-1: range(low - 1), 0: range(low, high), 1: range(high + 1, end)}[way_]
            if not places:
                raise Again
            spans.append(chance.choice(places))
        given[spans[0], spans[1]] = small
        wanted = np.zeros((3, 3), np.int8)
        middle, other = (small, large) if seen_from_small else (large, small)
        step = (-side[0], -side[1]) if seen_from_small else side
        wanted[1, 1], wanted[1 + step[0], 1 + step[1]] = middle, other
        return laid_on(ground, given, wanted)

    return by_case(task, ROUND, draw)


def beads_on_string(task: Random) -> Draw:
    """A winding string with beads: the output lists their colours from the marked end on."""
    string, end = colours(task, 2)
    upright = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        walk = _winding(chance, given)
        for cell in walk:
            given[cell] = string
        given[walk[0]] = end
        count = chance.randint(3, 5)
        places = sorted(chance.sample(range(2, len(walk), 2), count))
        beads = [chance.choice(colours(chance, 4, without=(string, end))) for _ in places]
        for place, colour in zip(places, beads, strict=True):
            given[walk[place]] = colour
        cells = [walk[place] for place in places]
        orders = sorted(cells), sorted(cells, key=lambda cell: (cell[1], cell[0]))
        for order in orders:
            listed = [int(given[cell]) for cell in order]
            if beads in (listed, listed[::-1]):
                raise Again
        wanted = np.array([beads], np.int8)
        return given, wanted.T if upright else wanted

    return draw


def _winding(chance: Random, grid: Picture) -> list[Cell]:
    """A walk that never comes beside itself, with bends at each second cell at most."""
    rows, columns = grid.shape
    walk = [(chance.randrange(0, rows, 2), chance.randrange(0, columns, 2))]
    while len(walk) < 40:
        i, j = walk[-1]
        steps = [
            (di, dj)
            for di, dj in SIDES
            if inside(grid, i + 2 * di, j + 2 * dj) and (i + 2 * di, j + 2 * dj) not in walk
        ]
        if not steps:
            break
        di, dj = chance.choice(steps)
        walk += [(i + di, j + dj), (i + 2 * di, j + 2 * dj)]
    if len(walk) < 17:
        raise Again
    return walk[: chance.randint(17, min(len(walk), 29))]


def weighed(task: Random) -> Draw:
    """Blocks stand on both sides of a post: a slanted beam shows which side has more cells."""
    post, beam = colours(task, 2)

    def draw(chance: Random, case: int) -> Example:
        rows, side = chance.randint(8, 12), chance.randint(5, 7)
        halves = [np.zeros((rows, side), np.int8) for _ in range(2)]
        counts, numbers = [], []
        for half in halves:
            number = chance.randint(1, 4)
            for colour in colours(chance, number, without=(post,)):
                add(chance, half, in_colour(blob(chance, chance.randint(1, 6)), colour))
            counts.append(int((half > 0).sum()))
            numbers.append(number)
        heavier = (counts[1] > counts[0]) - (counts[1] < counts[0])
        more = (numbers[1] > numbers[0]) - (numbers[1] < numbers[0])
        if heavier != case or more == heavier:
            raise Again
        given = np.hstack([halves[0], np.full((rows, 1), post, np.int8), halves[1]])
        looks = {
            -1: np.eye(3, dtype=bool)[::-1],
            0: np.zeros((3, 3), bool),
            1: np.eye(3, dtype=bool),
        }
        look = looks[case]
        if not case:
            look[1] = True
        return given, in_colour(look, beam)

    return by_case(task, (-1, 0, 1), draw)


CONCEPTS: Final[tuple[Concept, ...]] = (
    way_through,
    podium,
    holes_counted,
    inside_counted,
    crossings_counted,
    where_from_block,
    beads_on_string,
    weighed,
)
