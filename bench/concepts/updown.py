"""Concepts about above and below, top and bottom, lying and standing, and what covers what."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from .backdrop import laid_on, some_ground
from .canvas import Again, Concept, Draw, Example, Mask, Picture, blank, blob, colours
from .cases import by_case
from .things import Thing, add, block, in_colour, some_block, turn

Rectangle = tuple[int, int, int, int]
"""its first row and column, and the first ones behind it"""


def higher_than_marker(task: Random) -> Draw:
    """Objects higher than the marker vanish or get a colour, those lower perhaps another."""
    ground = some_ground(task)
    mark, high, low = colours(task, 3, without=(ground,))
    how = task.choice(("recolour both", "recolour higher", "remove higher", "remove lower"))
    quarters = task.choice((0, 0, 1))

    def draw(chance: Random, share: float) -> Example:
        given = blank(chance, 11, 16)
        look = some_block(chance, 1, 2, mark)
        middle = int(len(given) * share)
        marker = Thing(middle, chance.randint(0, given.shape[1] - look.shape[1]), look)
        marker.show(given)
        wanted, seen = given.copy(), []
        palette = colours(chance, 4, without=(mark, high, low, ground))
        for _ in range(chance.randint(4, 6)):
            shape = blob(chance, chance.randint(2, 5))
            thing = add(chance, given, in_colour(shape, chance.choice(palette)))
            above = thing.bottom <= marker.top
            if not above and thing.top < marker.bottom:
                raise Again
            seen.append(above)
            new = high if above else low
            if how.startswith("recolour"):
                thing.show(wanted, new if above or how.endswith("both") else 0)
            elif above != how.endswith("higher"):
                thing.show(wanted)
        if len(set(seen)) < 2:
            raise Again
        return turn(laid_on(ground, given, wanted), quarters)

    return by_case(task, (0.3, 0.5, 0.65), draw)


def _part(chance: Random, height: int, width: int) -> Mask:
    mask = np.array([chance.random() < 0.7 for _ in range(height * width)]).reshape(height, width)
    if not (mask.any(axis=0).all() and mask.any(axis=1).all()):
        raise Again
    return mask


def upper_and_lower_exchange(task: Random) -> Draw:
    """Each object has an upper part and a lower part in other colours, which change places."""
    ground, quarters, width = some_ground(task), task.choice((0, 0, 1)), task.randint(2, 4)
    fixed = task.random() < 0.5
    first, second = colours(task, 2, without=(ground,))

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        wanted = given.copy()
        for _ in range(chance.randint(2, 3)):
            pair = [first, second] if fixed else colours(chance, 2, without=(ground,))
            for _ in range(30):
                try:
                    masks = [_part(chance, chance.randint(1, 3), width) for _ in pair]
                except Again:
                    continue
                break
            else:
                raise Again
            upper, lower = (in_colour(mask, c) for mask, c in zip(masks, pair, strict=True))
            if len(upper) == len(lower) == 1:
                raise Again
            thing = add(chance, given, np.vstack([upper, lower]))
            Thing(thing.top, thing.left, np.vstack([lower, upper])).show(wanted)
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def under_the_open_sky(task: Random) -> Draw:
    """Ground with nothing above it gets a colour, or the ground in the shade of objects does."""
    ground, lit, quarters = some_ground(task), task.random() < 0.5, task.randrange(4)
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        for colour in colours(chance, chance.randint(3, 4), without=(ground, new)):
            add(chance, given, in_colour(blob(chance, chance.randint(3, 7)), colour))
        covered = np.cumsum(given != 0, axis=0) > 0
        if (covered & (given == 0)).sum() < 8:
            raise Again
        wanted = given.copy()
        wanted[(given == 0) & (~covered if lit else covered)] = new
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def snow(task: Random) -> Draw:
    """The uppermost cell of each column gets a colour, or has a new cell on it, like snow."""
    ground, laid, quarters = some_ground(task), task.random() < 0.5, task.randrange(4)
    white = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        wanted = given.copy()
        below = given[1:] if laid else given
        for colour in colours(chance, chance.randint(3, 5), without=(ground, white)):
            add(chance, below, in_colour(blob(chance, chance.randint(3, 7)), colour))
        filled = given != 0
        tops = filled & ~np.pad(filled, ((1, 0), (0, 0)))[:-1]
        first = filled & (np.cumsum(filled, axis=0) == 1)
        if not (tops & ~first).any():
            raise Again
        wanted = given.copy()
        wanted[np.roll(first, -1, axis=0) if laid else first] = white
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def roof_and_floor(task: Random) -> Draw:
    """The upper row of every object gets one colour, and its lowest row perhaps another."""
    ground, quarters, both = some_ground(task), task.randrange(4), task.random() < 0.6
    roof, floor = colours(task, 2, without=(ground,))
    gone = not both and task.random() < 0.3

    def draw(chance: Random) -> Example:
        given = blank(chance, 10, 15)
        wanted = given.copy()
        for colour in colours(chance, chance.randint(2, 4), without=(ground, roof, floor)):
            look = in_colour(blob(chance, chance.randint(5, 9)), colour)
            if len(look) < 3:
                raise Again
            thing = add(chance, given, look)
            after = look.copy()
            after[0][look[0] != 0] = 0 if gone else roof
            if both:
                after[-1][look[-1] != 0] = floor
            Thing(thing.top, thing.left, after).show(wanted)
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def highest_and_lowest(task: Random) -> Draw:
    """The highest and the lowest object change colours, or the lowest takes the highest one's."""
    ground, quarters, swap = some_ground(task), task.randrange(4), task.random() < 0.6

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 16)
        things = []
        for colour in colours(chance, chance.randint(3, 5), without=(ground,)):
            things.append(add(chance, given, in_colour(blob(chance, chance.randint(3, 6)), colour)))
        by_top = sorted(things, key=lambda thing: thing.top)
        by_bottom = sorted(things, key=lambda thing: thing.bottom)
        high, low = by_top[0], by_bottom[-1]
        if by_bottom[0] != high or by_top[-1] != low:
            raise Again
        if by_top[1].top - high.top < 2 or low.bottom - by_bottom[-2].bottom < 2:
            raise Again
        wanted = given.copy()
        low.show(wanted, int(high.look.max()))
        if swap:
            high.show(wanted, int(low.look.max()))
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def lying_stand_up(task: Random) -> Draw:
    """Lines turn around their middle: only those that lie, only those that stand, or all."""
    ground, turning = some_ground(task), task.choice(("lying", "standing", "all"))
    middle = task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        wanted, taken, seen = given.copy(), given.copy(), []
        palette = [c for c in colours(chance, 5, without=(ground,)) if c != middle]
        for _ in range(chance.randint(3, 5)):
            half, lying = chance.randint(1, 2), chance.random() < 0.5
            look = block(2 * half + 1, 2 * half + 1, 0)
            look[half] = chance.choice(palette)
            look[half, half] = middle if middle and middle != ground else look[half, 0]
            place = add(chance, taken, block(2 * half + 1, 2 * half + 1, 1))
            shown = look if lying else look.T
            Thing(place.top, place.left, shown).show(given)
            stays = turning == ("standing" if lying else "lying")
            Thing(place.top, place.left, shown if stays else shown.T).show(wanted)
            seen.append(lying)
        if len(set(seen)) < 2:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def key_line_tells(task: Random) -> Draw:
    """One line has the key's colour: lines that run as it does stay, vanish or get a new colour."""
    ground, how = some_ground(task), task.choice(("keep", "remove", "recolour"))
    key, new = colours(task, 2, without=(ground,))

    def draw(chance: Random, lying: bool) -> Example:
        given = blank(chance, 11, 16)
        wanted, counts = given.copy(), {True: 0, False: 0}
        palette = colours(chance, 3, without=(ground, key, new))
        for number in range(chance.randint(5, 7)):
            alike = not number or chance.random() < 0.5
            look = block(1, chance.randint(2, 5), key if not number else chance.choice(palette))
            thing = add(chance, given, look if alike == lying else look.T)
            counts[alike] += 1
            if how == "recolour" or not number or alike == (how == "keep"):
                thing.show(wanted, new if number and alike and how == "recolour" else 0)
        if counts[True] < 3 or counts[False] < 2:
            raise Again
        return laid_on(ground, given, wanted)

    return by_case(task, (True, False), draw)


