"""Concepts about centres, about hollow and filled, and about what lies inside and outside."""

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
    blank,
    blob,
    colours,
    inside,
    ray,
    ring,
    room,
)
from .cases import by_case
from .things import Thing, add, block, in_colour, picked, turn


def midpoint_of_pair(task: Random) -> Draw:
    """Two dots of each colour: the cell halfway between them is marked; lone dots have no mark."""
    ground, straight = some_ground(task), task.random() < 0.4
    new = colours(task, 1, without=(ground,))[0]
    own = task.random() < 0.4

    def draw(chance: Random) -> Example:
        given = blank(chance, 9, 15)
        wanted = given.copy()
        used: set[Cell] = set()
        height, width = given.shape
        pairs = chance.randint(2, 3)
        palette = colours(chance, pairs + 2, without=(ground, new))
        for colour in palette[:pairs]:
            di, dj = chance.randint(0, 3), chance.randint(-3, 3)
            if straight and di and dj:
                di, dj = (0, dj) if chance.random() < 0.5 else (di, 0)
            if max(di, abs(dj)) < 2 and not (di and dj):
                raise Again
            i, j = chance.randint(di, height - 1 - di), chance.randint(abs(dj), width - 1 - abs(dj))
            cells = {(i, j), (i - di, j - dj), (i + di, j + dj)}
            if cells & used:
                raise Again
            used |= cells
            given[i - di, j - dj] = given[i + di, j + dj] = colour
            wanted[i, j] = colour if own else new
        for colour in palette[pairs : pairs + chance.randint(0, 2)]:
            cell = chance.randrange(height), chance.randrange(width)
            if cell in used:
                raise Again
            used.add(cell)
            given[cell] = colour
        wanted[given != 0] = given[given != 0]
        return laid_on(ground, given, wanted)

    return draw


