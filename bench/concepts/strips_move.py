"""Concepts on grids of one row whose blocks get another place, size or order."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, colours, dealt
from .strips import LONGEST, SHORTEST, Block, painted, spread, way


def strip_move(task: Random) -> Draw:
    """Blocks move one, two or three cells towards one end."""
    lay, steps = way(task), task.randint(1, 3)
    counts = dealt(task, (1, 1, 2))

    def draw(chance: Random) -> Example:
        blocks = [[colour] * chance.randint(1, 5) for colour in colours(chance, counts())]
        length, begins = spread(chance, blocks, gap=steps + 1, after=steps)
        moved = [begin + steps for begin in begins]
        return lay(painted(length, begins, blocks), painted(length, moved, blocks))

    return draw


def strip_move_to_mark(task: Random) -> Draw:
    """A block moves until it touches a cell of the marker's colour, on either side."""
    lay, mark = way(task), task.randint(1, 9)
    sides = dealt(task, (True, False))

    def draw(chance: Random) -> Example:
        block = colours(chance, 1, without=(mark,)) * chance.randint(1, 6)
        gap, far = chance.randint(2, 9), chance.randint(0, 5)
        near = chance.randint(max(0, SHORTEST - gap - far - len(block) - 1), 6)
        given = [0] * far + block + [0] * gap + [mark] + [0] * near
        wanted = [0] * (far + gap) + block + [mark] + [0] * near
        end = 1 if sides() else -1
        return lay(np.array(given[::end], np.int8), np.array(wanted[::end], np.int8))

    return draw


def strip_copy_to_marks(task: Random) -> Draw:
    """A pattern stands once in full. Single cells, its first or its middle, become copies of it."""
    lay, several, middle = way(task), task.random() < 0.5, task.random() < 0.5
    sizes = dealt(task, (3, 5) if middle else (2, 3, 4))

    def draw(chance: Random) -> Example:
        size = sizes()
        pattern = colours(chance, size) if several else colours(chance, 1) * size
        anchor = size // 2 if middle else 0
        blocks = [pattern] * chance.randint(3, 4 if size < 5 else 3)
        length, begins = spread(chance, blocks)
        full = chance.randrange(len(blocks))
        seen = [begin + (0 if place == full else anchor) for place, begin in enumerate(begins)]
        shown = [pattern if place == full else [pattern[anchor]] for place in range(len(blocks))]
        return lay(painted(length, seen, shown), painted(length, begins, blocks))

    return draw


def strip_flip(task: Random) -> Draw:
    """A block with a marker at one end is reversed, on its own cells or around the marker."""
    lay, mark, around_mark = way(task), task.randint(1, 9), task.random() < 0.5
    sides, counts = dealt(task, (True, False)), dealt(task, (1, 2, 3))

    def draw(chance: Random) -> Example:
        palette = colours(chance, counts(), without=(mark,))
        block = _of_all(chance, palette, chance.randint(max(2, len(palette)), 5))
        if len(palette) > 1 and block == block[::-1]:
            raise Again
        size = len(block)
        length = chance.randint(max(SHORTEST, 2 * size + 1), 20)
        at = chance.randint(size, length - size - 1)
        given, wanted = np.zeros((2, length), np.int8)
        given[at], given[at + 1 : at + 1 + size] = mark, block
        if around_mark:
            wanted[at], wanted[at - size : at] = mark, block[::-1]
        else:
            wanted[at : at + size], wanted[at + size] = block[::-1], mark
        end = 1 if sides() else -1
        return lay(given[::end], wanted[::end])

    return draw


def strip_mirror(task: Random) -> Draw:
    """A block goes to the other side of a marker, as in a mirror (or is seen on both sides)."""
    lay, mark, both = way(task), task.randint(1, 9), task.random() < 0.5
    sides = dealt(task, (True, False))

    def draw(chance: Random) -> Example:
        palette = colours(chance, chance.randint(2, 3), without=(mark,))
        block = _of_all(chance, palette, chance.randint(len(palette), 5))
        if block == block[::-1]:
            raise Again
        reach = chance.randint(1, 4) + len(block)
        length = chance.randint(max(SHORTEST, 2 * reach + 1), 2 * reach + 8)
        at = chance.randint(reach, length - reach - 1)
        given, wanted = np.zeros((2, length), np.int8)
        given[at] = wanted[at] = mark
        given[at - reach : at - reach + len(block)] = block
        wanted[at + reach - len(block) + 1 : at + reach + 1] = block[::-1]
        if both:
            wanted[:at] = given[:at]
        end = 1 if sides() else -1
        return lay(given[::end], wanted[::end])

    return draw


