"""Concepts about patterns that go on: stripes, tilings, keys, rings, steps."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

import numpy as np

from .canvas import (
    SIDES,
    Again,
    Cell,
    Concept,
    Draw,
    Example,
    Picture,
    blank,
    blob,
    both_turned,
    colours,
    inside,
    speckled,
)
from .things import Thing, add, block, in_colour, turn


def stripes_go_on(task: Random) -> Draw:
    """Stripes of different widths begin at one side of an empty grid and go on to the other."""
    quarters = task.randrange(4)

    def draw(chance: Random) -> Example:
        widths = [chance.randint(1, 3) for _ in range(chance.randint(2, 3))]
        palette = colours(chance, len(widths))
        once = [c for c, width in zip(palette, widths, strict=True) for _ in range(width)]
        shown = chance.randint(len(once) + widths[0], 2 * len(once))
        length, height = min(28, 2 * len(once) + chance.randint(4, 9)), chance.randint(3, 9)
        wanted = np.tile(np.array((once * 10)[:length], np.int8), (height, 1))
        given = wanted.copy()
        given[:, shown:] = 0
        return turn((given, wanted), quarters)

    return draw


def slanted_stripes(task: Random) -> Draw:
    """The first rows (or one corner) show slanted stripes, which go on over the whole grid."""
    rows_shown, code = task.random() < 0.5, task.randrange(8)

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(3, 4))
        period = len(palette)
        wanted = blank(chance, 2 * period + 1, 14)
        slant = chance.choice((1, -1)) if rows_shown else 1
        for i, j in product(*map(range, wanted.shape)):
            wanted[i, j] = palette[(slant * i + j) % period]
        given, down = wanted.copy(), np.add.outer(*map(np.arange, wanted.shape))
        if rows_shown:
            given[chance.randint(2, 3) :] = 0
        else:
            given[down >= period + chance.randint(1, period)] = 0
        return both_turned(given, wanted, code)

    return draw


def tile_fills_grid(task: Random) -> Draw:
    """A tile in a corner is repeated over the empty grid, perhaps each second one mirrored."""
    how, code = task.choice(("plain", "across", "both")), task.randrange(8)

    def draw(chance: Random) -> Example:
        height, width = chance.randint(2, 4), chance.randint(2, 4)
        tile = speckled(chance, height, width, colours(chance, chance.randint(2, 4)), 1.0)
        if (tile == tile[:, ::-1]).all() or (tile == tile[::-1]).all():
            raise Again
        pair = tile if how == "plain" else np.concatenate([tile, tile[:, ::-1]], axis=1)
        whole = np.concatenate([pair, pair[::-1]]) if how == "both" else pair
        down, across = chance.randint(2, 4), chance.randint(2, 4)
        wanted = np.tile(whole, (4, 4))[: down * height, : across * width]
        given = np.zeros_like(wanted)
        given[:height, :width] = tile
        return both_turned(given, wanted, code)

    return draw


def legend_on_areas(task: Random) -> Draw:
    """Marked rectangles are filled with the tile in the corner, from their upper left cell on."""
    mark = task.randint(1, 9)
    height, width = task.randint(1, 3), task.randint(2, 3)

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 19)
        tile = speckled(chance, height, width, colours(chance, 3, without=(mark,)), 1.0)
        if len(set(tile.flat)) < 2:
            raise Again
        given[:height, :width] = tile
        wanted = given.copy()
        for _ in range(chance.randint(2, 4)):
            area = add(chance, given, some_area(chance, mark))
            shape = area.look.shape
            Thing(area.top, area.left, np.tile(tile, (7, 7))[: shape[0], : shape[1]]).show(wanted)
        return given, wanted

    return draw


def some_area(chance: Random, colour: int) -> Picture:
    """A rectangle in which a tile can be seen more than once."""
    return block(chance.randint(3, 6), chance.randint(4, 7), colour)


def hidden_patch(task: Random) -> Draw:
    """A wallpaper, perhaps with shifted rows, has a hidden box: the output is that patch."""
    hidden, shifted = task.randint(0, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        rows, columns = chance.randint(2, 4), chance.randint(3, 4)
        tile = speckled(chance, rows, columns, colours(chance, 4, without=(hidden,)), 1.0)
        bands = [np.roll(tile, band if shifted else 0, axis=1) for band in range(5)]
        height, width = chance.randint(2, 5), chance.randint(2, 5)
        whole = np.tile(np.concatenate(bands), (2, 5))
        given = whole[: min(5 * rows, chance.randint(13, 17)), : chance.randint(13, 17)].copy()
        if len(given) < height + 3 * rows or len(set(tile.flat)) < 3:
            raise Again
        top = chance.randint(0, given.shape[0] - height)
        left = chance.randint(0, given.shape[1] - width)
        wanted = given[top : top + height, left : left + width].copy()
        given[top : top + height, left : left + width] = hidden
        return given, wanted

    return draw


def alternate_along_line(task: Random) -> Draw:
    """Bent lines have a head of another colour: both colours take turns from the head on."""
    step = task.randint(2, 3)  # the head's colour comes at each second or third cell

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        wanted = given.copy()
        for _ in range(chance.randint(1, 2)):
            head, body = colours(chance, 2)
            path = _bent(chance)
            cells = np.zeros((max(i for i, _ in path) + 1, max(j for _, j in path) + 1), np.int8)
            code = chance.randrange(8)
            before, after = cells.copy(), cells.copy()
            for number, cell in enumerate(path):
                before[cell] = body if number else head
                after[cell] = body if number % step else head
            before, after = both_turned(before, after, code)
            place = add(chance, given, np.ones(before.shape, np.int8))
            place.hide(given)
            Thing(place.top, place.left, before).show(given)
            Thing(place.top, place.left, after).show(wanted)
        return given, wanted

    return draw


def _bent(chance: Random) -> list[Cell]:
    """A line with one or two turns."""
    i, j, path = 0, 0, [(0, 0)]
    for leg in range(chance.randint(2, 3)):
        for _ in range(chance.randint(3, 5)):
            i, j = (i + 1, j) if leg % 2 else (i, j + 1)
            path.append((i, j))
    return path


def rows_by_key(task: Random) -> Draw:
    """Cells take the colour that the key at one side has in their row, or stay if it has none."""
    grey, quarters = task.randint(1, 9), task.randrange(4)
    gaps = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 5, 12)
        given[:, 2:] = speckled(chance, given.shape[0], given.shape[1] - 2, [grey], 0.5)
        wanted = given.copy()
        palette = colours(chance, 4, without=(grey,))
        for row in range(len(given)):
            given[row, 0] = 0 if gaps and row % 3 == 2 else chance.choice(palette)
            wanted[row, 0] = given[row, 0]
            if given[row, 0]:
                wanted[row][wanted[row] == grey] = given[row, 0]
        return turn((given, wanted), quarters)

    return draw


def rings_by_key(task: Random) -> Draw:
    """A square below a row of colours becomes rings in these colours, inwards or outwards."""
    grey, odd, inwards = task.randint(1, 9), task.randint(0, 1), task.random() < 0.6

    def draw(chance: Random) -> Example:
        count = chance.randint(2, 4)
        side = 2 * count - odd
        key = colours(chance, count, without=(grey,))
        given = np.zeros((side + chance.randint(3, 5), side + chance.randint(1, 5)), np.int8)
        given[0, :count] = key
        wanted = given.copy()
        top = chance.randint(2, len(given) - side)
        left = chance.randint(0, given.shape[1] - side)
        given[top : top + side, left : left + side] = grey
        for depth, colour in enumerate(key if inwards else key[::-1]):
            wanted[top + depth : top + side - depth, left + depth : left + side - depth] = colour
        return given, wanted

    return draw


def odd_cells_in_tiling(task: Random) -> Draw:
    """A few cells break a tiling: they get a fixed colour, or the one that the tiling has there."""
    mark, repaired = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        rows, columns = chance.randint(2, 3), chance.randint(2, 3)
        palette = colours(chance, 3, without=(mark,))
        tile = speckled(chance, rows, columns, palette, 1.0)
        if len(set(tile.flat)) < 2:
            raise Again
        whole = np.tile(tile, (chance.randint(4, 5), chance.randint(4, 5)))
        given, wanted = whole.copy(), whole.copy()
        spots = chance.sample(range(rows * columns), chance.randint(2, 3))
        for spot in spots:  # no two odd cells are at the same place of the tile
            i = spot // columns + rows * chance.randrange(4)
            j = spot % columns + columns * chance.randrange(4)
            given[i, j] = chance.choice([c for c in palette if c != whole[i, j]])
            wanted[i, j] = whole[i, j] if repaired else mark
        return given, wanted

    return draw


def two_tiles_in_turns(task: Random) -> Draw:
    """Two tiles beside each other become a larger board, on which they take turns."""
    size, below = task.choice((2, 4)), task.random() < 0.5

    def draw(chance: Random) -> Example:
        side = chance.randint(2, 4)
        tiles = [speckled(chance, side, side, [c], 0.55) for c in colours(chance, 2)]
        if not all(0 < np.count_nonzero(tile) < side * side for tile in tiles):
            raise Again
        rows = [np.concatenate([tiles[(i + j) % 2] for j in range(size)], 1) for i in range(size)]
        return np.concatenate(tiles, axis=0 if below else 1), np.concatenate(rows)

    return draw


def steps_repeat(task: Random) -> Draw:
    """An object stands twice: the step from one to the other is repeated until the grid ends."""
    fixed, own = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 18)
        look = in_colour(blob(chance, chance.randint(1, 4)), 1)
        step = chance.choice([(0, 1), (1, 0), (1, 1)])
        di, dj = step[0] * (len(look) + 1), step[1] * (look.shape[1] + 1)
        (first,) = colours(chance, 1, without=(fixed,))
        least = 0 if own else 2  # of two alike, none may have room for one more behind it
        top = chance.randint(0, least if di else len(given) - len(look))
        left = chance.randint(0, least if dj else given.shape[1] - look.shape[1])
        wanted = given.copy()
        count = 0
        while inside(given, top + count * di, left + count * dj):
            for cell in Thing(top + count * di, left + count * dj, look).cells():
                if inside(given, *cell):
                    wanted[cell] = first if count == 0 or own else fixed
                    given[cell] = wanted[cell] if count < 2 else 0
            count += 1
        if count < 4:
            raise Again
        return both_turned(given, wanted, chance.randrange(8))

    return draw


def rings_spread(task: Random) -> Draw:
    """From one dot rings spread to the edges of the grid, in its colour and another in turns."""
    second, diamonds = task.randint(0, 9), task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 6, 14)
        (colour,) = colours(chance, 1, without=(second,))
        i, j = chance.randrange(given.shape[0]), chance.randrange(given.shape[1])
        given[i, j] = colour
        down, across = (
            np.abs(np.arange(n) - at) for n, at in zip(given.shape, (i, j), strict=True)
        )
        join = np.add.outer if diamonds else np.maximum.outer
        wanted = np.where(join(down, across) % 2, second, colour).astype(np.int8)
        return given, wanted

    return draw


def dots_become_flowers(task: Random) -> Draw:
    """Each dot gets cells around it; the dot's colour says which ones, and in which colour."""
    palette = colours(task, task.randint(2, 3))
    petals = colours(task, len(palette), without=tuple(palette))
    slanted = ((-1, -1), (-1, 1), (1, 1), (1, -1))
    looks = task.sample([SIDES, slanted, (*SIDES, *slanted), ((0, 1), (0, -1))], len(palette))

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        wanted = given.copy()
        for number in [*range(len(palette)), chance.randrange(len(palette))]:
            whole = add(chance, given, block(3, 3, palette[number]))
            whole.hide(given)
            i, j = whole.top + 1, whole.left + 1
            wanted[i, j] = given[i, j] = palette[number]
            for di, dj in looks[number]:
                wanted[i + di, j + dj] = petals[number]
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    stripes_go_on,
    slanted_stripes,
    tile_fills_grid,
    legend_on_areas,
    hidden_patch,
    alternate_along_line,
    rows_by_key,
    rings_by_key,
    odd_cells_in_tiling,
    two_tiles_in_turns,
    steps_repeat,
    rings_spread,
    dots_become_flowers,
)
