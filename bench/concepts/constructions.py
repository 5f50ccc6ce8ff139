"""Concepts whose output is larger than the input: tables, lists of cases, enlargements."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, Mask, Picture, blob, both_turned, colours, turned
from .things import in_colour, turn


def _cells(chance: Random, height: int, width: int, palette: list[int]) -> Picture:
    """A picture whose cells have any colours of the palette."""
    cells = [chance.choice(palette) for _ in range(height * width)]
    return np.array(cells, np.int8).reshape(height, width)


def same_colour_table(task: Random) -> Draw:
    """A row of colours becomes a table: filled where row and column stand for the same colour."""
    fixed = task.choice((0, 0, task.randint(1, 9)))
    palette = colours(task, 4, without=(fixed,))
    quarters = task.choice((0, 1))

    def draw(chance: Random) -> Example:
        given = _cells(chance, 1, chance.randint(4, 7), chance.sample(palette, 3))
        if len(np.unique(given)) == 1 or (given == given[:, ::-1]).all():
            raise Again
        same = given == given.T
        if same.sum() < given.size + 4:
            raise Again
        wanted = np.where(same, fixed or given, 0).astype(np.int8)
        return turned(given, 4 * quarters).astype(np.int8), wanted

    return draw


def pairs_listed(task: Random) -> Draw:
    """A row of colours: the output lists all pairs of them, each in its order, one a row."""
    line = task.choice((0, task.randint(1, 9)))
    upright, gap = task.random() < 0.5, task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = np.array([colours(chance, chance.randint(3, 5), without=(line,))], np.int8)
        rows = []
        for first, second in combinations(given[0], 2):
            rows.append([first, line, second] if gap else [first, second])
        wanted = np.array(rows, np.int8)
        return (given, wanted) if upright else (given, wanted.T.copy())

    return draw


def rows_by_their_cells(task: Random) -> Draw:
    """Every row (or column) stands as often in the output as it has filled cells; none is lost."""
    quarters = task.choice((0, 1))
    palette = colours(task, task.choice((1, 1, 3)))

    def draw(chance: Random) -> Example:
        given = np.zeros((chance.randint(3, 6), chance.randint(3, 5)), np.int8)
        rows = []
        for row in given:
            count = chance.randint(1, len(row))
            for cell in chance.sample(range(len(row)), count):
                row[cell] = chance.choice(palette)
            rows += [row] * count
        if len({int((row > 0).sum()) for row in given}) < 3 or len(rows) > 18:
            raise Again
        return turn((given, np.array(rows, np.int8)), quarters)

    return draw


def sierpinski(task: Random) -> Draw:
    """Below the given row come others: a cell is filled if just one above it, left or right, is."""
    colour, code = task.randint(1, 9), task.choice((0, 0, 1, 2, 3))
    second = task.choice((colour, colour, task.randint(1, 9)))
    rows = task.randint(6, 8)

    def draw(chance: Random) -> Example:
        width = chance.randint(9, 14)
        first = np.zeros(width, bool)
        first[chance.sample(range(2, width - 2), chance.randint(1, 2))] = True
        shown = [first]
        for _ in range(rows - 1):
            padded = np.pad(shown[-1], 1)
            shown.append(padded[:-2] ^ padded[2:])
        wanted = in_colour(np.array(shown), colour)
        wanted[1::2][wanted[1::2] > 0] = second
        return both_turned(wanted[:1], wanted, code)

    return draw


def marked_lines_doubled(task: Random) -> Draw:
    """Marks above and beside a picture: the output has the rows and columns so marked twice."""
    mark, *palette = colours(task, 4)
    times, code = task.choice((2, 2, 3)), task.randrange(4)

    def draw(chance: Random) -> Example:
        height, width = chance.randint(3, 6), chance.randint(3, 6)
        inner = _cells(chance, height, width, palette)
        if len(np.unique(inner)) < 3:
            raise Again
        given = np.pad(inner, ((1, 0), (1, 0)))
        down = chance.sample(range(height), chance.randint(1, 2))
        across = chance.sample(range(width), chance.randint(1, 2))
        given[[n + 1 for n in down], 0] = mark
        given[0, [n + 1 for n in across]] = mark
        wanted = inner.repeat([times if n in down else 1 for n in range(height)], axis=0)
        wanted = wanted.repeat([times if n in across else 1 for n in range(width)], axis=1)
        return both_turned(given, wanted, code)

    return draw


def walls_between_unlike(task: Random) -> Draw:
    """Cells become blocks, with a wall between two of different colours and none between equals."""
    wall, *palette = colours(task, 4)
    scale = task.randint(2, 3)
    palette = [*palette[: task.randint(2, 3)], task.choice((0, palette[-1]))]

    def draw(chance: Random) -> Example:
        height, width = chance.randint(2, 4), chance.randint(3, 4)
        given = _cells(chance, height, width, palette)
        alike = (given[1:] == given[:-1]).sum() + (given[:, 1:] == given[:, :-1]).sum()
        if len(np.unique(given)) < 2 or not 2 <= alike <= 2 * height * width - height - width - 3:
            raise Again
        side = scale + 1
        wanted = np.full((height * side - 1, width * side - 1), wall, np.int8)
        for i, j in np.ndindex(*wanted.shape):
            near = {
                int(given[y, x])
                for y in {i // side, (i + 1) // side}
                for x in {j // side, (j + 1) // side}
            }
            if len(near) == 1:
                wanted[i, j] = near.pop()
        return given, wanted

    return draw


def shapes_in_all_colours(task: Random) -> Draw:
    """Shapes at one side, colours above: the output is a table of all shapes in all colours."""
    grey, side, gap = task.randint(1, 9), task.randint(2, 3), task.randint(0, 1)
    code = task.choice((0, 0, 4))

    def draw(chance: Random) -> Example:
        shapes: list[Mask] = []
        while len(shapes) < chance.randint(2, 3):
            mask = np.array([chance.random() < 0.6 for _ in range(side * side)])
            mask = mask.reshape(side, side)
            whole = mask.any(axis=0).all() and mask.any(axis=1).all() and not mask.all()
            if whole and all((mask != other).any() for other in shapes):
                shapes.append(mask)
        palette = colours(chance, chance.randint(2, 4), without=(grey,))
        step = side + 1
        given = np.zeros((2 + step * len(shapes) - 1, 1 + side + len(palette) * 2), np.int8)
        for number, colour in enumerate(palette):
            given[0, side + 2 + 2 * number - 1] = colour
        for number, shape in enumerate(shapes):
            top = 2 + number * step
            given[top : top + side, :side] = in_colour(shape, grey)
        rows = []
        for shape in shapes:
            looks = [in_colour(shape, colour) for colour in palette]
            row = np.hstack([np.pad(look, ((0, gap), (0, gap))) for look in looks])
            rows.append(row)
        wanted = np.vstack(rows)
        wanted = wanted[: wanted.shape[0] - gap, : wanted.shape[1] - gap]
        return both_turned(given, wanted, code)

    return draw


def columns_by_count(task: Random) -> Draw:
    """A row of colours: each cell grows to a column as high as its colour has cells in the row."""
    code = task.randrange(8)
    palette = colours(task, 5)

    def draw(chance: Random) -> Example:
        width = chance.randint(5, 9)
        row = _cells(chance, 1, width, chance.sample(palette, 4))[0]
        counts = [int((row == colour).sum()) for colour in row]
        if len(set(counts)) < 3:
            raise Again
        wanted = np.zeros((max(counts), width), np.int8)
        for column, count in enumerate(counts):
            wanted[:count, column] = row[column]
        return both_turned(wanted[:1], wanted, code)

    return draw


def split_by_colour(task: Random) -> Draw:
    """A row of colours over a picture: the output has the cells of each colour apart."""
    below, line = task.random() < 0.4, task.choice((0, 0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        side = chance.randint(3, 5)
        palette = colours(chance, chance.randint(2, 4), without=(line,))
        picture = _cells(chance, side, side + chance.randint(0, 1), [0, *palette])
        if len(np.unique(picture)) <= len(palette) or picture.shape[1] < len(palette):
            raise Again
        parts = [in_colour(picture == colour, colour) for colour in palette]
        if line:
            bar = (1, parts[0].shape[1]) if below else (side, 1)
            wall = np.full(bar, line, np.int8)
            parts = [part for pair in zip(parts, [wall] * len(parts), strict=True) for part in pair]
            parts.pop()
        given = np.zeros((side + 2, picture.shape[1]), np.int8)
        given[0, : len(palette)] = palette
        given[2:] = picture
        return given, np.concatenate(parts, axis=0 if below else 1)

    return draw


def built_row_by_row(task: Random) -> Draw:
    """The output shows how the object is built: pictures side by side, each with one row more."""
    code = task.randrange(8)
    line = task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        colour = colours(chance, 2, without=(line,))
        look = in_colour(blob(chance, chance.randint(5, 7)), colour[0])
        for cell in chance.sample([tuple(c) for c in np.argwhere(look)], 2):
            look[cell] = colour[1]
        height, width = look.shape
        if not 3 <= height <= 4 or width > 5:
            raise Again
        wanted = np.full((height, (width + 1) * height - 1), line, np.int8)
        for count in range(1, height + 1):
            part = look.copy()
            part[count:] = 0
            left = (count - 1) * (width + 1)
            wanted[:, left : left + width] = part
        return both_turned(look, wanted, code)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    same_colour_table,
    pairs_listed,
    rows_by_their_cells,
    sierpinski,
    marked_lines_doubled,
    walls_between_unlike,
    shapes_in_all_colours,
    columns_by_count,
    split_by_colour,
    built_row_by_row,
)
