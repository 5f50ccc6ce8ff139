"""Concepts about grids that lines divide into rooms of one size or of several."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

import numpy as np

from .canvas import (
    Again,
    Cell,
    Concept,
    Draw,
    Example,
    Mask,
    Picture,
    blob,
    colours,
    paint,
    ring,
    speckled,
)
from .things import in_colour, turn


class Rooms:
    """A grid of empty rooms between lines; `room[i, j]` is the part of the grid that one takes."""

    def __init__(self, heights: list[int], widths: list[int], line: int) -> None:
        shape = (sum(heights) + len(heights) - 1, sum(widths) + len(widths) - 1)
        self.grid: Picture = np.full(shape, line, np.int8)
        self.room: dict[Cell, Picture] = {}
        for i, j in product(range(len(heights)), range(len(widths))):
            top, left = sum(heights[:i]) + i, sum(widths[:j]) + j
            part = self.grid[top : top + heights[i], left : left + widths[j]]
            part[:] = 0
            self.room[i, j] = part


def _even(chance: Random, side: int, line: int, most: int = 4) -> tuple[Rooms, Rooms]:
    """Two grids of square rooms of one size, at least two by two."""
    down, across = chance.randint(2, most), chance.randint(2, most)
    if down * across < 5:
        across += 1
    return Rooms([side] * down, [side] * across, line), Rooms([side] * down, [side] * across, line)


def _uneven(chance: Random, least: int, line: int) -> tuple[Rooms, Rooms]:
    """Two grids of rooms of several sizes."""
    heights = [chance.randint(least, least + 2) for _ in range(chance.randint(2, 3))]
    widths = [chance.randint(least, least + 2) for _ in range(chance.randint(2, 4))]
    return Rooms(heights, widths, line), Rooms(heights, widths, line)


def _dots(chance: Random, room: Picture, palette: list[int]) -> None:
    """Put dots of these colours anywhere in the room."""
    for spot, colour in zip(chance.sample(range(room.size), len(palette)), palette, strict=True):
        room[divmod(spot, room.shape[1])] = colour


def rims_of_rooms(task: Random) -> Draw:
    """A room with a dot gets a rim in the colour of the dot, which may vanish."""
    line, vanishes = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        before, after = _uneven(chance, 3, line)
        palette = colours(chance, 3, without=(line,))
        chosen = chance.sample(sorted(before.room), chance.randint(2, len(before.room) - 1))
        for place in chosen:
            room, colour = before.room[place], chance.choice(palette)
            i, j = (chance.randrange(1, length - 1) for length in room.shape)
            room[i, j], after.room[place][i, j] = colour, 0 if vanishes else colour
            paint(after.room[place], 0, 0, ring(*room.shape), colour)
        return before.grid, after.grid

    return draw


def figure_to_rooms(task: Random) -> Draw:
    """One room has a figure: rooms with a dot get it too, in its colour or in the dot's."""
    line, mark = colours(task, 2)
    by_dot = task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(3, 5)
        before, after = _even(chance, side, line)
        figure = np.zeros((side, side), bool)
        shape = blob(chance, chance.randint(4, 7))
        if max(shape.shape) > side:
            raise Again
        paint(figure, *_spot(chance, side, shape), shape, True)
        palette = colours(chance, 4, without=(line, mark))
        places = chance.sample(sorted(before.room), chance.randint(3, len(before.room) - 1))
        for number, place in enumerate(places):
            colour = palette[number % 4] if by_dot else mark
            if number:
                i, j = chance.randrange(side), chance.randrange(side)
                before.room[place][i, j] = colour
            else:
                before.room[place][figure] = palette[0]
            colour = colour if by_dot else palette[0]
            after.room[place][:] = in_colour(figure, colour)
        return before.grid, after.grid

    return draw


def _spot(chance: Random, side: int, shape: Mask) -> Cell:
    height, width = shape.shape
    return chance.randint(0, side - height), chance.randint(0, side - width)


