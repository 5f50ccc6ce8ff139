"""Concepts about drawing lines: where they begin, turn, meet and end."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import (
    Again,
    Cell,
    Concept,
    Draw,
    Example,
    Picture,
    blank,
    both_turned,
    colours,
    inside,
    ray,
)
from .things import add, block, some_block, turn


def zigzag_between_walls(task: Random) -> Draw:
    """From a dot beside a wall a slanted line goes to and fro between two walls to the end."""
    wall, trail = colours(task, 2)
    own, code = task.random() < 0.5, task.randrange(8)

    def draw(chance: Random) -> Example:
        gap, length = chance.randint(3, 6), chance.randint(12, 20)
        above, below = chance.randint(0, 3), chance.randint(0, 3)
        given = np.zeros((above + gap + 2 + below, length), np.int8)
        given[[above, above + gap + 1]] = wall
        colour = colours(chance, 1, without=(wall, trail))[0]
        wave, start = 2 * (gap - 1), chance.choice((0, gap - 1))
        wanted = given.copy()
        for j in range(length):
            phase = (start + j) % wave
            wanted[above + 1 + min(phase, wave - phase), j] = colour if own else trail
        given[above + 1 + start, 0] = wanted[above + 1 + start, 0] = colour
        return both_turned(given, wanted, code)

    return draw


def elbow(task: Random) -> Draw:
    """A line leaves one dot sideways (or upright) and turns once to reach the other dot."""
    first, second, line, corner = colours(task, 4)
    marked, quarters = task.random() < 0.5, task.randrange(2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 16)
        rows, columns = given.shape
        (a, b), (c, d) = chance.sample(range(rows), 2), chance.sample(range(columns), 2)
        if abs(a - b) < 3 or abs(c - d) < 3:
            raise Again
        wanted = given.copy()
        wanted[a, min(c, d) : max(c, d) + 1] = line
        wanted[min(a, b) : max(a, b) + 1, d] = line
        if marked:
            wanted[a, d] = corner
        for grid in (given, wanted):
            grid[a, c], grid[b, d] = first, second
        return turn((given, wanted), quarters)

    return draw


def _walk(chance: Random, given: Picture, start: Cell, turns: list[tuple[int, int]]) -> list[Cell]:
    """Put an obstacle for each turn, right (1) or left (-1), and give the way from below."""
    place, (di, dj), path = start, (-1, 0), list[Cell]()
    for side, wall in turns:
        way = list(ray(given, *place, (di, dj)))
        if len(way) < 3:
            raise Again
        leg = chance.randrange(2, len(way))
        given[way[leg]] = wall
        path += way[:leg]
        place, (di, dj) = way[leg - 1], (side * dj, -side * di)
    last = list(ray(given, *place, (di, dj)))
    path += last
    if not last or inside(given, last[-1][0] + di, last[-1][1] + dj):
        raise Again
    if len(set(path)) < len(path) or any(given[cell] for cell in path):
        raise Again
    return path


def _more_walls(chance: Random, given: Picture, path: list[Cell], palette: list[int]) -> None:
    """Obstacles that the line does not meet."""
    near = {(i + di, j + dj) for i, j in path for di in (-1, 0, 1) for dj in (-1, 0, 1)}
    free = [(int(i), int(j)) for i, j in np.argwhere(given == 0) if (i, j) not in near]
    for cell in chance.sample(free, min(len(free), chance.randint(2, 4))):
        given[cell] = chance.choice(palette)


def turn_at_obstacle(task: Random) -> Draw:
    """A line grows from a dot at the edge and turns to the same side at each obstacle."""
    source, wall = colours(task, 2)
    side, quarters = task.choice((1, -1)), task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        start = given.shape[0] - 1, chance.randrange(given.shape[1])
        given[start] = source
        path = _walk(chance, given, start, [(side, wall)] * chance.randint(1, 3))
        _more_walls(chance, given, path, [wall])
        wanted = given.copy()
        wanted[tuple(zip(*path, strict=True))] = source
        return turn((given, wanted), quarters)

    return draw


def turn_by_colour(task: Random) -> Draw:
    """A line grows from a dot at the edge. An obstacle's colour says whether it turns right."""
    source, right, left = colours(task, 3)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        start = given.shape[0] - 1, chance.randrange(given.shape[1])
        given[start] = source
        kinds = [(1, right), (-1, left)]
        turns = kinds + [chance.choice(kinds)] * chance.randint(0, 1)
        path = _walk(chance, given, start, chance.sample(turns, len(turns)))
        _more_walls(chance, given, path, [right, left])
        wanted = given.copy()
        wanted[tuple(zip(*path, strict=True))] = source
        return turn((given, wanted), quarters)

    return draw


