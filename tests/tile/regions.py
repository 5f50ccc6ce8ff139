"""What the models of tile ops share: boxes, colours, turns and connected regions of numpy grids."""

from itertools import product
from typing import NamedTuple

import numpy as np

DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
SIDES = DIRECTIONS[::2]


class Box(NamedTuple):
    top: int
    left: int
    h: int
    w: int

    @property
    def slices(self):
        return slice(self.top, self.top + self.h), slice(self.left, self.left + self.w)


def bounds(mask):
    """The bounding box of a mask, None if it is empty."""
    places = np.argwhere(mask)
    if not len(places):
        return None
    (top, left), (bottom, right) = places.min(axis=0), places.max(axis=0)
    return Box(top, left, bottom - top + 1, right - left + 1)


def content(g):
    box = bounds(g != 0)
    return None if box is None else g[box.slices]


def colour_counts(g):
    """How many cells each filled colour has."""
    return {c: int((g == c).sum()) for c in range(1, 10) if (g == c).any()}


def most_common(g):
    """The most common filled colour, None unless one is alone."""
    counts = colour_counts(g)
    best = [c for c, n in counts.items() if n == max(counts.values())]
    return best[0] if len(best) == 1 else None


def painted(mask, colour):
    return np.where(mask, colour, 0)


def turned(g, code):
    """The image of a grid by a code of mir_rot."""
    return [
        lambda: g,
        lambda: np.rot90(g, -1),
        lambda: np.rot90(g, 2),
        lambda: np.rot90(g),
        lambda: g[::-1],
        lambda: g[:, ::-1],
        lambda: g.T,
        lambda: np.rot90(g, 2).T,
    ][code]()


def neighbours(g, i, j, steps):
    places = ((int(i) + di, int(j) + dj) for di, dj in steps)
    return [p for p in places if 0 <= p[0] < g.shape[0] and 0 <= p[1] < g.shape[1]]


def region(g, start, steps, belongs):
    """The places connected with a start over steps to places that belong."""
    found, todo = {start}, [start]
    while todo:
        for place in neighbours(g, *todo.pop(), steps):
            if place not in found and belongs(place):
                found.add(place)
                todo.append(place)
    return found


def parts(g, code):
    """The connected parts as sets of places, by their first places."""
    steps = DIRECTIONS if code % 2 else SIDES
    out, seen = [], set()
    for place in product(*map(range, g.shape)):
        if g[place] == 0 or place in seen:
            continue
        same = (lambda p, c=g[place]: g[p] == c) if code < 2 else (lambda p: g[p] != 0)
        out.append(region(g, place, steps, same))
        seen |= out[-1]
    return out


def layer(g, places):
    out = np.zeros_like(g)
    for place in places:
        out[place] = g[place]
    return out


def zero_regions(g):
    """The regions of zeros over sides that do not touch the edge."""
    marks = (g == 0).astype(int)
    h, w = g.shape
    return [
        part for part in parts(marks, 0) if all(0 < i < h - 1 and 0 < j < w - 1 for i, j in part)
    ]


def enclosed(g):
    """A mask of the zeros without a way to the edge."""
    mask = np.zeros(g.shape, bool)
    for part in zero_regions(g):
        for place in part:
            mask[place] = True
    return mask


def full_lines(g, colour):
    """The rows and columns that have the colour all along."""
    mask = g == colour
    return np.flatnonzero(mask.all(axis=1)), np.flatnonzero(mask.all(axis=0))
