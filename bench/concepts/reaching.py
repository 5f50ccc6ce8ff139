"""Concepts about lines and objects that go to an edge, and about which object is taken out."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import SIDES, Again, Concept, Draw, Example, Mask, blank, blob, colours, ring
from .things import Thing, add, block, in_colour, picked, turn


def line_to_nearest_edge(task: Random) -> Draw:
    """From each dot a line runs to the edge of the grid that is nearest to it."""
    ground, own = some_ground(task), task.random() < 0.6
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 16)
        wanted, used = given.copy(), set()
        height, width = given.shape
        for colour in colours(chance, chance.randint(3, 5), without=(ground, new)):
            i, j = chance.randrange(1, height - 1), chance.randrange(1, width - 1)
            far = (i, width - 1 - j, height - 1 - i, j)
            side = far.index(min(far))
            if sorted(far)[1] - min(far) < 1 or wanted[i, j]:
                raise Again
            di, dj = SIDES[side]
            for n in range(min(far) + 1):
                if wanted[i + n * di, j + n * dj]:
                    raise Again
                wanted[i + n * di, j + n * dj] = colour if own or not n else new
            given[i, j] = colour
            used.add(side)
        if len(used) < 3:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def passes_own_colour(task: Random) -> Draw:
    """Dots shoot lines to one side, which pass bars of their own colour and stop at others."""
    ground, quarters = some_ground(task), task.randrange(4)

    def draw(chance: Random) -> Example:
        height, width = chance.randint(9, 13), chance.randint(11, 16)
        given = np.zeros((height, width), np.int8)
        palette = colours(chance, chance.randint(2, 3), without=(ground,))
        for column in range(3, width - 1, chance.randint(3, 4)):
            row = 0
            while row < height:
                length = chance.randint(2, 5)
                if chance.random() < 0.6:
                    given[row : row + length, column] = chance.choice(palette)
                row += length + chance.randint(1, 2)
        wanted = given.copy()
        passed = stopped = 0
        for row in chance.sample(range(0, height), chance.randint(3, 4)):
            if row and given[row - 1, 0]:
                raise Again
            if row < height - 1 and given[row + 1, 0]:
                raise Again
            colour = chance.choice(palette)
            given[row, 0] = colour
            bars = [int(given[row, j]) for j in range(1, width) if given[row, j]]
            passed += bool(bars) and bars[0] == colour
            stopped += any(bar != colour for bar in bars)
            for j in range(width):
                if given[row, j] not in (0, colour):
                    break
                wanted[row, j] = colour
        if passed < 1 or stopped < 1:
            raise Again
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def cross_up_to_walls(task: Random) -> Draw:
    """A dot in a frame becomes a cross as large as the frame lets it; dots outside stay dots."""
    ground, own, slanted = some_ground(task), task.random() < 0.6, task.random() < 0.25
    line, new = colours(task, 2, without=(ground,))
    steps = [(-1, -1), (-1, 1), (1, -1), (1, 1)] if slanted else list(SIDES)

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 18)
        wanted, taken = given.copy(), given.copy()
        dots = colours(chance, 3, without=(ground, line, new))
        for _ in range(chance.randint(2, 3)):
            look = in_colour(ring(chance.randint(5, 8), chance.randint(5, 8)), line)
            i, j = chance.randint(1, len(look) - 2), chance.randint(1, look.shape[1] - 2)
            dot = chance.choice(dots)
            look[i, j] = dot
            after = look.copy()
            for di, dj in steps:
                y, x = i + di, j + dj
                while after[y, x] == 0:
                    after[y, x] = dot if own else new
                    y, x = y + di, x + dj
            place = add(chance, taken, np.full_like(look, line))
            Thing(place.top, place.left, look).show(given)
            Thing(place.top, place.left, after).show(wanted)
        for _ in range(chance.randint(1, 2)):
            loose = add(chance, taken, block(1, 1, chance.choice(dots)))
            loose.show(given)
            loose.show(wanted)
        return laid_on(ground, given, wanted)

    return draw


def hollow_rise_filled_sink(task: Random) -> Draw:
    """Hollow objects rise to the upper edge and filled ones sink to the lower, or only one kind."""
    ground, quarters = some_ground(task), task.randrange(4)
    rising, sinking = task.choice(((True, True), (True, True), (True, False), (False, True)))

    def draw(chance: Random) -> Example:
        height = chance.randint(9, 15)
        kinds = [chance.random() < 0.5 for _ in range(chance.randint(3, 4))]
        if len(set(kinds)) < 2:
            raise Again
        grids: list[tuple[Mask, int, bool]] = []
        for hollow in kinds:
            high, wide = chance.randint(3, 4), chance.randint(3, 4)
            mask = ring(high, wide) if hollow else np.ones((high, wide), bool)
            if hollow and chance.random() < 0.4:
                mask = np.pad(mask, ((0, 1), (0, 0)))
                mask[-1, chance.randrange(wide)] = True
            grids.append((mask, colours(chance, 1, without=(ground,))[0], hollow))
        width = sum(mask.shape[1] + 1 for mask, _, _ in grids) + chance.randint(0, 1)
        given = np.zeros((height, width), np.int8)
        wanted, left = given.copy(), chance.randint(0, 1)
        for mask, colour, hollow in grids:
            most = height - len(mask)
            top = chance.randint(1, most - 1)
            after = (0 if rising else top) if hollow else (most if sinking else top)
            look = in_colour(mask, colour)
            if left + mask.shape[1] > width:
                raise Again
            Thing(top, left, look).show(given)
            Thing(after, left, look).show(wanted)
            left += mask.shape[1] + 1
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def bars_slide_lengthwise(task: Random) -> Draw:
    """Bars slide the way they point, lying ones to one side and standing ones to another."""
    ground, down, right = some_ground(task), task.random() < 0.6, task.random() < 0.6
    squares = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        height, width = given.shape
        kinds = [True, False] + [chance.random() < 0.5 for _ in range(chance.randint(1, 3))]
        palette = colours(chance, len(kinds) + 1, without=(ground,))
        pairs = []
        for lying, colour in zip(kinds, palette, strict=False):
            look = block(1, chance.randint(2, 5), colour)
            thing = add(chance, given, look if lying else look.T)
            if lying:
                step = 0, (width - thing.right if right else -thing.left)
            else:
                step = (height - thing.bottom if down else -thing.top), 0
            pairs.append((thing, thing.moved(*step)))
        if squares:
            still = add(chance, given, block(2, 2, palette[-1]))
            pairs.append((still, still))
        wanted = np.zeros_like(given)
        way = np.zeros(given.shape, int)
        for before, after in pairs:
            top, left = min(before.top, after.top), min(before.left, after.left)
            bottom, end = max(before.bottom, after.bottom), max(before.right, after.right)
            way[top:bottom, left:end] += 1
            after.show(wanted)
        if way.max() > 1 or sum(before == after for before, after in pairs) > squares:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def to_nearest_corner(task: Random) -> Draw:
    """Each object moves into the corner of the grid that is nearest to it."""
    ground, traces = some_ground(task), task.random() < 0.25

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        height, width = given.shape
        wanted, count = given.copy(), chance.randint(2, 4)
        corners = chance.sample([(0, 0), (0, 1), (1, 0), (1, 1)], count)
        for (low, far), colour in zip(
            corners, colours(chance, count, without=(ground,)), strict=True
        ):
            look = in_colour(blob(chance, chance.randint(3, 5)), colour)
            high, wide = look.shape
            free = (height // 2 - 1 - high, width // 2 - 1 - wide)
            if min(free) < 1:
                raise Again
            i, j = chance.randint(0, free[0]), chance.randint(0, free[1])
            if not i + j:
                raise Again
            top = height - high - i if low else i
            left = width - wide - j if far else j
            Thing(top, left, look).show(given)
            if traces:
                Thing(top, left, look).show(wanted)
            end = Thing(height - high if low else 0, width - wide if far else 0, look)
            end.show(wanted)
        if traces and ((given != 0) & (wanted != given)).any():
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def pushed_to_the_wall(task: Random) -> Draw:
    """A pusher drives all cells in its row to the edge before it; rows without one stay."""
    ground, quarters, stays = some_ground(task), task.randrange(4), task.random() < 0.3
    pusher = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        height, width = chance.randint(6, 11), chance.randint(8, 13)
        given = np.zeros((height, width), np.int8)
        palette, pushed, left = colours(chance, 3, without=(ground, pusher)), 0, 0
        wanted = given.copy()
        for row in range(chance.randrange(2), height, 2):
            cells = chance.sample(range(width - 1), chance.randint(2, 4))
            for column in cells:
                given[row, column] = chance.choice(palette)
            wanted[row] = given[row]
            if chance.random() < 0.6:
                start = sorted(cells)[0 if chance.random() < 0.7 else 1]
                given[row, start] = pusher
                driven = [int(c) for c in given[row, start + 1 :] if c]
                wanted[row, start:] = 0
                if driven:
                    wanted[row, -len(driven) :] = driven
                wanted[row, start if stays else width - 1 - len(driven)] = pusher
                pushed += len(driven) > 1
                if not driven:
                    raise Again
            else:
                left += 1
        if pushed < 1 or left < 1:
            raise Again
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def at_crossing_of_marks(task: Random) -> Draw:
    """A mark at the upper edge and one at the left: the object in line with both is chosen."""
    ground, how = some_ground(task), task.choice(("crop", "crop", "remove", "recolour"))
    mark, new = colours(task, 2, without=(ground,))

    def draw(chance: Random) -> Example:
        side = chance.randint(2, 3)
        rows, columns = chance.randint(2, 3), chance.randint(2, 4)
        gap = chance.randint(1, 2)
        step = side + gap
        given = np.zeros((2 + rows * step, 2 + columns * step), np.int8)
        palette = colours(chance, 4, without=(ground, mark, new))
        things, names = [], []
        for i in range(rows):
            for j in range(columns):
                look = in_colour(blob(chance, chance.randint(3, 5)), 1)
                if max(look.shape) > side:
                    look = block(side, side, 1)
                    look[chance.randrange(side), chance.randrange(side)] = 0
                one, two = chance.sample(palette, 2)
                look[look != 0] = [chance.choice((one, one, two)) for _ in range(int(look.sum()))]
                if chance.random() < 0.8:
                    things.append(Thing(2 + i * step, 2 + j * step, look))
                    names.append((i, j))
        for thing in things:
            thing.show(given)
        if len(things) < 3:
            raise Again
        chosen = chance.randrange(len(things))
        i, j = names[chosen]
        if not any(name[0] == i and name[1] != j for name in names):
            raise Again
        if not any(name[1] == j and name[0] != i for name in names):
            raise Again
        high, wide = things[chosen].look.shape
        given[2 + i * step + chance.randrange(high), 0] = mark
        given[0, 2 + j * step + chance.randrange(wide)] = mark
        return laid_on(ground, given, picked(given, things, {chosen}, how, new))

    return draw


def fits_the_frame(task: Random) -> Draw:
    """Only one object is as large as the inside of the frame: it is the output, or goes into it."""
    ground, goes_in = some_ground(task), task.random() < 0.4
    line = colours(task, 1, without=(ground,))[0]
    sizes = [(h, w) for h in (2, 3, 4) for w in (2, 3, 4, 5)]

    def draw(chance: Random) -> Example:
        given = blank(chance, 14, 19)
        chosen = chance.sample(sizes, chance.randint(3, 4))
        things = []
        if chosen[0] != (4, 5):
            chosen[1] = (chosen[0][1], chosen[0][0]) if chosen[0][1] < 5 else chosen[1]
        if len(set(chosen)) < len(chosen):
            raise Again
        frame = add(chance, given, in_colour(ring(chosen[0][0] + 2, chosen[0][1] + 2), line))
        given[frame.top : frame.bottom, frame.left : frame.right] = line
        for size in chosen:
            one, two = colours(chance, 2, without=(ground, line))
            look = block(*size, one)
            for cell in chance.sample(range(look.size), chance.randint(1, look.size // 3)):
                look.flat[cell] = two
            things.append(add(chance, given, look))
        given[frame.top + 1 : frame.bottom - 1, frame.left + 1 : frame.right - 1] = 0
        if not goes_in:
            return laid_on(ground, given, things[0].look)
        wanted = given.copy()
        things[0].hide(wanted)
        Thing(frame.top + 1, frame.left + 1, things[0].look).show(wanted)
        return laid_on(ground, given, wanted)

    return draw


def only_one_without_dent(task: Random) -> Draw:
    """The only object that is a whole rectangle (or the only one with a dent) is chosen."""
    ground, how = some_ground(task), task.choice(("crop", "keep", "recolour"))
    whole, dot = task.random() < 0.7, task.random() < 0.5
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        things, several = [], colours(chance, 4, without=(ground, new))
        for number in range(chance.randint(3, 5)):
            high, wide = chance.randint(2, 4), chance.randint(3, 5)
            first, second = chance.sample(several, 2)
            look = block(high, wide, first)
            if dot:
                look[chance.randrange(high), chance.randrange(wide)] = second
            if (number == 0) != whole:
                i = chance.choice((0, high - 1))
                look[i, chance.randrange(wide)] = 0
            things.append(add(chance, given, look))
        return laid_on(ground, given, picked(given, things, {0}, how, new))

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    line_to_nearest_edge,
    passes_own_colour,
    cross_up_to_walls,
    hollow_rise_filled_sink,
    bars_slide_lengthwise,
    to_nearest_corner,
    pushed_to_the_wall,
    at_crossing_of_marks,
    fits_the_frame,
    only_one_without_dent,
)
