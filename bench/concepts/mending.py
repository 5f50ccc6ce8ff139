"""Concepts about what is damaged: noise, gaps, bumps, missing corners and halves."""

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
    Mask,
    blank,
    blob,
    colours,
    ring,
    speckled,
)
from .things import Thing, add, block, in_colour, some_block, turn


def noise_in_boxes(task: Random) -> Draw:
    """Noise of one colour vanishes from rectangles, or from the rectangles and the ground."""
    noise, everywhere = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        wanted = blank(chance, 11, 18)
        for colour in colours(chance, chance.randint(1, 3), without=(noise,)):
            add(chance, wanted, some_block(chance, 4, 7, colour))
        given = wanted.copy()
        spots = chance.sample([(int(i), int(j)) for i, j in np.argwhere(wanted)], 5)
        if everywhere:
            spots += chance.sample([(int(i), int(j)) for i, j in np.argwhere(wanted == 0)], 6)
        for spot in spots:
            if _box_corner(wanted, spot):
                raise Again
            given[spot] = noise
        return given, wanted

    return draw


def _box_corner(grid: np.ndarray[tuple[int, ...], np.dtype[np.int8]], spot: Cell) -> bool:
    """Whether the cell is a corner of a filled rectangle."""
    i, j = spot
    padded = np.pad(grid, 1)
    same = [bool(padded[i + 1 + a, j + 1 + b] == grid[spot]) for a, b in _CROSS]
    return bool(grid[spot]) and sum(same) == 2


_CROSS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))


def straight_edges(task: Random) -> Draw:
    """Rectangles lose the single cells on their sides, or their notches are filled, or both."""
    how = task.choice(("bumps", "notches", "both"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 20)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 3)):
            height, width = chance.randint(4, 7), chance.randint(4, 7)
            whole = np.pad(np.ones((height, width), bool), 1)
            worn = whole.copy()
            for _ in range(chance.randint(1, 3)):
                _wear(chance, worn, how)
            thing = add(chance, given, in_colour(worn, colour), gap=0)
            Thing(thing.top, thing.left, in_colour(whole, colour)).show(wanted)
        return given, wanted

    return draw


def _wear(chance: Random, worn: Mask, how: str) -> None:
    """Add a bump to a random side, or a notch; nothing where it would touch another one."""
    side = np.rot90(worn, chance.randrange(4))
    place = chance.randrange(3, side.shape[1] - 3) if side.shape[1] > 6 else 2
    near = np.s_[place - 1 : place + 2]
    if how != "notches" and (how == "bumps" or chance.random() < 0.5):
        if not side[0].any() and side[1, near].all():
            side[0, place] = True
    elif not side[0, near].any() and side[1, near].all() and side[2, near].all():
        side[1, place] = False


def missing_corners(task: Random) -> Draw:
    """Rectangles that miss corners are completed, in their colour or in a fixed one."""
    patch, own = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 18)
        wanted = given.copy()
        for number, colour in enumerate(colours(chance, chance.randint(2, 4), without=(patch,))):
            look = some_block(chance, 3, 6, colour)
            bare = look.copy()
            for code in chance.sample(range(4), chance.randint(0 if number else 1, 2)):
                np.rot90(bare, code)[0, 0] = 0
            thing = add(chance, given, bare)
            Thing(thing.top, thing.left, look).show(wanted, 0 if own else patch)
            thing.show(wanted)
        return given, wanted

    return draw


def mirror_at_spine(task: Random) -> Draw:
    """A figure has only one half beside its spine: the other half is drawn."""
    spine, quarters = task.randint(1, 9), task.randrange(4)
    figure_colours = colours(task, 3, without=(spine,)) if task.random() < 0.5 else []

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        height, width = chance.randint(4, 7), chance.randint(2, 3)
        palette = figure_colours or colours(chance, chance.randint(1, 2), without=(spine,))
        half = speckled(chance, height, width, palette, 0.65)
        half[:, 0] = speckled(chance, height, 1, palette, 1.0)[:, 0]
        if (half[:, -1] == 0).all():
            raise Again
        middle = block(height, 1, spine)
        full = np.concatenate([half[:, ::-1], middle, half], axis=1)
        place = add(chance, given.copy(), full)
        Thing(place.top, place.left + width, full[:, width:]).show(given)
        wanted = given.copy()
        place.show(wanted)
        return turn((given, wanted), quarters)

    return draw


