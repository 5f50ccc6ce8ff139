"""Concepts about putting parts together: corners, layers, stacks, tiles and panels."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

import numpy as np

from .canvas import GREY, Again, Concept, Draw, Example, Picture, blank, colours, ring, speckled
from .things import Thing, add, block, in_colour, turn


def corners_together(task: Random) -> Draw:
    """Four scattered corner pieces are put in their places: the output is a small square."""
    side, gap = task.randint(2, 3), task.randint(0, 1)

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 15)
        palette = colours(chance, 4)
        corner = np.zeros((side, side), np.int8)
        corner[0], corner[:, 0] = 1, 1
        wanted = np.zeros((2 * side + gap, 2 * side + gap), np.int8)
        places = list(product((0, side + gap), (0, side + gap)))
        pieces = []
        for number, (place, colour) in enumerate(zip(places, palette, strict=True)):
            quarter = (0, 3, 1, 2)[number]
            look = np.rot90(corner, quarter) * colour
            Thing(*place, look).show(wanted)
            pieces.append(look)
        for look in chance.sample(pieces, 4):
            add(chance, given, look)
        return given, wanted

    return draw


def stack_by_legend(task: Random) -> Draw:
    """A column of colours beside a line gives the order in which the objects are stacked."""
    line, count, quarters = task.choice((GREY, task.randint(1, 9))), 3, task.randrange(4)
    side = task.randint(2, 3)

    def draw(chance: Random) -> Example:
        palette = colours(chance, count, without=(line,))
        field = blank(chance, 9, 13)
        looks = [_pattern(chance, side, [0, colour]) for colour in palette]
        for number in chance.sample(range(count), count):
            add(chance, field, looks[number])
        legend = np.zeros((len(field), 2), np.int8)
        legend[:, 1] = line
        legend[:count, 0] = palette
        return turn((np.concatenate([legend, field], axis=1), np.concatenate(looks)), quarters)

    return draw


def _pattern(chance: Random, side: int, palette: list[int]) -> Picture:
    """A square in which each row and column has the last colour, and all colours occur."""
    look = np.array([[chance.choice(palette) for _ in range(side)] for _ in range(side)], np.int8)
    last = look == palette[-1]
    if not (last.any(axis=0).all() and last.any(axis=1).all()) or last.all():
        raise Again
    return look


def tiles_to_slots(task: Random) -> Draw:
    """Scattered tiles go to the slots whose dot has their colour; the output may be the board."""
    board, crop = task.choice((GREY, task.randint(1, 9))), task.random() < 0.4
    across = task.random() < 0.5

    def draw(chance: Random) -> Example:
        count = chance.randint(2, 3)
        palette = colours(chance, count, without=(board,))
        plan = block(5, 4 * count + 1, board)
        filled = plan.copy()
        field = np.zeros((chance.randint(7, 9), plan.shape[1] + chance.randint(0, 2)), np.int8)
        order = chance.sample(range(count), count)
        for number, colour in enumerate(palette):
            left = 4 * number + 1
            plan[1:4, left : left + 3] = 0
            plan[2, left + 1] = colour
        looks = [_pattern(chance, 3, [0, colour]) for colour in palette]
        for number in order:
            looks[number][1, 1] = palette[number]
            filled[1:4, 4 * number + 1 : 4 * number + 4] = looks[number]
            add(chance, field, looks[number])
        given = np.zeros((5 + len(field), field.shape[1]), np.int8)
        given[5:] = field
        wanted = np.zeros_like(given)
        given[:5, : plan.shape[1]], wanted[:5, : plan.shape[1]] = plan, filled
        if field[0].any():
            raise Again
        return turn((given, filled if crop else wanted), 1 if across else 0)

    return draw


def panels_overlaid(task: Random) -> Draw:
    """Two or three panels beside each other lie on each other; it is fixed which one is on top."""
    count, upright = task.randint(2, 3), task.random() < 0.5
    palette = colours(task, count)
    order = task.sample(range(count), count)
    line = task.choice((0, GREY)) if GREY not in palette else 0
    height, width = task.randint(3, 5), task.randint(3, 5)

    def draw(chance: Random) -> Example:
        panels = [speckled(chance, height, width, [colour], 0.5) for colour in palette]
        wanted = np.zeros((height, width), np.int8)
        for number in order:
            wanted = np.where(panels[number], panels[number], wanted)
        parts = [panels[0]]
        for panel in panels[1:]:
            parts += [block(height, 1, line), panel] if line else [panel]
        return turn((np.concatenate(parts, axis=1), wanted), 1 if upright else 0)

    return draw


def cut_from_copy(task: Random) -> Draw:
    """A picture is there twice, once with a hidden box: the output is what the box hides."""
    cover, whole = task.randint(1, 9), task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 17)
        height, width = chance.randint(4, 6), chance.randint(4, 6)
        palette = colours(chance, 4, without=(cover,))
        look = np.array(
            [[chance.choice(palette) for _ in range(width)] for _ in range(height)], np.int8
        )
        tall, wide = chance.randint(2, 3), chance.randint(2, 3)
        top, left = chance.randint(0, height - tall), chance.randint(0, width - wide)
        hidden = look.copy()
        hidden[top : top + tall, left : left + wide] = cover
        pictures = [look, hidden]
        for number in chance.sample(range(2), 2):
            thing = add(chance, given, pictures[number])
            if number:
                covered = thing
        if not whole:
            return given, look[top : top + tall, left : left + wide].copy()
        wanted = given.copy()
        Thing(covered.top, covered.left, look).show(wanted)
        return given, wanted

    return draw


def pushed_together(task: Random) -> Draw:
    """Objects of one height stand apart: the output has them side by side without a gap."""
    quarters, height = task.randrange(4), task.randint(2, 4)
    one_colour, level = task.random() < 0.3, task.random() < 0.5

    def draw(chance: Random) -> Example:
        count = chance.randint(2, 4)
        palette = colours(chance, count)
        looks = []
        for colour in palette:
            width = chance.randint(2, 3)
            look = speckled(chance, height, width, [palette[0] if one_colour else colour], 0.65)
            if not (look.any(axis=0).all() and look[0].any() and look[-1].any()):
                raise Again
            looks.append(look)
        gaps = [chance.randint(1, 3) for _ in looks]
        rows = height + chance.randint(2, 5)
        given = np.zeros((rows, sum(gaps) + sum(look.shape[1] for look in looks) + 1), np.int8)
        left, common = 0, chance.randint(0, rows - height)
        for gap, look in zip(gaps, looks, strict=True):
            left += gap
            Thing(common if level else chance.randint(0, rows - height), left, look).show(given)
            left += look.shape[1]
        return turn((given, np.concatenate(looks, axis=1)), quarters)

    return draw


def frames_nested(task: Random) -> Draw:
    """Scattered frames of different sizes are put into each other: the output is one square."""
    step, dot = task.choice((1, 1, 2)), task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 14, 18)
        sides = [1, 3, 5, 7] if step == 1 else [1, 5, 9]
        sides = sides[0 if dot else 1 :][: chance.randint(2, 4)]
        wanted = np.zeros((sides[-1], sides[-1]), np.int8)
        pairs = list(zip(sides, colours(chance, len(sides)), strict=True))
        for side, colour in pairs:
            place = (sides[-1] - side) // 2
            Thing(place, place, in_colour(ring(side, side), colour)).show(wanted)
        for side, colour in sorted(pairs, key=lambda _: chance.random()):
            add(chance, given, in_colour(ring(side, side), colour))
        return given, wanted

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    corners_together,
    stack_by_legend,
    tiles_to_slots,
    panels_overlaid,
    cut_from_copy,
    pushed_together,
    frames_nested,
)
