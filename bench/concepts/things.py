"""Things on a grid, and what becomes of those that a task chooses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

import numpy as np

from .canvas import Again, Cell, Example, Mask, Picture, blob, room, turned


@dataclass(frozen=True)
class Thing:
    """A small picture, black where it has no cells, and where its box begins."""

    top: int
    left: int
    look: Picture

    @property
    def bottom(self) -> int:
        """The first row below its box."""
        return self.top + int(self.look.shape[0])

    @property
    def right(self) -> int:
        """The first column right of its box."""
        return self.left + int(self.look.shape[1])

    def show(self, grid: Picture, colour: int = 0) -> None:
        """Draw it, in its own colours or in this one."""
        part, own = grid[self.top : self.bottom, self.left : self.right], self.look != 0
        part[own] = colour or self.look[own]

    def hide(self, grid: Picture) -> None:
        """Leave ground where it is."""
        grid[self.top : self.bottom, self.left : self.right][self.look != 0] = 0

    def cells(self) -> set[Cell]:
        """Its cells on the grid."""
        return {(self.top + int(i), self.left + int(j)) for i, j in np.argwhere(self.look)}

    def moved(self, i: int, j: int) -> Thing:
        """The same thing so many rows and columns further."""
        return Thing(self.top + i, self.left + j, self.look)


def add(chance: Random, grid: Picture, look: Picture, gap: int = 1) -> Thing:
    """Draw a thing where it has room."""
    thing = Thing(*room(chance, grid, look.shape[0], look.shape[1], gap), look)
    thing.show(grid)
    return thing


def in_colour(mask: Mask, colour: int) -> Picture:
    """The shape in a colour."""
    return (mask * colour).astype(np.int8)


def block(height: int, width: int, colour: int) -> Picture:
    """A filled rectangle."""
    return np.full((height, width), colour, np.int8)


def some_block(chance: Random, least: int, most: int, colour: int) -> Picture:
    """A filled rectangle with sides between the two lengths."""
    return block(chance.randint(least, most), chance.randint(least, most), colour)


def different(chance: Random, count: int, least: int, most: int) -> list[Mask]:
    """Shapes of so many cells, none of which is another one turned or mirrored."""
    found: dict[bytes, Mask] = {}
    for _ in range(100):
        shape = blob(chance, chance.randint(least, most))
        found.setdefault(_name(shape), shape)
        if len(found) == count:
            return list(found.values())
    raise Again


def _name(shape: Mask) -> bytes:
    looks = (turned(shape, code) for code in range(8))
    return min(bytes(look.shape) + look.tobytes() for look in looks)


def picked(
    given: Picture, things: list[Thing], chosen: Collection[int], how: str, colour: int = 0
) -> Picture:
    """The output that keeps, removes, recolours or crops the chosen ones."""
    wanted = given.copy()
    if how == "crop":
        (only,) = chosen
        return things[only].look.copy()
    for number, thing in enumerate(things):
        if how == "recolour" and number in chosen:
            thing.show(wanted, colour)
        elif (how == "keep") != (number in chosen) and how != "recolour":
            thing.hide(wanted)
    return wanted


def turn(example: Example, quarters: int) -> Example:
    """Both grids turned by so many quarters."""
    given, wanted = example
    return np.rot90(given, quarters), np.rot90(wanted, quarters)
