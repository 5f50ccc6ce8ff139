"""Concepts in which small symbols (arrows, signs, labels, lists, keys) say what is to be done."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
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
    colours,
    dealt,
    inside,
    ring,
)
from .cases import by_case
from .things import Thing, add, in_colour

PLUS: Final = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)


def _arrow(step: Cell) -> Picture:
    """An arrow of three by three cells which points that way."""
    up = np.array([[0, 1, 0], [1, 1, 1], [1, 0, 1]], np.int8)
    quarters = {(-1, 0): 0, (0, -1): 1, (1, 0): 2, (0, 1): 3}[step]
    return np.rot90(up, quarters).astype(np.int8)


def dots_by_key(task: Random) -> Draw:
    """A key shows two or three dots with a figure below each: in the field dots become figures."""
    line = task.randint(1, 9)
    own = task.random() < 0.6
    figure = colours(task, 1, without=(line,))[0]

    def draw(chance: Random) -> Example:
        count = chance.randint(2, 3)
        palette = colours(chance, count, without=(line, figure))
        rows, columns = chance.randint(9, 13), chance.randint(11, 15)
        key = np.zeros((5, columns), np.int8)
        looks: list[Picture] = []
        while len(looks) < count:
            look = np.array([chance.random() < 0.5 for _ in range(9)]).reshape(3, 3)
            look[1, 1] = True
            whole = look.any(axis=0).all() and look.any(axis=1).all() and not look.all()
            colour = palette[len(looks)] if own else figure
            if whole and all(((look > 0) != (other > 0)).any() for other in looks):
                looks.append(in_colour(look, colour))
        for number, (colour, look) in enumerate(zip(palette, looks, strict=True)):
            key[0, 4 * number + 1] = colour
            key[2:5, 4 * number : 4 * number + 3] = look
        field = np.zeros((rows, columns), np.int8)
        wanted = field.copy()
        for number in [*range(count), *chance.choices(range(count), k=chance.randint(0, 2))]:
            thing = add(chance, wanted, looks[number])
            field[thing.top + 1, thing.left + 1] = palette[number]
        bar = np.full((1, columns), line, np.int8)
        given = np.vstack([key, bar, field])
        return given, wanted

    return draw


def arrow_and_steps(task: Random) -> Draw:
    """An arrow in a corner says where the object moves, and the dots beside it how many cells."""
    sign, dot = colours(task, 2)
    ground = some_ground(task, (sign, dot))
    trace = task.random() < 0.4

    def draw(chance: Random, step: Cell) -> Example:
        given = blank(chance, 12, 16)
        steps = chance.randint(1, 4)
        Thing(0, 0, _arrow(step) * sign).show(given)
        given[5, 0 : 2 * steps : 2] = dot
        wanted = given.copy()
        label = np.zeros(given.shape, bool)
        label[:6, :8] = True
        (colour,) = colours(chance, 1, without=(sign, dot, ground))
        look = in_colour(blob(chance, chance.randint(3, 6)), colour)
        thing = add(chance, np.where(label, 1, 0).astype(np.int8), look)
        moved = thing.moved(step[0] * steps, step[1] * steps)
        if not all(inside(given, *cell) and not label[cell] for cell in moved.cells()):
            raise Again
        thing.show(given)
        if trace:
            if thing.cells() & moved.cells():
                raise Again
            thing.show(wanted)
        moved.show(wanted)
        return laid_on(ground, given, wanted)

    return by_case(task, SIDES, draw)


def plus_or_minus(task: Random) -> Draw:
    """Two rows of dots with a plus or a minus between them: the output is the sum or difference."""
    dot, sign, result = colours(task, 3)
    upright = task.random() < 0.5
    if task.random() < 0.4:
        result = dot

    def draw(chance: Random, plus: bool) -> Example:
        first = chance.randint(2, 6)
        second = chance.randint(1, 3 if plus else first - 1)
        width = chance.randint(11, 13)
        given = np.zeros((9, width), np.int8)
        start = chance.randint(0, 1)
        given[1, start : 2 * first + start : 2][:first] = dot
        given[7, start : 2 * second + start : 2][:second] = dot
        given[3:6, 4] = sign * (plus or upright)  # upright grids are turned below
        given[4, 3:6] = sign if plus or not upright else (0, sign, 0)
        count = first + second if plus else first - second
        wanted = np.full((1, count), result, np.int8)
        return (given.T.copy(), wanted.T.copy()) if upright else (given, wanted)

    return by_case(task, (True, False), draw)


def mirror_as_label(task: Random) -> Draw:
    """A label shows a line: the picture is mirrored at it, and perhaps gets its colour."""
    repaint = task.random() < 0.6
    bar = task.randint(1, 9)

    def draw(chance: Random, case: str) -> Example:
        side = chance.randint(4, 6)
        colour, label, second = colours(chance, 3, without=(bar,))
        mask = np.array([chance.random() < 0.5 for _ in range(side * side)]).reshape(side, side)
        images = {"|": mask[:, ::-1], "-": mask[::-1], "/": mask[::-1, ::-1].T, "\\": mask.T}
        if any((image == mask).all() for image in images.values()) or mask.sum() < side + 1:
            raise Again
        picture = in_colour(mask, colour)
        sign = np.zeros((3, 3), bool)
        if case == "|":
            sign[:, 1] = True
        elif case == "-":
            sign[1] = True
        else:
            sign = np.eye(3, dtype=bool)
            sign = sign[::-1] if case == "/" else sign
        panel = np.zeros((side, 3), np.int8)
        top = (side - 3) // 2
        panel[top : top + 3] = in_colour(sign, label if repaint else second)
        wall = np.full((side, 1), bar, np.int8)
        given = np.hstack([panel, wall, picture])
        return given, in_colour(images[case], label if repaint else colour)

    return by_case(task, ("|", "-", task.choice("/\\")), draw)


def walk_by_list(task: Random) -> Draw:
    """The first row lists colours, each for one of four directions: the dot walks as they say."""
    dot, *keys = colours(task, 5)
    steps = dict(zip(keys, task.sample(SIDES, 4), strict=True))
    long = task.choice((2, 2, 3))
    line = task.choice((dot, dot, *colours(task, 1, without=(dot, *keys))))

    def draw(chance: Random) -> Example:
        rows, columns = chance.randint(9, 13), chance.randint(8, 12)
        given = np.zeros((rows, columns), np.int8)
        count = min(chance.randint(5, 9), columns)
        listed = [chance.choice(keys) for _ in range(count)]
        if len(set(listed)) < 4:
            raise Again
        given[0, :count] = listed
        i, j = chance.randrange(2, rows), chance.randrange(columns)
        given[i, j] = dot
        wanted = given.copy()
        for key in listed:
            for _ in range(long):
                i, j = i + steps[key][0], j + steps[key][1]
                if not (2 <= i < rows and 0 <= j < columns) or wanted[i, j]:
                    raise Again
                wanted[i, j] = line
        return given, wanted

    return by_case(task, (0,), lambda chance, _: draw(chance))


def labels_in_rows(task: Random) -> Draw:
    """Each row has a label and a picture: the label says what becomes of it."""
    sign, wall, new = colours(task, 3)
    side = 3
    cross = np.eye(3, dtype=bool) | np.eye(3, dtype=bool)[::-1]
    whole, line = ring(3, 3), np.array([[0, 1, 0]] * 3, bool)
    meanings = ["stay", "empty", "mirror", "invert", "recolour"]
    symbols = dict(
        zip(task.sample(meanings, 3), task.sample([PLUS, cross, whole, line], 3), strict=True)
    )
    if set(symbols) == {"stay", "empty", "recolour"}:
        symbols["mirror"] = symbols.pop("stay")
    deal = dealt(task, sorted(symbols))

    def draw(chance: Random) -> Example:
        parts, results = [], []
        count = chance.randint(2, 3)
        for number in range(count):
            meaning = deal()
            (colour,) = colours(chance, 1, without=(sign, wall, new))
            mask = np.array([chance.random() < 0.55 for _ in range(side * side)]).reshape(
                side, side
            )
            while (mask == mask[:, ::-1]).all() or mask.sum() < 3 or mask.sum() > 6:
                mask = np.array([chance.random() < 0.55 for _ in range(side * side)])
                mask = mask.reshape(side, side)
            label = in_colour(symbols[meaning], sign)
            picture = in_colour(mask, colour)
            parts.append(np.hstack([label, np.full((side, 1), wall, np.int8), picture]))
            results.append(
                {
                    "stay": picture,
                    "empty": np.zeros_like(picture),
                    "mirror": picture[:, ::-1],
                    "invert": in_colour(~mask, colour),
                    "recolour": in_colour(mask, new),
                }[meaning]
            )
            if number < count - 1:
                parts.append(np.full((1, 2 * side + 1), wall, np.int8))
                results.append(np.full((1, side), wall, np.int8))
        return np.vstack(parts), np.vstack(results)

    return draw


def keys_open_frames(task: Random) -> Draw:
    """Frames have a door of some colour; keys are listed above: frames with such a door open."""
    line = task.randint(1, 9)
    fill = task.choice((0, *colours(task, 1, without=(line,))))
    ground = some_ground(task, (line, fill))

    def draw(chance: Random) -> Example:
        columns = chance.randint(12, 16)
        given = np.zeros((chance.randint(13, 16), columns), np.int8)
        palette = colours(chance, 4, without=(line, fill, ground))
        keys = palette[: chance.randint(1, 2)]
        given[0, : 2 * len(keys) : 2] = keys
        field, wanted = given[2:], given.copy()
        doors = [*keys, palette[2], palette[3]]
        for colour in [*doors, *chance.sample(doors, chance.randint(0, 1))]:
            height, width = chance.randint(4, 5), chance.randint(4, 6)
            look = in_colour(ring(height, width), line)
            side, place = chance.randrange(4), chance.randint(1, 2)
            door = ((0, place), (place, 0), (height - 1, place), (place, width - 1))[side]
            look[door] = colour
            thing = add(chance, field, look).moved(2, 0)
            after = look.copy()
            if colour in keys:
                after[door] = 0
                after[1:-1, 1:-1] = fill or colour
            thing.moved(0, 0).show(wanted)
            part = wanted[thing.top : thing.bottom, thing.left : thing.right]
            part[...] = after
        return laid_on(ground, given, wanted)

    return draw


def times_by_dots(task: Random) -> Draw:
    """Each row begins with dots and a line: what follows is repeated as often as there are dots."""
    dot, line = colours(task, 2)
    upright = task.random() < 0.4

    def draw(chance: Random) -> Example:
        rows = chance.randint(3, 5)
        given = np.zeros((rows, 3 + 1 + 3), np.int8)
        given[:, 3] = line
        counts = [chance.randint(1, 3) for _ in range(rows)]
        words = []
        for row, count in zip(given, counts, strict=True):
            row[:count] = dot
            word = [chance.choice(colours(chance, 3, without=(dot, line))) for _ in range(3)]
            word = word[: chance.randint(1, 3)]
            row[4 : 4 + len(word)] = word
            words.append(word * count)
        if len(set(counts)) < 2:
            raise Again
        wanted = np.zeros((rows, max(map(len, words))), np.int8)
        for row, word in zip(wanted, words, strict=True):
            row[: len(word)] = word
        return (given.T.copy(), wanted.T.copy()) if upright else (given, wanted)

    return draw


def arrows_send(task: Random) -> Draw:
    """Arrows in the strip above have colours: each object of their colours goes that way."""
    line = task.randint(1, 9)
    vanish = task.random() < 0.4

    def draw(chance: Random) -> Example:
        columns, rows = chance.randint(10, 15), chance.randint(10, 13)
        ways = chance.sample(SIDES, 2)
        palette = colours(chance, 3, without=(line,))
        strip = np.zeros((4, columns), np.int8)
        left = 0
        for way, colour in zip(ways, palette, strict=False):
            arrow = in_colour(_arrow(way) > 0, colour)
            Thing(0, left, arrow).show(strip)
            left += arrow.shape[1] + 1
        field = np.zeros((rows, columns), np.int8)
        things = [
            add(chance, field, in_colour(blob(chance, chance.randint(3, 5)), colour))
            for colour in palette
        ]
        wanted = np.zeros_like(field)
        if not vanish:
            things[2].show(wanted)
        for thing, (down, across) in zip(things, ways, strict=False):
            far = (thing.top if down < 0 else rows - thing.bottom) * abs(down)
            far += (thing.left if across < 0 else columns - thing.right) * abs(across)
            if far < 2:
                raise Again
            for step in range(far + 1):
                now = thing.moved(down * step, across * step)
                if not vanish and now.cells() & things[2].cells():
                    raise Again
            moved = thing.moved(down * far, across * far)
            if any(wanted[cell] for cell in moved.cells()):
                raise Again
            moved.show(wanted)
        bar = np.full((1, columns), line, np.int8)
        given = np.vstack([strip, bar, field])
        return given, np.vstack([strip, bar, wanted])

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    dots_by_key,
    arrow_and_steps,
    plus_or_minus,
    mirror_as_label,
    walk_by_list,
    labels_in_rows,
    keys_open_frames,
    times_by_dots,
    arrows_send,
)
