"""Concepts about outputs of another size: contents, enlarged and shrunk pictures, mosaics."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, blank, blob, colours, dealt, speckled
from .things import add, block, in_colour, some_block


def content_of_frame(task: Random) -> Draw:
    """The output is what is inside the only frame of one colour, with the frame or without."""
    line, with_frame = task.randint(1, 9), task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 19)
        palette = colours(chance, 4, without=(line,))
        inner = speckled(chance, chance.randint(2, 6), chance.randint(2, 6), palette, 0.6)
        whole = np.pad(inner, 1, constant_values=line)
        frame = add(chance, given, whole)
        for _ in range(chance.randint(2, 5)):
            add(chance, given, some_block(chance, 1, 3, chance.choice(palette)))
        whole = given[frame.top : frame.bottom, frame.left : frame.right].copy()
        return given, whole if with_frame else whole[1:-1, 1:-1]

    return draw


def crop_and_enlarge(task: Random) -> Draw:
    """The object, of several colours, is cropped and made two or three times as large."""
    factor, noise = task.choice((2, 2, 3)), task.randint(1, 9)
    noisy = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        mask, palette = blob(chance, chance.randint(4, 8)), colours(chance, 3, without=(noise,))
        look = in_colour(mask, 1)
        look[mask] = [chance.choice(palette) for _ in range(np.count_nonzero(mask))]
        if len(set(look[mask])) < 2:
            raise Again
        add(chance, given, look)
        for _ in range(chance.randint(2, 4) if noisy else 0):
            add(chance, given, block(1, 1, noise))
        return given, np.kron(look, np.ones((factor, factor), np.int8))

    return draw


def shrink_blocks(task: Random) -> Draw:
    """Blocks of two by two (or three by three) cells become one cell; they may have odd cells."""
    factor, noisy = task.choice((2, 3)), task.random() < 0.4

    def draw(chance: Random) -> Example:
        palette = [0, *colours(chance, chance.randint(2, 3))]
        wanted = speckled(chance, chance.randint(3, 7), chance.randint(3, 7), palette, 0.9)
        given = np.kron(wanted, np.ones((factor, factor), np.int8))
        if noisy:
            for i in range(wanted.shape[0]):
                for j in range(wanted.shape[1]):
                    if chance.random() < 0.4:
                        spot = divmod(chance.randrange(factor * factor), factor)
                        odd = chance.choice([c for c in palette if c != wanted[i, j]])
                        given[i * factor + spot[0], j * factor + spot[1]] = odd
        return given, wanted

    return draw


def trim_border(task: Random) -> Draw:
    """The border of one colour, one to three cells thick, is cut off."""
    border = task.randint(0, 9)
    thick = task.choice((None, 1, 2))

    def draw(chance: Random) -> Example:
        palette = [c for c in range(10) if c != border]
        some = chance.sample(palette, chance.randint(2, 4))
        wanted = speckled(chance, chance.randint(2, 8), chance.randint(2, 8), some, 1.0)
        return np.pad(wanted, thick or chance.randint(1, 3), constant_values=border), wanted

    return draw


def cells_become_pattern(task: Random) -> Draw:
    """Every filled cell becomes a block with a fixed pattern in its colour; black stays black."""
    side = task.choice((2, 3, 3))
    pattern = _pattern(task, side)
    second = task.choice([0, task.randint(1, 9)])  # the rest of the block

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(1, 3), without=(second,))
        given = speckled(chance, chance.randint(2, 5), chance.randint(2, 5), palette, 0.6)
        if given.all() or not given.any():
            raise Again
        rest = np.kron((given != 0).astype(np.int8), (~pattern * second).astype(np.int8))
        return given, np.kron(given, pattern.astype(np.int8)) + rest

    return draw


def _pattern(chance: Random, side: int) -> np.ndarray:
    spots = chance.sample(range(side * side), chance.randint(side, side * side - 1))
    return np.isin(np.arange(side * side), spots).reshape(side, side)


def pattern_by_colour(task: Random) -> Draw:
    """Every cell becomes a block; its colour says with which pattern, and black is empty."""
    side, palette = task.choice((2, 3)), colours(task, task.randint(2, 3))
    patterns = {colour: _pattern(task, side) for colour in palette}
    new = task.choice([0, *colours(task, 1)])

    def draw(chance: Random) -> Example:
        given = speckled(chance, chance.randint(2, 4), chance.randint(3, 5), palette, 0.8)
        if not set(palette) <= set(given.flat):
            raise Again
        wanted = np.zeros((given.shape[0] * side, given.shape[1] * side), np.int8)
        for colour, pattern in patterns.items():
            wanted += np.kron(given == colour, pattern).astype(np.int8) * (new or colour)
        return given, wanted

    return draw


def mosaic(task: Random) -> Draw:
    """The output repeats the grid; each second column or row of copies is mirrored."""
    down, across = task.choice(((1, 3), (3, 1), (2, 3), (3, 3), (3, 2), (1, 4), (4, 1)))
    how = task.choice(("across", "down", "both"))

    def draw(chance: Random) -> Example:
        tile = speckled(chance, chance.randint(2, 4), chance.randint(2, 4), colours(chance, 3), 0.7)
        flipped = (tile[:, ::-1], tile[::-1], tile[::-1, ::-1])
        if any((tile == other).all() for other in flipped):
            raise Again
        if (how != "down" and across == 1) or (how != "across" and down == 1):
            mirror = (across == 1, down == 1)  # the only way in which the copies lie
        else:
            mirror = (how != "across", how != "down")
        rows = []
        for i in range(down):
            row = tile[::-1] if mirror[0] and i % 2 else tile
            cells = [row[:, ::-1] if mirror[1] and j % 2 else row for j in range(across)]
            rows.append(np.concatenate(cells, axis=1))
        return tile, np.concatenate(rows)

    return draw


def quarter_of_symmetric(task: Random) -> Draw:
    """A picture with one mirror (or two) becomes its half (or quarter)."""
    upright, flat = task.choice(((True, True), (True, False), (False, True)))

    def draw(chance: Random) -> Example:
        wanted = speckled(
            chance, chance.randint(3, 6), chance.randint(3, 6), colours(chance, 4), 0.8
        )
        given = np.concatenate([wanted, wanted[:, ::-1]], axis=1) if upright else wanted
        return np.concatenate([given, given[::-1]]) if flat else given, wanted

    return draw


def rows_once(task: Random) -> Draw:
    """Neighbouring rows and columns that are equal become one: each area becomes one cell."""
    palette_size = task.randint(3, 5)

    def draw(chance: Random) -> Example:
        height, width = chance.randint(2, 4), chance.randint(2, 4)
        wanted = speckled(chance, height, width, colours(chance, palette_size), 1.0)
        if (wanted[1:] == wanted[:-1]).all(axis=1).any():
            raise Again
        if (wanted[:, 1:] == wanted[:, :-1]).all(axis=0).any():
            raise Again
        thick = [chance.randint(1, 5) for _ in range(height)]
        wide = [chance.randint(1, 5) for _ in range(width)]
        return np.repeat(np.repeat(wanted, thick, axis=0), wide, axis=1), wanted

    return draw


def enlarge_by_dots(task: Random) -> Draw:
    """Each cell of the figure becomes a square whose side is the number of loose dots beside it."""
    dot = task.randint(1, 9)
    numbers = dealt(task, (2, 3, 4))

    def draw(chance: Random) -> Example:
        count, given = numbers(), blank(chance, 8, 12)
        (colour,) = colours(chance, 1, without=(dot,))
        look = in_colour(blob(chance, chance.randint(3, 6)), colour)
        add(chance, given, look)
        for _ in range(count):
            add(chance, given, block(1, 1, dot))
        return given, np.kron(look, np.ones((count, count), np.int8))

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    content_of_frame,
    crop_and_enlarge,
    shrink_blocks,
    trim_border,
    cells_become_pattern,
    pattern_by_colour,
    mosaic,
    quarter_of_symmetric,
    rows_once,
    enlarge_by_dots,
)
