"""Concepts of a small physics: light, magnets, water, ropes, falling trees, ways through walls."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import (
    Again,
    Concept,
    Draw,
    Example,
    Picture,
    blank,
    blob,
    colours,
    inside,
    room,
)
from .cases import by_case
from .mazes import maze, way
from .things import Thing, add, block, in_colour, some_block, turn


def sun_shadows(task: Random) -> Draw:
    """The sun is in a corner: behind each object a slanted shadow reaches to the edge."""
    sun, shadow = colours(task, 2)
    ground = some_ground(task, (sun, shadow))

    def draw(chance: Random, corner: int) -> Example:
        given = blank(chance, 10, 15)
        given[:2, :2] = sun
        given[1, 1] = 0
        field = given[2:, 2:]
        things = []
        for colour in colours(chance, chance.randint(2, 3), without=(sun, shadow, ground)):
            look = some_block(chance, 1, 2, colour)
            if chance.random() < 0.5:
                look = in_colour(blob(chance, chance.randint(3, 4)), colour)
            things.append(add(chance, field, look, 2).moved(2, 2))
        wanted = given.copy()
        long = 0
        for thing in things:
            for i, j in thing.cells():
                while inside(given, i, j):
                    if not wanted[i, j]:
                        wanted[i, j] = shadow
                        long += 1
                    i, j = i + 1, j + 1
        if long < 8:
            raise Again
        return turn(laid_on(ground, given, wanted), corner)

    return by_case(task, (0, 1, 2, 3), draw)


def _mirror(chance: Random, slash: bool) -> Picture:
    look = np.eye(chance.choice((1, 3, 3)) + 2, dtype=bool)
    return in_colour(look[::-1] if slash else look, 1)


def light_on_mirrors(task: Random) -> Draw:
    """Light goes straight on from its source and is turned by every slanted mirror on its way."""
    source, glass = colours(task, 2)
    light = task.choice((source, *colours(task, 1, without=(source, glass))))
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        for _ in range(chance.randint(3, 5)):
            look = _mirror(chance, chance.random() < 0.5)
            add(chance, given, in_colour(look > 0, glass), 1)
        row = chance.randrange(1, given.shape[0] - 1)
        if given[row, :3].any():
            raise Again
        given[row, 0] = source
        wanted = given.copy()
        (i, j), step, bends = (row, 0), (0, 1), 0
        while inside(given, i + step[0], j + step[1]):
            y, x = i + step[0], j + step[1]
            if given[y, x] == glass:
                slash = any(_is(given, y + n, x - n, glass) for n in (-1, 1))
                back = any(_is(given, y + n, x + n, glass) for n in (-1, 1))
                if slash == back:
                    raise Again
                step = (-step[1], -step[0]) if slash else (step[1], step[0])
                if wanted[i, j] == glass or _is(given, i + step[0], j + step[1], glass):
                    raise Again
                bends += 1
                continue
            if wanted[y, x] and wanted[y, x] != light:
                raise Again
            i, j = y, x
            wanted[i, j] = light
            if bends > 6:
                raise Again
        if bends < 2:
            raise Again
        return turn((given, wanted), quarters)

    return draw


def _is(grid: Picture, i: int, j: int, colour: int) -> bool:
    return inside(grid, i, j) and grid[i, j] == colour


def pulls_and_pushes(task: Random) -> Draw:
    """A bar at one side draws objects of one colour to it and drives those of another away."""
    bar, drawn, driven, still = colours(task, 4)
    with_third = task.random() < 0.5

    def draw(chance: Random, quarters: int) -> Example:
        given = blank(chance, 9, 15)
        rows, columns = given.shape
        given[0] = bar
        lanes = list(range(0, columns - 1, 3))
        if len(lanes) < 3:
            raise Again
        wanted = given.copy()
        pack = [drawn, driven, still if with_third else drawn, drawn, driven]
        for lane, colour in zip(chance.sample(lanes, min(len(lanes), 5)), pack, strict=False):
            look = in_colour(blob(chance, chance.randint(2, 4)), colour)
            if look.shape[1] > 2:
                look = look.T.copy()
            if look.shape[1] > 2 or look.shape[0] > 4:
                raise Again
            top = chance.randint(2, rows - 1 - look.shape[0])
            Thing(top, lane, look).show(given)
            top = {drawn: 1, driven: rows - look.shape[0], still: top}[colour]
            Thing(top, lane, look).show(wanted)
        return turn((given, wanted), quarters)

    return by_case(task, (0, 1, 2, 3), draw)


def rain_in_valleys(task: Random) -> Draw:
    """Hills stand on the floor: water fills each valley as high as the lower hill beside it."""
    earth, water = colours(task, 2)
    ground, quarters = some_ground(task, (earth, water)), task.choice((0, 0, 0, 1, 2, 3))

    def draw(chance: Random) -> Example:
        width, rows = chance.randint(8, 14), chance.randint(7, 10)
        heights = [chance.randint(0, rows - 2)]
        while len(heights) < width:
            same = chance.random() < 0.35
            heights.append(heights[-1] if same else chance.randint(0, rows - 2))
        given = np.zeros((rows, width), np.int8)
        wanted = given.copy()
        pools = 0
        for column, high in enumerate(heights):
            level = min(max(heights[: column + 1]), max(heights[column:]))
            wanted[rows - level :, column] = water
            for grid in (given, wanted):
                grid[rows - high :, column] = earth
            pools += level > high
        spill = sum(
            max([0, *heights[:c]]) != max(heights[c:]) and heights[c] < max(heights) // 2
            for c in range(width)
        )
        if pools < 3 or not spill or len(set(heights)) < 4:
            raise Again
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def levels_even_out(task: Random) -> Draw:
    """Pipes that are joined below hold water at different levels: it comes to one level in all."""
    glass, water = colours(task, 2)
    ground = some_ground(task, (glass, water))

    def draw(chance: Random, pipes: int) -> Example:
        high = chance.randint(5, 8)
        widths = [chance.randint(1, 2) for _ in range(pipes)]
        if sum(widths) + pipes > 14:
            raise Again
        level = chance.randint(2, high - 2)
        levels = [chance.randint(0, high - 1) for _ in range(pipes)]
        held = sum(n * wide for n, wide in zip(levels, widths, strict=True))
        if held != level * sum(widths) or len(set(levels)) < 2:
            raise Again
        width = sum(widths) + pipes + 1
        given = np.full((high + 2, width), glass, np.int8)
        given[high, 1:-1] = water
        wanted = given.copy()
        left = 1
        for wide, own in zip(widths, levels, strict=True):
            for grid, top in ((given, high - own), (wanted, high - level)):
                grid[:high, left : left + wide] = 0
                grid[top:high, left : left + wide] = water
            left += wide + 1
        air = chance.randint(1, 2)
        pad = ((air, 0), (chance.randint(0, 2), chance.randint(0, 2)))
        return laid_on(ground, np.pad(given, pad), np.pad(wanted, pad))

    return by_case(task, (2, 3, 4), draw)


def way_drawn(task: Random) -> Draw:
    """The way through the maze from the one dot to the other is drawn."""
    wall, start, goal, line = colours(task, 4)
    if task.random() < 0.5:
        goal = start
    framed = task.random() < 0.5

    def draw(chance: Random) -> Example:
        walls = maze(chance, chance.randint(4, 7), chance.randint(4, 7))
        halls = [(int(i) * 2, int(j) * 2) for i, j in np.argwhere(~walls[::2, ::2])]
        first, last = chance.sample(halls, 2)
        path = way(walls, first, last)
        if len(path) < 13:
            raise Again
        given = in_colour(walls, wall)
        wanted = given.copy()
        for cell in path:
            wanted[cell] = line
        for grid in (given, wanted):
            grid[first], grid[last] = start, goal
        if framed:
            return np.pad(given, 1, constant_values=wall), np.pad(wanted, 1, constant_values=wall)
        return given, wanted

    return draw


def cut_ropes(task: Random) -> Draw:
    """Weights hang on ropes from the ceiling: where a rope is cut, what is below falls down."""
    ceiling, rope = colours(task, 2)
    fixed = task.choice((0, *colours(task, 1, without=(ceiling, rope))))
    floor = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        rows, columns = given.shape
        given[0] = ceiling
        if floor:
            given[-1] = ceiling
        end = rows - 1 if floor else rows
        wanted = given.copy()
        lanes = list(range(1, columns - 1, 4))
        cuts = [True, False] + [chance.random() < 0.5 for _ in lanes[2:]]
        if len(lanes) < 3:
            raise Again
        for lane, cut in zip(chance.sample(lanes, len(lanes)), cuts, strict=True):
            colour = fixed or chance.choice(colours(chance, 1, without=(ceiling, rope)))
            long, high = chance.randint(3, rows - 6), chance.randint(1, 2)
            gap = chance.randint(2, long) if cut else 0
            weight = block(high, chance.choice((1, 3)), colour)
            left = lane - weight.shape[1] // 2
            bottom = 1 + long + high
            if bottom > end - 2:
                raise Again
            drop = end - bottom
            for grid, fall in ((given, 0), (wanted, drop if cut else 0)):
                grid[1 : 1 + long, lane] = rope
                if cut:
                    grid[gap : 1 + long, lane] = 0
                    grid[gap + 1 + fall : 1 + long + fall, lane] = rope
                Thing(1 + long + fall, left, weight).show(grid)
        return given, wanted

    return draw


def felled_trees(task: Random) -> Draw:
    """Trees stand on the ground with a notch at one side: they fall and lie on that side."""
    soil, wood, notch = colours(task, 3)
    quarters = task.choice((0, 0, 1, 2, 3))

    def draw(chance: Random) -> Example:
        rows, columns = chance.randint(7, 9), chance.randint(14, 21)
        given = np.zeros((rows, columns), np.int8)
        given[-1] = soil
        wanted = given.copy()
        left, sides = 0, set()
        while True:
            left += chance.randint(1, 2)
            high, to_right = chance.randint(3, 5), chance.random() < 0.5
            need = high + 1
            if left + need >= columns:
                break
            stem = left if to_right else left + high
            side = stem + (1 if to_right else -1)
            given[rows - 1 - high : rows - 1, stem] = wood
            given[rows - 2, side] = notch
            lying = range(stem, stem + high) if to_right else range(stem - high + 1, stem + 1)
            wanted[rows - 2, list(lying)] = wood
            sides.add(to_right)
            left += need
        if len(sides) < 2:
            raise Again
        return turn((given, wanted), quarters)

    return draw


def ball_over_pegs(task: Random) -> Draw:
    """Balls fall and leave a trace; a peg sends them aside, its colour says to which side."""
    ball, leftwards, rightwards = colours(task, 3)
    trace = task.choice((ball, colours(task, 1, without=(ball, leftwards, rightwards))[0]))
    quarters = task.choice((0, 0, 0, 1, 2, 3))

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        rows, columns = given.shape
        for _ in range(chance.randint(6, 10)):
            i, j = chance.randrange(2, rows - 1), chance.randrange(1, columns - 1)
            if given[i - 1 : i + 2, j - 1 : j + 2].any():
                continue
            given[i, j] = chance.choice((leftwards, rightwards))
        start = chance.randrange(2, columns - 2)
        given[0, start] = ball
        wanted = given.copy()
        i, j, met = 0, start, set()
        bends = 0
        while i + 1 < rows:
            peg = int(given[i + 1, j])
            if peg:
                met.add(peg)
                bends += 1
                j += 1 if peg == rightwards else -1
            else:
                i += 1
            if not inside(given, i, j) or given[i, j]:
                raise Again
            wanted[i, j] = trace
        if len(met) < 2:
            raise Again
        return turn((given, wanted), quarters)

    return draw


def fire_leaps(task: Random) -> Draw:
    """Fire goes over from object to object if no more than one cell lies between them."""
    fire, wood = colours(task, 2)
    burnt = task.choice((fire, *colours(task, 1, without=(fire, wood))))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        things: list[Thing] = []
        for _ in range(chance.randint(5, 8)):
            things.append(_placed(chance, given, wood, things))
        spark = chance.choice(sorted(things[0].cells()))
        reached, todo = {0}, [0]
        for now in todo:
            for number, thing in enumerate(things):
                far = _apart(things[now], thing)
                if far <= 2 and number not in reached:
                    reached.add(number)
                    todo.append(number)
        if not 3 <= len(reached) <= len(things) - 2:
            raise Again
        wanted = given.copy()
        for number in reached:
            things[number].show(wanted, burnt)
        given[spark] = fire
        wanted[spark] = fire
        return given, wanted

    return draw


def _placed(chance: Random, grid: Picture, colour: int, others: list[Thing]) -> Thing:
    """A new object, either two steps away from others or at least four."""
    look = in_colour(blob(chance, chance.randint(3, 5)), colour)
    for _ in range(20):
        thing = Thing(*room(chance, grid, *look.shape), look)
        if all(_apart(thing, other) != 3 for other in others):
            thing.show(grid)
            return thing
    raise Again


def _apart(one: Thing, other: Thing) -> int:
    """The way between their nearest cells, in steps that may be slanted."""
    return min(max(abs(i - y), abs(j - x)) for i, j in one.cells() for y, x in other.cells())


CONCEPTS: Final[tuple[Concept, ...]] = (
    sun_shadows,
    light_on_mirrors,
    pulls_and_pushes,
    rain_in_valleys,
    levels_even_out,
    way_drawn,
    cut_ropes,
    felled_trees,
    ball_over_pegs,
    fire_leaps,
)