def spiral(task: Random) -> Draw:
    """From a dot in one corner a line winds inwards as a spiral with one cell between its turns."""
    code = task.randrange(8)

    def draw(chance: Random) -> Example:
        given = blank(chance, 6, 15)
        given[0, 0] = colours(chance, 1)[0]
        wanted = given.copy()
        place, step = (0, 0), (0, 1)
        while len(leg := _leg(wanted, place, step)) > 1:
            wanted[tuple(zip(*leg, strict=True))] = given[0, 0]
            place, step = leg[-1], (step[1], -step[0])
        return both_turned(given, wanted, code)

    return draw


def _leg(grid: Picture, place: Cell, step: Cell) -> list[Cell]:
    """The way until the edge, or until one cell before something."""
    way = list(ray(grid, *place, step))
    end = (way or [place])[-1]
    return way[:-1] if inside(grid, end[0] + step[0], end[1] + step[1]) else way


def corners_shoot(task: Random) -> Draw:
    """Blocks shoot slanted rays from two opposite corners, in their colour or a fixed one."""
    new, own, falling = task.randint(1, 9), task.random() < 0.5, task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 17)
        palette = colours(chance, chance.randint(1, 3), without=(new,))
        things = [add(chance, given, some_block(chance, 2, 4, colour)) for colour in palette]
        wanted, seen = given.copy(), set[Cell]()
        for thing in things:
            left, right = thing.left, thing.right - 1
            near, far = (left, right) if falling else (right, left)
            slant = 1 if falling else -1
            for i, j, step in (
                (thing.top, near, (-1, -slant)),
                (thing.bottom - 1, far, (1, slant)),
            ):
                path = list(ray(given, i, j, step))
                end = (path or [(i, j)])[-1]
                if inside(given, end[0] + step[0], end[1] + step[1]) or seen & set(path):
                    raise Again
                seen |= set(path)
                for cell in path:
                    wanted[cell] = thing.look[0, 0] if own else new
        if len(seen) < 3 * len(things):
            raise Again
        return given, wanted

    return draw


def grid_through_dots(task: Random) -> Draw:
    """Rows and columns through all dots of one colour become lines; other dots stay."""
    chosen, other, line = colours(task, 3)
    own = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 17)
        count = chance.randint(2, 4)
        rows = chance.sample(range(0, given.shape[0], 2), count)
        columns = chance.sample(range(0, given.shape[1], 2), count)
        wanted = given.copy()
        wanted[rows] = chosen if own else line
        wanted[:, columns] = chosen if own else line
        free = [(int(i), int(j)) for i, j in np.argwhere(wanted == 0)]
        for cell in chance.sample(free, chance.randint(2, 5)):
            given[cell] = wanted[cell] = other
        for cell in zip(rows, columns, strict=True):
            given[cell] = wanted[cell] = chosen
        return given, wanted

    return draw


def arrowheads(task: Random) -> Draw:
    """Arrow heads of three cells shoot a line from their tip to the edge of the grid."""
    new, own = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 17)
        heads = []
        for colour in colours(chance, chance.randint(2, 4), without=(new,)):
            quarters = chance.randrange(4)
            look = np.array([[0, colour, 0], [colour, 0, colour]], np.int8)
            thing = add(chance, given, np.rot90(look, quarters))
            step = ((-1, 0), (0, -1), (1, 0), (0, 1))[quarters]
            tip = ((0, 1), (1, 0), (1, 1), (1, 1))[quarters]
            heads.append((thing.top + tip[0], thing.left + tip[1], step, colour))
        wanted = given.copy()
        for i, j, step, colour in heads:
            path = list(ray(wanted, i, j, step))
            end = (path or [(i, j)])[-1]
            if len(path) < 2 or inside(given, end[0] + step[0], end[1] + step[1]):
                raise Again
            wanted[tuple(zip(*path, strict=True))] = colour if own else new
        return given, wanted

    return draw