def _of_all(chance: Random, palette: list[int], size: int) -> Block:
    """So many cells that have every colour of the palette."""
    block = palette + [chance.choice(palette) for _ in range(size - len(palette))]
    return chance.sample(block, size)


def strip_scale(task: Random) -> Draw:
    """Every cell of a block becomes two, towards one end; or every cell of the strip."""
    lay, whole = way(task), task.random() < 0.4
    counts = dealt(task, (1, 2, 3))

    def draw(chance: Random) -> Example:
        palette = colours(chance, counts())
        block = _of_all(chance, palette, chance.randint(max(2, len(palette)), 5))
        double = [colour for colour in block for _ in range(2)]
        if whole:
            length = chance.randint(SHORTEST, LONGEST // 2)
            given = painted(length, [chance.randint(0, length - len(block))], [block])
            return lay(given, np.repeat(given, 2))
        length, begins = spread(chance, [double])
        return lay(painted(length, begins, [block]), painted(length, begins, [double]))

    return draw


def strip_order(task: Random) -> Draw:
    """Blocks side by side are put in order of length, with the same gap between them."""
    lay, gap, own = way(task), task.randint(0, 1), task.random() < 0.5
    sizes = dealt(task, (3, 4))

    def draw(chance: Random) -> Example:
        count = sizes()
        palette = colours(chance, count) if own or not gap else colours(chance, 1) * count
        lengths = chance.sample(range(1, 7), count)
        blocks = [[colour] * size for colour, size in zip(palette, lengths, strict=True)]
        length, (begin,) = spread(chance, [[0] * (sum(lengths) + gap * (count - 1))])
        given, wanted = (
            painted(length, _row(begin, order, gap), order)
            for order in (blocks, sorted(blocks, key=len))
        )
        return lay(given, wanted)

    return draw


def _row(begin: int, blocks: list[Block], gap: int) -> list[int]:
    """Where blocks begin that stand side by side."""
    begins = []
    for block in blocks:
        begins.append(begin)
        begin += len(block) + gap
    return begins


def strip_swap(task: Random) -> Draw:
    """Two blocks that touch change places; or the first cell and the second, and so on."""
    lay, cells = way(task), task.random() < 0.4

    def draw(chance: Random) -> Example:
        if cells:
            given = np.array(chance.choices(colours(chance, 4), k=2 * chance.randint(5, 9)))
            wanted = given.reshape(-1, 2)[:, ::-1].reshape(-1)
            return lay(given.astype(np.int8), wanted.astype(np.int8))
        palette = colours(chance, 2 * chance.randint(1, 3))
        pairs = [
            ([first] * chance.randint(1, 4), [second] * chance.randint(1, 4))
            for first, second in zip(palette[::2], palette[1::2], strict=True)
        ]
        before = [first + second for first, second in pairs]
        length, begins = spread(chance, before)
        after = [second + first for first, second in pairs]
        return lay(painted(length, begins, before), painted(length, begins, after))

    return draw


def strip_growing(task: Random) -> Draw:
    """A row of growing blocks (or of cells with growing gaps) goes on to the end of the strip."""
    lay, gaps, count = way(task), task.random() < 0.5, task.randint(1, 2)

    def draw(chance: Random) -> Example:
        palette = colours(chance, count)
        length = chance.randint(16, LONGEST)
        given, wanted = np.zeros((2, length), np.int8)
        at = 0
        for turn in range(length):
            size, gap = (1, turn + 1) if gaps else (turn + 1, 1)
            wanted[at : at + size] = palette[turn % count]
            if turn < 3:
                given[:] = wanted
            at += size + gap
        return lay(given, wanted)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    strip_move,
    strip_move_to_mark,
    strip_copy_to_marks,
    strip_flip,
    strip_mirror,
    strip_scale,
    strip_order,
    strip_swap,
    strip_growing,
)
