"""What concepts draw with: grids, colours, shapes, and places where a shape has room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.int8]
Mask = NDArray[np.bool_]
Example = tuple[Picture, Picture]
Draw = Callable[[Random], Example]
"""draws one example of a task"""
Concept = Callable[[Random], Draw]
"""settles what all examples of a task share"""
Cell = tuple[int, int]
Case = TypeVar("Case")

SIDES: Final[tuple[Cell, ...]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
ROUND: Final[tuple[Cell, ...]] = tuple((i, j) for i, j in product((-1, 0, 1), (-1, 0, 1)) if i or j)
GREY: Final = 5


class Again(Exception):  # noqa: N818 - it is no error
    """This draw does not show the concept."""


def dealt(chance: Random, cases: Sequence[Case]) -> Callable[[], Case]:
    """Gives one case a call, in any order, and all of them before one comes again."""
    pack: list[Case] = []

    def deal() -> Case:
        if not pack:
            pack.extend(chance.sample(cases, len(cases)))
        return pack.pop()

    return deal


def blank(chance: Random, least: int, most: int, colour: int = 0) -> Picture:
    """A grid of one colour, its sides between the two lengths."""
    shape = (chance.randint(least, most), chance.randint(least, most))
    return np.full(shape, colour, np.int8)


def colours(chance: Random, count: int, without: tuple[int, ...] = ()) -> list[int]:
    """Different colours, none of them black."""
    return chance.sample([c for c in range(1, 10) if c not in without], count)


def blob(chance: Random, size: int) -> Mask:
    """A connected shape of so many cells, in its box."""
    taken = {(0, 0)}
    while len(taken) < size:
        i, j = chance.choice(sorted(taken))
        di, dj = chance.choice(SIDES)
        taken.add((i + di, j + dj))
    return boxed(taken)


def boxed(taken: set[Cell]) -> Mask:
    """The cells as a mask of their box."""
    top, left = min(i for i, _ in taken), min(j for _, j in taken)
    shape = (max(i for i, _ in taken) - top + 1, max(j for _, j in taken) - left + 1)
    mask = np.zeros(shape, bool)
    for i, j in taken:
        mask[i - top, j - left] = True
    return mask


def ring(height: int, width: int) -> Mask:
    """The border of a rectangle."""
    mask = np.ones((height, width), bool)
    mask[1:-1, 1:-1] = False
    return mask


def room(chance: Random, grid: Picture, height: int, width: int, gap: int = 1) -> Cell:
    """Where a box has only ground inside and around it. Raises `Again` if nowhere."""
    rows, columns = grid.shape
    places = [
        (i, j)
        for i in range(rows - height + 1)
        for j in range(columns - width + 1)
        if not grid[max(i - gap, 0) : i + height + gap, max(j - gap, 0) : j + width + gap].any()
    ]
    if not places:
        raise Again
    return chance.choice(places)


def put(chance: Random, grid: Picture, mask: Mask, colour: int, gap: int = 1) -> Cell:
    """Paint a shape where it has room, and give the place of its box."""
    height, width = mask.shape
    top, left = room(chance, grid, height, width, gap)
    paint(grid, top, left, mask, colour)
    return top, left


def paint(grid: Picture, top: int, left: int, mask: Mask, colour: int) -> None:
    """Paint a shape whose box begins at this place."""
    grid[top : top + mask.shape[0], left : left + mask.shape[1]][mask] = colour


def speckled(chance: Random, height: int, width: int, palette: list[int], share: float) -> Picture:
    """A grid in which this share of the cells has a colour of the palette."""
    grid = np.zeros((height, width), np.int8)
    for i, j in product(range(height), range(width)):
        if chance.random() < share:
            grid[i, j] = chance.choice(palette)
    return grid


def inside(grid: NDArray[np.generic], i: int, j: int) -> bool:
    """Whether the grid has this cell."""
    rows, columns = grid.shape
    return bool(0 <= i < rows and 0 <= j < columns)


def ray(grid: Picture, i: int, j: int, step: Cell) -> Iterator[Cell]:
    """The cells from the next one on until the edge or something that is not black."""
    i, j = i + step[0], j + step[1]
    while inside(grid, i, j) and not grid[i, j]:
        yield i, j
        i, j = i + step[0], j + step[1]


def around(grid: Picture) -> Mask:
    """The black cells that touch another colour by a side or a corner."""
    filled = np.pad(grid != 0, 1)
    near = np.zeros_like(filled)
    for di, dj in ROUND:
        near |= np.roll(filled, (di, dj), (0, 1))
    free: Mask = near & ~filled
    return free[1:-1, 1:-1]


def turned(grid: NDArray[np.generic], code: int) -> NDArray[np.generic]:
    """One of the eight turns and mirrors."""
    quarter = np.rot90(grid, code % 4)
    return quarter.T if code >= 4 else quarter


def both_turned(given: Picture, wanted: Picture, code: int) -> Example:
    """An example whose two grids are turned or mirrored alike."""
    return turned(given, code).astype(np.int8), turned(wanted, code).astype(np.int8)