def staircase(task: Random) -> Draw:
    """Stairs lead from each dot to another edge; all steps have one width and height."""
    width, height, code = task.randint(1, 3), task.randint(1, 3), task.randrange(8)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        rows = len(given)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(1, 2)):
            i, j, count = chance.randrange(rows * 2 // 3, rows), 0, 0
            if wanted[i, j]:
                raise Again
            given[i, j] = wanted[i, j] = colour
            steps = [(0, 1)] * width + [(-1, 0)] * height
            while True:
                di, dj = steps[count % len(steps)]
                i, j, count = i + di, j + dj, count + 1
                if not inside(given, i, j):
                    break
                if wanted[i, j]:
                    raise Again
                wanted[i, j] = colour
        return both_turned(given, wanted, code)

    return draw


def where_lines_meet(task: Random) -> Draw:
    """Dots at two edges become lines across the grid; where two lines meet is a third colour."""
    flat, upright, meet = colours(task, 3)
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 8, 15)
        rows = chance.sample(range(1, given.shape[0], 2), chance.randint(1, 3))
        columns = chance.sample(range(1, given.shape[1], 2), chance.randint(1, 3))
        given[rows, 0], given[0, columns] = flat, upright
        wanted = given.copy()
        wanted[rows] = flat
        wanted[:, columns] = upright
        wanted[np.ix_(rows, columns)] = meet
        return turn((given, wanted), quarters)

    return draw


def bridges(task: Random) -> Draw:
    """The ground between blocks that face each other is filled, as wide as they overlap."""
    colour, new = colours(task, 2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        for _ in range(chance.randint(2, 4)):
            add(chance, given, some_block(chance, 2, 4, colour), gap=2)
        flat, upright = _between(given), _between(given.T).T
        if not (flat | upright).any() or (flat & upright).any():
            raise Again
        return given, np.where(flat | upright, new, given).astype(np.int8)

    return draw


def _between(grid: Picture) -> Picture:
    """The black cells that have a filled one both before and behind them in their row."""
    filled = grid != 0
    before = np.logical_or.accumulate(filled, axis=1)
    behind = np.logical_or.accumulate(filled[:, ::-1], axis=1)[:, ::-1]
    found: Picture = before & behind & ~filled
    return found


def dots_drip(task: Random) -> Draw:
    """A bar with dots of another colour: below each dot runs a line in the dot's colour."""
    bar, quarters = task.randint(1, 9), task.randrange(4)
    dotted = task.random() < 0.5  # whether the line has a gap at each second cell

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        top = chance.randint(1, given.shape[0] // 2)
        given[top] = bar
        wanted = given.copy()
        places = chance.sample(range(given.shape[1]), chance.randint(2, 4))
        for j, colour in zip(places, colours(chance, 4, without=(bar,)), strict=False):
            given[top, j] = wanted[top, j] = colour
            wanted[top :: 2 if dotted else 1, j] = colour
        return turn((given, wanted), quarters)

    return draw


def line_over_line(task: Random) -> Draw:
    """Short lines reach from edge to edge, and those of one orientation run over the others."""
    quarters = task.randrange(2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        things = []
        palette = colours(chance, chance.randint(3, 4))
        for number, colour in enumerate(palette):
            line = block(1, chance.randint(2, 4), colour)
            things.append(add(chance, given, line.T if number % 2 else line))
        wanted = given.copy()
        for thing in things[1::2] + things[::2]:
            flat = thing.look.shape[0] == 1
            across = given[thing.top] if flat else given[:, thing.left]
            if np.count_nonzero(across) > thing.look.size:
                raise Again
            line = wanted[thing.top] if flat else wanted[:, thing.left]
            line[:] = thing.look[0, 0]
        return turn((given, wanted), quarters)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    zigzag_between_walls,
    elbow,
    turn_at_obstacle,
    turn_by_colour,
    spiral,
    corners_shoot,
    grid_through_dots,
    arrowheads,
    staircase,
    where_lines_meet,
    bridges,
    dots_drip,
    line_over_line,
)