def _rectangle(chance: Random, grid: Picture, least: int, most: int) -> Rectangle:
    height, width = chance.randint(least, most), chance.randint(least, most)
    top, left = chance.randint(0, len(grid) - height), chance.randint(0, grid.shape[1] - width)
    return top, left, top + height, left + width


def _mask(grid: Picture, rectangle: Rectangle) -> Mask:
    top, left, bottom, right = rectangle
    mask = np.zeros(grid.shape, bool)
    mask[top:bottom, left:right] = True
    return mask


def _shows_its_box(seen: Mask, rectangle: Rectangle) -> bool:
    """Whether the cells that can be seen reach all four sides of the rectangle."""
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if not rows.size:
        return False
    return (rows[0], columns[0], rows[-1] + 1, columns[-1] + 1) == rectangle


def covered_part_shines(task: Random) -> Draw:
    """One rectangle lies on another: the part of the lower one that it hides gets a colour."""
    ground = some_ground(task)
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 14)
        wanted = given.copy()
        for _ in range(chance.randint(1, 2)):
            field = np.zeros((7, 7), np.int8)
            one, two = _rectangle(chance, field, 3, 5), _rectangle(chance, field, 2, 5)
            lower, upper = _mask(field, one), _mask(field, two)
            over = lower & upper
            if not over.any() or (over == upper).all():
                raise Again
            if not _shows_its_box(lower & ~upper, one):
                raise Again
            first, second = colours(chance, 2, without=(ground, new))
            field[lower], field[upper] = first, second
            after = field.copy()
            after[over] = new
            used = np.ix_(field.any(axis=1), field.any(axis=0))
            thing = add(chance, given, field[used])
            Thing(thing.top, thing.left, after[used]).show(wanted)
        return laid_on(ground, given, wanted)

    return draw