def _off_centre(chance: Random, size: int) -> int:
    return chance.choice([n for n in range(size) if n != size // 2])


def only_if_centred(task: Random) -> Draw:
    """Blocks have a dot: those with the dot at their centre stay, vanish or get another colour."""
    ground, how = some_ground(task), task.choice(("keep", "remove", "recolour", "dot's"))
    dot, new = colours(task, 2, without=(ground,))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        count = chance.randint(3, 5)
        centred = chance.randint(1, count - 1)
        wanted, near = given.copy(), False
        palette = colours(chance, 4, without=(ground, dot, new))
        for number in range(count):
            height, width = chance.choice(((3, 3), (3, 5), (5, 3), (5, 5), (3, 5)))
            look = block(height, width, chance.choice(palette))
            inner = look[1:-1, 1:-1]
            if number < centred:
                look[height // 2, width // 2] = dot
            elif inner.size > 1 and chance.random() < 0.7:
                near = True
                inner.flat[
                    chance.choice([n for n in range(inner.size) if n != inner.size // 2])
                ] = dot
            else:
                look.flat[chance.choice([n for n in range(look.size) if n != look.size // 2])] = dot
            thing = add(chance, given, look)
            after = look.copy()
            if number < centred and how in ("recolour", "dot's"):
                after[:] = np.where(look == dot, dot, new) if how == "recolour" else dot
            if how in ("recolour", "dot's") or (number < centred) == (how == "keep"):
                Thing(thing.top, thing.left, after).show(wanted)
        if not near:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def placed_amid_corners(task: Random) -> Draw:
    """Four dots are the corners of a square or oblong: the loose object moves to its centre."""
    ground, stay = some_ground(task), task.random() < 0.7
    dot = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 13, 18)
        look = in_colour(blob(chance, chance.randint(4, 7)), 1)
        first, second = colours(chance, 2, without=(ground, dot))
        look[look != 0] = [chance.choice((first, first, second)) for _ in range(int(look.sum()))]
        high, wide = (side + 2 * chance.randint(2, 3) for side in look.shape)
        if high > 11 or wide > 11:
            raise Again
        top, left = room(chance, given, high, wide)
        corners = [(top + i, left + j) for i in (0, high - 1) for j in (0, wide - 1)]
        given[top : top + high, left : left + wide] = dot  # keeps the object out
        thing = add(chance, given, look)
        given[top : top + high, left : left + wide] = 0
        for corner in corners:
            given[corner] = dot
        wanted = given.copy()
        thing.hide(wanted)
        if not stay:
            wanted[wanted == dot] = 0
        inner = top + (high - look.shape[0]) // 2, left + (wide - look.shape[1]) // 2
        Thing(*inner, look).show(wanted)
        return laid_on(ground, given, wanted)

    return draw


def filled_by_its_size(task: Random) -> Draw:
    """A hollow frame is filled with the colour of the block that is as high and as wide as it."""
    ground, line, gone = some_ground(task), task.randint(1, 9), task.random() < 0.4
    sizes = [(h, w) for h in (3, 4, 5) for w in (3, 4, 5)]

    def draw(chance: Random) -> Example:
        given = blank(chance, 14, 19)
        wanted = given.copy()
        if ground == line:
            raise Again
        chosen = chance.sample(sizes, chance.choice((2, 3)))
        palette = colours(chance, 3, without=(ground, line))
        lonely = len(chosen) == 3 and chance.random() < 0.5
        for number, (size, colour) in enumerate(zip(chosen, palette, strict=False)):
            frame = add(chance, given, in_colour(ring(*size), line))
            frame.show(wanted)
            if number == 0 and lonely:
                continue
            partner = add(chance, given, block(*size, colour))
            if not gone:
                partner.show(wanted)
            inner = wanted[frame.top + 1 : frame.bottom - 1, frame.left + 1 : frame.right - 1]
            inner[:] = colour
        return laid_on(ground, given, wanted)

    return draw


def filled_to_dot(task: Random) -> Draw:
    """Vessels are open at one side: each is filled from its floor up to the dot in it."""
    ground, quarters, own = some_ground(task), task.choice((0, 0, 1, 2, 3)), task.random() < 0.6
    wall, water = colours(task, 2, without=(ground,))

    def draw(chance: Random) -> Example:
        given = blank(chance, 11, 17)
        wanted = given.copy()
        seen: set[tuple[int, int]] = set()
        for _ in range(chance.randint(2, 4)):
            height, width = chance.randint(4, 7), chance.randint(4, 6)
            look = in_colour(ring(height, width), wall)
            look[0, 1:-1] = 0
            after = look.copy()
            if len(seen) < 2 or chance.random() < 0.7:
                row, column = chance.randint(1, height - 3), chance.randint(1, width - 2)
                dot = colours(chance, 1, without=(ground, wall))[0] if own else water
                look[row, column] = dot
                after[row:-1, 1:-1] = dot
                seen.add((height - row, height))
            place = Thing(*room(chance, given, height, width), look)
            place.show(given)
            Thing(place.top, place.left, after).show(wanted)
        if len({level for level, _ in seen}) < 2:
            raise Again
        return turn(laid_on(ground, given, wanted), quarters)

    return draw


def roomiest_frame(task: Random) -> Draw:
    """Of thick and thin frames, the one with most (or least) room inside is filled."""
    ground, most = some_ground(task), task.random() < 0.7
    new = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random, deceives: bool) -> Example:
        given = blank(chance, 14, 20)
        frames = []
        for colour in colours(chance, 3, without=(ground, new)):
            thick = chance.choice((1, 2))
            inner = chance.randint(1, 4), chance.randint(1, 4)
            look = block(inner[0] + 2 * thick, inner[1] + 2 * thick, colour)
            look[thick:-thick, thick:-thick] = 0
            frames.append((inner[0] * inner[1], look.size, thick, look))
        frames.sort(key=lambda frame: frame[0], reverse=most)
        if abs(frames[0][0] - frames[1][0]) < 2:
            raise Again
        outer = [frame[1] for frame in frames]
        if ((max(outer) if most else min(outer)) != outer[0]) != deceives:
            raise Again
        (_, _, thick, look), *_ = frames
        things = [add(chance, given, frame[3]) for frame in frames]
        wanted = given.copy()
        first = things[0]
        rows = slice(first.top + thick, first.bottom - thick)
        wanted[rows, first.left + thick : first.right - thick] = new
        return laid_on(ground, given, wanted)

    return by_case(task, (True, False), draw)


def leaks_through_gap(task: Random) -> Draw:
    """Frames have one gap: the inside fills up and runs out through it, straight to the edge."""
    ground = some_ground(task)
    wall, water = colours(task, 2, without=(ground,))
    several = task.random() < 0.5

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 18)
        wanted, count = given.copy(), 0
        for _ in range(8):
            height, width = chance.randint(4, 6), chance.randint(4, 6)
            colour = colours(chance, 1, without=(ground, water))[0] if several else wall
            look = in_colour(ring(height, width), colour)
            top, left = room(chance, wanted, height, width)
            side = chance.randrange(4)
            gap = chance.randint(1, (height if side % 2 else width) - 2)
            i, j = ((0, gap), (gap, width - 1), (height - 1, gap), (gap, 0))[side]
            look[i, j] = 0
            after = look.copy()
            after[1:-1, 1:-1] = after[i, j] = water
            way = list(ray(wanted, top + i, left + j, SIDES[side]))
            if len(way) < 2 or inside(given, *_next(way[-1], SIDES[side])):
                continue
            Thing(top, left, look).show(given)
            Thing(top, left, after).show(wanted)
            for cell in way:
                wanted[cell] = water
            count += 1
            if count == 3 or (count and chance.random() < 0.3):
                break
        if not count:
            raise Again
        return laid_on(ground, given, wanted)

    return draw


def _next(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def listed_in_frame(task: Random) -> Draw:
    """The frame holds dots: objects outside in these colours stay, vanish or get a fixed colour."""
    ground, how = some_ground(task), task.choice(("keep", "remove", "recolour"))
    line, new = colours(task, 2, without=(ground,))

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        palette = colours(chance, 4, without=(ground, line, new))
        listed = palette[: chance.randint(1, 2)]
        inner = block(chance.randint(2, 3), chance.randint(2, 4), 0)
        cells = chance.sample(range(inner.size), chance.randint(len(listed), 3))
        for number, cell in enumerate(cells):
            inner.flat[cell] = listed[number % len(listed)]
        add(chance, given, np.pad(inner, 1, constant_values=line))
        things, chosen = [], set()
        for number in range(chance.randint(4, 7)):
            colour = palette[number] if number < 4 else chance.choice(palette)
            if colour in listed:
                chosen.add(number)
            things.append(add(chance, given, in_colour(blob(chance, chance.randint(2, 5)), colour)))
        return laid_on(ground, given, picked(given, things, chosen, how, new))

    return draw


def frame_takes_most(task: Random) -> Draw:
    """Every frame gets the colour that most dots in it have; the dots stay or it is filled, too."""
    ground, whole = some_ground(task), task.random() < 0.5
    line = colours(task, 1, without=(ground,))[0]

    def draw(chance: Random) -> Example:
        given = blank(chance, 12, 17)
        wanted = given.copy()
        palette = colours(chance, 4, without=(ground, line))
        for _ in range(chance.randint(2, 3)):
            inner = block(chance.randint(2, 4), chance.randint(2, 5), 0)
            first, second, third = chance.sample(palette, 3)
            most = chance.randint(2, 3)
            dots = [first] * most + [second] * (most - 1) + [third] * chance.randint(0, most - 1)
            if len(dots) > inner.size:
                raise Again
            for cell, colour in zip(chance.sample(range(inner.size), len(dots)), dots, strict=True):
                inner.flat[cell] = colour
            thing = add(chance, given, np.pad(inner, 1, constant_values=line))
            after = np.full_like(thing.look, first)
            if not whole:
                after[1:-1, 1:-1] = inner
            Thing(thing.top, thing.left, after).show(wanted)
        return laid_on(ground, given, wanted)

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    midpoint_of_pair,
    only_if_centred,
    placed_amid_corners,
    filled_by_its_size,
    filled_to_dot,
    roomiest_frame,
    leaks_through_gap,
    listed_in_frame,
    frame_takes_most,
)