def room_of_most(task: Random) -> Draw:
    """The output is the room with most dots, or with most different colours."""
    line, of_colours = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        before, _ = _even(chance, chance.randint(3, 4), line, most=3)
        palette = colours(chance, 5, without=(line,))
        kinds = [chance.randint(1, 2) for _ in before.room]
        counts = [chance.randint(2, 4) for _ in before.room]
        best = chance.randrange(len(counts))
        if of_colours:
            kinds[best] = counts[best] = 3
        else:
            counts[best] = max(counts) + 1
        if max(counts) > 5 or (of_colours and max(counts) == 3):
            raise Again  # in the second case another room has more dots
        rooms = list(before.room.values())
        for room, kind, count in zip(rooms, kinds, counts, strict=True):
            some = chance.sample(palette, kind)
            _dots(chance, room, (some * count)[:count])
        return before.grid, rooms[best].copy()

    return draw


def rooms_become_cells(task: Random) -> Draw:
    """Each room becomes one cell: the colour of its dots, or that of most of its cells."""
    line, most = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(2, 4)
        before, _ = _even(chance, side, line, most=5)
        palette = colours(chance, 3, without=(line,))
        found: dict[Cell, int] = {}
        for place, room in before.room.items():
            first, second = chance.sample(palette, 2)
            if most:
                room[:] = first
                _dots(chance, room, [second] * chance.randint(0, (room.size - 1) // 2))
            elif chance.random() < 0.6:
                _dots(chance, room, [first] * chance.randint(1, 3))
            found[place] = first if most or room.any() else 0
        down, across = (length + 1 for length in max(found))
        return before.grid, np.array(list(found.values()), np.int8).reshape(down, across)

    return draw


def same_place_in_rooms(task: Random) -> Draw:
    """What one room has comes to the same place in all rooms, in its colours or in a fixed one."""
    line, new = colours(task, 2)
    own = task.random() < 0.6

    def draw(chance: Random) -> Example:
        side = chance.randint(3, 5)
        before, after = _even(chance, side, line)
        palette = colours(chance, 2, without=(line, new))
        figure = speckled(chance, side, side, palette, 0.35)
        if np.count_nonzero(figure) < 2:
            raise Again
        chosen = chance.choice(sorted(before.room))
        before.room[chosen][:] = figure
        for place, room in after.room.items():
            room[:] = figure if own or place == chosen else in_colour(figure != 0, new)
        return before.grid, after.grid

    return draw


def dots_of_all_rooms(task: Random) -> Draw:
    """The output is one room with the dots of all rooms, each at its place in the room."""
    line = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        side = chance.randint(3, 5)
        before, _ = _even(chance, side, line, most=3)
        spots = chance.sample(range(side * side), min(side * side - 1, len(before.room) + 1))
        wanted = np.zeros((side, side), np.int8)
        rooms = list(before.room.values())
        palette = colours(chance, chance.randint(2, 4), without=(line,))
        for number, spot in enumerate(spots):
            place = divmod(spot, side)
            wanted[place] = rooms[number % len(rooms)][place] = chance.choice(palette)
        return before.grid, wanted

    return draw


def three_panels(task: Random) -> Draw:
    """Three panels become one: cells filled in all three, in two or more, in one only, in none."""
    counts = task.choice(((3,), (2, 3), (1,), (0,), (1, 2)))
    first, line, result = colours(task, 3)
    palette = [first] * 3 if task.random() < 0.5 else colours(task, 3, without=(line, result))
    below = task.random() < 0.5

    def draw(chance: Random) -> Example:
        height, width = chance.randint(3, 6), chance.randint(3, 6)
        panels = [speckled(chance, height, width, [colour], 0.55) for colour in palette]
        filled = sum((panel != 0).astype(int) for panel in panels)
        if set(filled.flat) != {0, 1, 2, 3}:
            raise Again
        wall = np.full((height, 1), line, np.int8)
        given = np.concatenate([panels[0], wall, panels[1], wall, panels[2]], axis=1)
        return turn((given, in_colour(np.isin(filled, counts), result)), 3 if below else 0)

    return draw


def panels_over_panels(task: Random) -> Draw:
    """Three panels are laid over each other: of two colours at one place, one always wins."""
    line, *palette = colours(task, 4)
    ranks, below = task.sample(range(3), 3), task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(4, 6)
        panels = [speckled(chance, side, side, [colour], 0.5) for colour in palette]
        top, middle, under = (panels[number] for number in ranks)
        if not (
            (top * middle).any() and (top * under).any() and (middle * under * (top == 0)).any()
        ):
            raise Again
        wanted = np.where(top, top, np.where(middle, middle, under))
        wall = np.full((side, 1), line, np.int8)
        given = np.concatenate([panels[0], wall, panels[1], wall, panels[2]], axis=1)
        return (given.T, wanted.T) if below else (given, wanted)

    return draw


def checkerboard_of_rooms(task: Random) -> Draw:
    """One room is filled: so is each second room, as on a checkerboard, and perhaps the others."""
    line, second = colours(task, 2)
    others = task.random() < 0.5

    def draw(chance: Random) -> Example:
        before, after = _uneven(chance, 2, line)
        (colour,) = colours(chance, 1, without=(line, second))
        i, j = chosen = chance.choice(sorted(before.room))
        before.room[chosen][:] = colour
        for (k, m), room in after.room.items():
            room[:] = colour if (i + j + k + m) % 2 == 0 else second if others else 0
        if len(before.room) < 6:
            raise Again
        return before.grid, after.grid

    return draw


def rooms_by_number(task: Random) -> Draw:
    """Rooms with one, two or three dots are filled with the colour of that number."""
    line, dot, *meaning = colours(task, 5)
    empty = task.random() < 0.5  # whether rooms may have no dots

    def draw(chance: Random) -> Example:
        before, after = _even(chance, chance.randint(2, 4), line, most=3)
        numbers = [
            1,
            2,
            3,
            *(chance.randint(0 if empty else 1, 3) for _ in range(len(before.room))),
        ]
        for place, number in zip(_mixed(chance, before), numbers, strict=False):
            _dots(chance, before.room[place], [dot] * number)
            after.room[place][:] = meaning[number - 1] if number else 0
        return before.grid, after.grid

    return draw


def _mixed(chance: Random, rooms: Rooms) -> list[Cell]:
    return chance.sample(sorted(rooms.room), len(rooms.room))


def rooms_like_first(task: Random) -> Draw:
    """Rooms with the same figure as the upper left room are recoloured, or the others emptied."""
    line, new, colour = colours(task, 3)
    recoloured = task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(2, 3)
        before, after = _even(chance, side, line)
        figures = [speckled(chance, side, side, [colour], 0.5) for _ in range(3)]
        if len({figure.tobytes() for figure in figures}) < 3 or not all(f.any() for f in figures):
            raise Again
        numbers = [1, 2, 0, *(chance.randrange(3) for _ in range(len(before.room)))]
        places = [(0, 0), *(place for place in _mixed(chance, before) if place != (0, 0))]
        for place, number in zip(places, [0, *numbers], strict=False):
            before.room[place][:] = figures[number]
            kept = figures[number] if recoloured or not number else 0
            after.room[place][:] = (
                in_colour(figures[0] != 0, new) if recoloured and not number else kept
            )
        return before.grid, after.grid

    return draw


def rooms_between_alike(task: Random) -> Draw:
    """Rooms between two filled rooms of one colour, in a row or column of rooms, are filled too."""
    line = task.randint(1, 9)

    def draw(chance: Random) -> Example:
        side, down, across = chance.randint(1, 3), chance.randint(4, 6), chance.randint(4, 6)
        before, after = (Rooms([side] * down, [side] * across, line) for _ in range(2))
        taken: set[Cell] = set()
        for colour in colours(chance, chance.randint(1, 3), without=(line,)):
            flat = chance.random() < 0.5
            row = chance.randrange(down if flat else across)
            length = across if flat else down
            start = chance.randrange(length - 2)
            stop = chance.randrange(start + 2, length)
            way = [(row, n) if flat else (n, row) for n in range(start, stop + 1)]
            if taken & set(way):
                raise Again
            taken |= set(way)
            for place in way:
                after.room[place][:] = colour
            before.room[way[0]][:] = before.room[way[-1]][:] = colour
        return before.grid, after.grid

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    rims_of_rooms,
    figure_to_rooms,
    room_of_most,
    rooms_become_cells,
    same_place_in_rooms,
    dots_of_all_rooms,
    three_panels,
    panels_over_panels,
    checkerboard_of_rooms,
    rooms_by_number,
    rooms_like_first,
    rooms_between_alike,
)
