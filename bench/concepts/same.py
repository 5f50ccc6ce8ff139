"""Concepts about what is the same and what differs."""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Final

import numpy as np

from .canvas import Again, Concept, Draw, Example, Picture, blank, colours, speckled
from .things import add, block, different, in_colour, picked


def keep_pair(task: Random) -> Draw:
    """Two objects have the same shape: they are kept or recoloured, or their shape is cropped."""
    new, before = colours(task, 2)
    how, one_colour = task.choice(("keep", "recolour", "crop")), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        shapes = different(chance, chance.randint(3, 4), 4, 6)
        pair = colours(chance, 1, without=(new,))[0]  # both have it, so that a crop has a colour
        others = colours(chance, len(shapes) - 1, without=(new, pair))
        looks = [in_colour(m, c) for m, c in zip(shapes, [pair, *others], strict=True)]
        if one_colour:
            looks = [in_colour(mask, before) for mask in shapes]
        elif how != "crop":
            palette = colours(chance, len(shapes) + 1, without=(new,))
            looks = [in_colour(m, c) for m, c in zip(shapes, palette, strict=False)]
            looks.append(in_colour(shapes[0], palette[-1]))
        if len(looks) == len(shapes):
            looks.append(looks[0])
        order = chance.sample(range(len(looks)), len(looks))
        things = [add(chance, given, looks[number]) for number in order]
        chosen = {order.index(0), order.index(len(looks) - 1)}
        if how == "crop":
            return given, looks[0].copy()
        return given, picked(given, things, chosen, how, new)

    return draw


def odd_shape(task: Random) -> Draw:
    """All objects but one have the same shape: the odd one is removed, cropped or recoloured."""
    new, before = colours(task, 2)
    how, one_colour = task.choice(("remove", "crop", "recolour")), task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        count = chance.randint(3, 5)
        common, odd = different(chance, 2, 4, 6)
        palette = [before] * count if one_colour else colours(chance, count, without=(new,))
        chosen = chance.randrange(count)
        masks = [odd if number == chosen else common for number in range(count)]
        looks = [in_colour(m, c) for m, c in zip(masks, palette, strict=True)]
        things = [add(chance, given, look) for look in looks]
        return given, picked(given, things, {chosen}, how, new)

    return draw


def halves_same(task: Random) -> Draw:
    """One cell says by its colour whether two halves are the same (or mirror images)."""
    line, yes, no = colours(task, 3)
    mirrored, below = task.random() < 0.4, task.random() < 0.5
    cases = cycle((True, False) if task.random() < 0.5 else (False, True))

    def draw(chance: Random) -> Example:
        same = next(cases)
        height, width = chance.randint(3, 6), chance.randint(3, 6)
        colour = colours(chance, 1, without=(line, yes, no))
        half = speckled(chance, height, width, colour, 0.5)
        image = (half[:, ::-1] if mirrored else half).copy()
        if not same:
            image = _changed(chance, image)
        given = np.concatenate([half, block(height, 1, line), image], axis=1)
        return given.T if below else given, block(1, 1, yes if same else no)

    return draw


def _changed(chance: Random, picture: Picture) -> Picture:
    """The picture with a few cells the other way: filled ones black, black ones filled."""
    colour, changed = int(picture.max()), picture.copy()
    if not colour:
        raise Again
    for spot in chance.sample(range(picture.size), chance.randint(2, 4)):
        i, j = divmod(spot, picture.shape[1])
        changed[i, j] = 0 if picture[i, j] else colour
    return changed


def odd_panel(task: Random) -> Draw:
    """Of panels between lines, all but one are the same: the output is the odd one."""
    line, below = task.randint(1, 9), task.random() < 0.5

    def draw(chance: Random) -> Example:
        height, width, count = chance.randint(3, 5), chance.randint(3, 5), chance.randint(3, 4)
        usual = speckled(chance, height, width, colours(chance, 1, without=(line,)), 0.5)
        odd, chosen = _changed(chance, usual), chance.randrange(count)
        parts = []
        for number in range(count):
            parts += [odd if number == chosen else usual, block(height, 1, line)]
        given = np.concatenate(parts[:-1], axis=1)
        return (given.T, odd.T) if below else (given, odd)

    return draw


def same_colour_pair(task: Random) -> Draw:
    """The only two objects of one colour are kept or removed, or their colour is the output."""
    how = task.choice(("keep", "remove", "colour"))

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        palette = colours(chance, chance.randint(3, 4))
        masks = different(chance, len(palette) + 1, 3, 6)
        looks = [in_colour(m, c) for m, c in zip(masks, [palette[0], *palette], strict=True)]
        order = chance.sample(range(len(looks)), len(looks))
        things = [add(chance, given, looks[number]) for number in order]
        if how == "colour":
            return given, block(1, 1, palette[0])
        return given, picked(given, things, {order.index(0), order.index(1)}, how)

    return draw


def differences(task: Random) -> Draw:
    """Two panels: cells that differ are marked in the second one, or are all of the output."""
    line, mark = colours(task, 2)
    alone = task.random() < 0.5

    def draw(chance: Random) -> Example:
        height, width = chance.randint(4, 7), chance.randint(4, 7)
        palette = colours(chance, 3, without=(line, mark))
        first = speckled(chance, height, width, palette, 0.7)
        second = first.copy()
        for spot in chance.sample(range(first.size), chance.randint(2, 5)):
            i, j = divmod(spot, width)
            second[i, j] = chance.choice([c for c in (0, *palette) if c != first[i, j]])
        middle = block(height, 1, line)
        unlike = first != second
        given = np.concatenate([first, middle, second], axis=1)
        if alone:
            return given, in_colour(unlike, mark)
        return given, np.concatenate([first, middle, np.where(unlike, mark, second)], axis=1)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    keep_pair,
    odd_shape,
    halves_same,
    odd_panel,
    same_colour_pair,
    differences,
)