def symmetric_gap(task: Random) -> Draw:
    """A figure with two mirrors lost a few cells: they come back, perhaps in a fixed colour."""
    patch, own = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 16)
        colour = colours(chance, 1, without=(patch,))[0]
        rows, columns = chance.randint(3, 4), chance.randint(3, 4)
        part = speckled(chance, rows, columns, [colour], 0.75)
        part[0, -1] = part[-1, 0] = part[-1, -1] = colour  # all sides and the middle
        upper = np.concatenate([part, part[:, ::-1]], axis=1)
        whole = np.concatenate([upper, upper[::-1]])
        worn = whole.copy()
        code = chance.randrange(4)
        quarter = np.rot90(worn, code)[: worn.shape[0] // 2, : worn.shape[1] // 2]
        lost = np.argwhere(np.rot90(whole, code)[: quarter.shape[0], : quarter.shape[1]])
        for i, j in chance.sample(lost.tolist(), min(chance.randint(2, 3), len(lost) - 2)):
            quarter[i, j] = 0
        thing = add(chance, given, worn)
        wanted = given.copy()
        Thing(thing.top, thing.left, whole).show(wanted, 0 if own else patch)
        thing.show(wanted)
        return given, wanted

    return draw


def frames_with_gaps(task: Random) -> Draw:
    """The gaps of frames are closed, in the frame's colour or in a fixed one."""
    patch, own = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 18)
        wanted = given.copy()
        for number, colour in enumerate(colours(chance, chance.randint(2, 3), without=(patch,))):
            mask = ring(chance.randint(4, 7), chance.randint(4, 7))
            broken = mask.copy()
            for _ in range(chance.randint(0 if number else 1, 3)):
                side = np.rot90(broken, chance.randrange(4))[0]
                side[chance.randrange(1, len(side) - 1)] = False
            thing = add(chance, given, in_colour(broken, colour))
            Thing(thing.top, thing.left, in_colour(mask, colour)).show(wanted, 0 if own else patch)
            thing.show(wanted)
        return given, wanted

    return draw


def lines_with_gaps(task: Random) -> Draw:
    """Lines from edge to edge have gaps, which are closed; loose dots stay."""
    quarters, patch, own = task.randrange(2), task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        height, width = given.shape
        lines = chance.sample(range(1, height - 1, 3), 2)
        wanted = given.copy()
        for row, colour in zip(lines, colours(chance, 2, without=(patch,)), strict=True):
            given[row] = colour
            given[row, chance.sample(range(1, width - 1), chance.randint(2, 3))] = 0
            wanted[row] = np.where(given[row] == 0, colour if own else patch, colour)
        for _ in range(chance.randint(2, 4)):
            i, j = chance.randrange(height), chance.randrange(width)
            if wanted[max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2].any():
                continue
            given[i, j] = wanted[i, j] = colours(chance, 1, without=(patch,))[0]
        return turn((given, wanted), quarters)

    return draw


def unfinished_copies(task: Random) -> Draw:
    """A figure is shown in full; of its copies, turned or not, only marks show: they are drawn."""
    turns, stays = task.random() < 0.5, task.random() < 0.7

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 18)
        body, *marks = colours(chance, chance.randint(3, 4))
        shape = blob(chance, chance.randint(6, 8))
        look = in_colour(shape, body)
        cells = [tuple(cell) for cell in np.argwhere(shape)]
        for mark, cell in zip(marks, chance.sample(cells, len(marks)), strict=True):
            look[cell] = mark
        model = add(chance, given, look)
        wanted = given.copy()
        for _ in range(chance.randint(1, 3)):
            copy = np.rot90(look, chance.randrange(4)) if turns else look
            place = add(chance, wanted, copy)
            Thing(place.top, place.left, np.where(copy == body, 0, copy)).show(given)
        if not stays:
            model.hide(wanted)
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    noise_in_boxes,
    straight_edges,
    missing_corners,
    mirror_at_spine,
    symmetric_gap,
    frames_with_gaps,
    lines_with_gaps,
    unfinished_copies,
)