def depth_ranks(task: Random) -> Draw:
    """Rectangles lie on each other: the upper one, the next and the lowest get fixed colours."""
    ground = some_ground(task)
    ranks = colours(task, 3, without=(ground,))

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 14)
        rectangles = [_rectangle(chance, given, 3, 7) for _ in range(3)]
        third, second, first = (_mask(given, rectangle) for rectangle in rectangles)
        if not (first & second).any() or not (second & third & ~first).any():
            raise Again
        if (first & second).sum() == first.sum() or (second & third).sum() == second.sum():
            raise Again
        if not _shows_its_box(second & ~first, rectangles[1]):
            raise Again
        if not _shows_its_box(third & ~second & ~first, rectangles[0]):
            raise Again
        if (third & ~second & ~first).sum() < 6 or (second & ~first).sum() < 6:
            raise Again
        wanted = given.copy()
        palette = colours(chance, 3, without=(ground, *ranks))
        for mask, own, rank in zip((third, second, first), palette, ranks, strict=True):
            given[mask], wanted[mask] = own, rank
        return laid_on(ground, given, wanted)

    return draw


def crossings_flip(task: Random) -> Draw:
    """Bands cross, and one lies over the other: in the output the other one is over it."""
    ground, thick = some_ground(task), task.randint(1, 2)

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        wanted = given.copy()
        height, width = given.shape
        rows = [i for i in range(1, height - thick) if i % (thick + 2) == 1]
        columns = [j for j in range(1, width - thick) if j % (thick + 2) == 1]
        rows = chance.sample(rows, chance.randint(1, 2))
        columns = chance.sample(columns, chance.randint(2, min(3, len(columns))))
        palette = colours(chance, len(rows) + len(columns), without=(ground,))
        across = dict(zip(rows, palette, strict=False))
        down = dict(zip(columns, palette[len(rows) :], strict=True))
        for grid in (given, wanted):
            for i in rows:
                grid[i : i + thick] = across[i]
            for j in columns:
                grid[:, j : j + thick] = down[j]
        seen = set()
        for i in rows:
            for j in columns:
                over = chance.random() < 0.5
                seen.add(over)
                part = slice(i, i + thick), slice(j, j + thick)
                given[part], wanted[part] = (across[i], down[j])[:: 1 if over else -1]
        if len(seen) < 2:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    higher_than_marker,
    upper_and_lower_exchange,
    under_the_open_sky,
    snow,
    roof_and_floor,
    highest_and_lowest,
    lying_stand_up,
    key_line_tells,
    covered_part_shines,
    depth_ranks,
    crossings_flip,
)
