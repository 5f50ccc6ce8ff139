"""Concepts about lines and things that go on until a boundary, and about orientation."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import SIDES, Again, Cell, Concept, Draw, Example, Picture, blank, colours, inside, ray
from .things import Thing, add, block, picked, some_block, turn


def tail_rays(task: Random) -> Draw:
    """A dot with a tail of another colour: the tail goes on until the edge, or until a wall."""
    head, tail, wall = colours(task, 3)
    walls = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        bars = chance.randint(3, 5) if walls else 0
        for _ in range(bars):
            bar = block(1, chance.randint(3, 5), wall)
            add(chance, given, bar if chance.random() < 0.5 else bar.T)
        starts: list[tuple[Cell, Cell]] = []
        for _ in range(chance.randint(2, 4)):
            starts.append(_with_tail(chance, given, head, tail))
        wanted, hits = given.copy(), 0
        for place, step in starts:
            path = list(ray(wanted, *place, step))
            if len(path) < 2:
                raise Again
            end = path[-1][0] + step[0], path[-1][1] + step[1]
            if inside(given, *end) and wanted[end] != wall:
                raise Again  # lines that meet are no part of the concept
            hits += inside(given, *end)
            for cell in path:
                wanted[cell] = tail
        if walls and not hits:
            raise Again
        return given, wanted

    return draw


def _with_tail(chance: Random, given: Picture, head: int, tail: int) -> tuple[Cell, Cell]:
    """A dot and its tail: the place of the tail, and its direction from the dot."""
    step = chance.choice(SIDES)
    look = np.array([[head, tail]], np.int8)
    look = np.rot90(look, {(0, 1): 0, (-1, 0): 1, (0, -1): 2, (1, 0): 3}[step])
    thing = add(chance, given, look)
    (i, j) = np.argwhere(look == tail)[0]
    return (thing.top + int(i), thing.left + int(j)), step


def one_colour_extends(task: Random) -> Draw:
    """Dots of one colour shoot lines in one, two or four directions; other dots stop them."""
    mover, quarters = task.randint(1, 9), task.randrange(4)
    steps = SIDES[: task.choice((1, 4))] if task.random() < 0.6 else (SIDES[0], SIDES[2])

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        movers = [add(chance, given, block(1, 1, mover)) for _ in range(chance.randint(2, 3))]
        for _ in range(chance.randint(6, 10)):
            colour = colours(chance, 1, without=(mover,))[0]
            add(chance, given, block(1, 1, colour))
        wanted, stopped, free = given.copy(), 0, 0
        for thing in movers:
            for step in steps:
                end = thing.top, thing.left
                for cell in ray(given, *end, step):
                    wanted[cell], end = mover, cell
                end = end[0] + step[0], end[1] + step[1]
                stopped += inside(given, *end)
                free += not inside(given, *end)
        if not (stopped and free):
            raise Again
        return turn((given, wanted), quarters)

    return draw


def faces_extend(task: Random) -> Draw:
    """Blocks with one side in a second colour: that side extends to the edge of the grid."""
    face, body = colours(task, 2)
    own = task.random() < 0.5  # whether blocks differ in colour

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 18)
        trails: set[Cell] = set()
        things = []
        for _ in range(chance.randint(2, 3)):
            colour = colours(chance, 1, without=(face,))[0] if own else body
            look, quarters = some_block(chance, 2, 4, colour), chance.randrange(4)
            np.rot90(look, quarters)[0] = face
            things.append((add(chance, given, look), quarters))
        wanted = given.copy()
        for thing, quarters in things:
            step = _up_before(quarters)
            for cell in sorted(c for c in thing.cells() if given[c] == face):
                if _behind(thing, cell, step):
                    continue
                path = list(ray(given, *cell, step))
                end = (path or [cell])[-1]
                if not path or inside(given, end[0] + step[0], end[1] + step[1]):
                    raise Again
                if trails & set(path):
                    raise Again
                trails |= set(path)
        for cell in trails:
            wanted[cell] = face
        return given, wanted

    return draw


def _up_before(quarters: int) -> Cell:
    """Which way leads up after so many quarter turns against the clock."""
    return ((-1, 0), (0, 1), (1, 0), (0, -1))[quarters]


def _behind(thing: Thing, cell: Cell, step: Cell) -> bool:
    return (cell[0] + step[0], cell[1] + step[1]) in thing.cells()


def lines_to_edges(task: Random) -> Draw:
    """Short lines of one orientation reach from edge to edge; the others stay as they are."""
    quarters = task.randrange(2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        flat = []
        for number in range(chance.randint(4, 6)):
            line = block(1, chance.randint(2, 4), colours(chance, 1)[0])
            thing = add(chance, given, line.T if number % 2 else line)
            flat += [] if number % 2 else [thing]
        wanted = given.copy()
        for thing in flat:
            if np.count_nonzero(given[thing.top]) > thing.look.size:
                raise Again  # what happens at another line is no part of the concept
            wanted[thing.top] = thing.look[0, 0]
        return turn((given, wanted), quarters)

    return draw


def colour_moves(task: Random) -> Draw:
    """Things move to an edge of the grid, and their colour says to which one."""
    palette = colours(task, task.randint(2, 3))
    steps = dict(zip(palette, task.sample(SIDES, len(palette)), strict=True))

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        more = [chance.choice(palette)] if chance.random() < 0.5 else []
        things = [add(chance, given, some_block(chance, 1, 3, c)) for c in palette + more]
        return given, _to_edges(given, [(t, steps[int(t.look[0, 0])]) for t in things])

    return draw


def pointer_moves(task: Random) -> Draw:
    """Blocks move to the edge of the grid on whose side they have a mark."""
    mark = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        moves = []
        for colour in colours(chance, chance.randint(2, 3), without=(mark,)):
            look = block(chance.choice((3, 5)), chance.choice((3, 5)), colour)
            quarters = chance.randrange(4)
            side = np.rot90(look, quarters)
            side[0, side.shape[1] // 2] = mark
            moves.append((add(chance, given, look), _up_before(quarters)))
        return given, _to_edges(given, moves)

    return draw


def _to_edges(given: Picture, moves: list[tuple[Thing, Cell]]) -> Picture:
    """Where things are after they moved. Raises `Again` where one is in the way of another."""
    wanted, taken = np.zeros_like(given), set[Cell]()
    for thing, (di, dj) in moves:
        others = set[Cell]().union(*(t.cells() for t, _ in moves if t is not thing))
        moved = thing
        while all(inside(given, i + di, j + dj) for i, j in moved.cells()):
            moved = moved.moved(di, dj)
            if moved.cells() & (others | taken):
                raise Again
        if moved is thing:
            raise Again
        taken |= moved.cells()
        moved.show(wanted)
    return wanted


def slide_and_stack(task: Random) -> Draw:
    """Whole objects slide to one side until the edge or another object stops them."""
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 13)
        palette = colours(chance, chance.randint(3, 5))
        things = [add(chance, given, some_block(chance, 1, 4, colour)) for colour in palette]
        things.sort(key=lambda thing: -thing.bottom)
        wanted, stacked = np.zeros_like(given), 0
        for thing in things:
            below = thing
            while below.bottom < len(given):
                below = below.moved(1, 0)
                if any(wanted[cell] for cell in below.cells()):
                    below, stacked = below.moved(-1, 0), stacked + 1
                    break
            below.show(wanted)
        if not stacked:
            raise Again
        return turn((given, wanted), quarters)

    return draw


def gather_at_block(task: Random) -> Draw:
    """Dots in line with a block move until they touch it; they may leave a trace."""
    block_colour, trace = colours(task, 2)
    leaves = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        centre = given[3:-3, 3:-3]
        inner = add(chance, centre, some_block(chance, 3, 5, block_colour))
        thing = inner.moved(3, 3)
        wanted = given.copy()
        for (di, dj), colour in zip(
            chance.sample(SIDES, chance.randint(2, 4)),
            colours(chance, 4, without=(block_colour, trace)),
            strict=False,
        ):
            edge = [c for c in sorted(thing.cells()) if (c[0] + di, c[1] + dj) not in thing.cells()]
            for i, j in chance.sample(edge, chance.randint(1, 2)):
                path = list(ray(given, i, j, (di, dj)))
                if len(path) < 3:
                    raise Again
                far = chance.randrange(2, len(path))
                given[path[far]] = colour
                if leaves:
                    wanted[tuple(zip(*path[1 : far + 1], strict=True))] = trace
                wanted[path[0]] = colour
        return given, wanted

    return draw


def choose_orientation(task: Random) -> Draw:
    """Of lines of both orientations, those of one are kept, removed or recoloured."""
    new, quarters = task.randint(1, 9), task.randrange(2)
    how = task.choice(("keep", "remove", "recolour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        things = []
        for _ in range(chance.randint(4, 7)):
            look = block(1, chance.randint(2, 6), colours(chance, 1, without=(new,))[0])
            things.append(add(chance, given, look if chance.random() < 0.5 else look.T))
        flat = {number for number, thing in enumerate(things) if thing.look.shape[0] == 1}
        if not 2 <= len(flat) <= len(things) - 2:
            raise Again
        return turn((given, picked(given, things, flat, how, new)), quarters)

    return draw


def recolour_by_orientation(task: Random) -> Draw:
    """Wide and high rectangles get different colours, and squares perhaps a third one."""
    before, wide, high, square = colours(task, 4)
    squares = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 18)
        wanted = given.copy()
        for colour in (wide, high, square)[: 3 if squares else 2] * chance.randint(1, 2):
            side = chance.randint(2, 3)
            longer = side if colour == square else side + chance.randint(1, 3)
            look = block(side, longer, before)
            thing = add(chance, given, look.T if colour == high else look)
            thing.show(wanted, colour)
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    tail_rays,
    one_colour_extends,
    faces_extend,
    lines_to_edges,
    colour_moves,
    pointer_moves,
    slide_and_stack,
    gather_at_block,
    choose_orientation,
    recolour_by_orientation,
)
