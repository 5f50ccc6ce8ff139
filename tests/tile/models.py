"""Models of the ops from grid to grid, one cell after another; None where the op is Undefined."""

from collections import deque
from itertools import product

import numpy as np

from tests.tile import regions
from tests.tile.regions import (
    DIRECTIONS,
    SIDES,
    bounds,
    colour_counts,
    content,
    full_lines,
    most_common,
    neighbours,
    painted,
    turned,
)


def box_mirror(g, code):
    box = bounds(g != 0)
    if box is None or (code in (1, 3, 6, 7) and box.h != box.w):
        return None
    out = np.zeros_like(g)
    out[box.slices] = turned(g[box.slices], code)
    return out


def _placed(g, top, left):
    piece = content(g)
    out = np.zeros_like(g)
    out[top : top + piece.shape[0], left : left + piece.shape[1]] = piece
    return out


def to_corner(g):
    return None if not g.any() else _placed(g, 0, 0)


def to_middle(g):
    if not g.any():
        return None
    h, w = content(g).shape
    return _placed(g, (g.shape[0] - h) // 2, (g.shape[1] - w) // 2)


def push(g, side):
    box = bounds(g != 0)
    if box is None:
        return None
    top = {0: 0, 2: g.shape[0] - box.h}.get(side, box.top)
    left = {3: 0, 1: g.shape[1] - box.w}.get(side, box.left)
    return _placed(g, top, left)


def nudge(g, direction):
    di, dj = DIRECTIONS[direction]
    out = np.zeros_like(g)
    for i, j in np.argwhere(g):
        if 0 <= i + di < g.shape[0] and 0 <= j + dj < g.shape[1]:
            out[i + di, j + dj] = g[i, j]
    return out


def roll(g, side):
    return np.roll(g, SIDES[side], axis=(0, 1))


def crop_filled(g):
    return content(g)


def crop_colour(g, colour):
    box = bounds(g == colour)
    return None if box is None else g[box.slices]


def squeeze(g):
    rows = [i for i in range(g.shape[0]) if i == 0 or (g[i] != g[i - 1]).any()]
    g = g[rows]
    return g[:, [j for j in range(g.shape[1]) if j == 0 or (g[:, j] != g[:, j - 1]).any()]]


def drop_empty(g):
    return None if not g.any() else g[g.any(axis=1)][:, g.any(axis=0)]


def shrink(g):
    def least(g, n):
        blocks = (f for f in range(n, 0, -1) if n % f == 0)
        return next(f for f in blocks if (g[::f].repeat(f, axis=0) == g).all())

    return g[:: least(g, len(g)), :: least(g.T, len(g.T))]


def keep_colour(g, colour):
    return np.where(g == colour, g, 0)


def drop_colour(g, colour):
    return np.where(g == colour, 0, g)


def recolour(g, colour):
    return painted(g != 0, colour)


def negative(g, colour):
    return painted(g == 0, colour)


def keep_common(g, rank):
    counts = colour_counts(g)
    ranked = sorted(counts, key=counts.get, reverse=True)
    if rank >= len(ranked) or not ranked:
        return None
    colour = ranked[rank]
    alone = list(counts.values()).count(counts[colour]) == 1
    return keep_colour(g, colour) if alone else None


def to_common(g):
    colour = most_common(g)
    return None if colour is None else recolour(g, colour)


def swap_pair(g):
    colours = sorted(colour_counts(g))
    if len(colours) != 2:
        return None
    return np.where(g == colours[0], colours[1], np.where(g == colours[1], colours[0], 0))


def set_ground(g):
    counts = np.bincount(g.ravel(), minlength=10)
    if (counts == counts.max()).sum() > 1:
        return None
    ground = counts.argmax()
    return np.where(g == ground, 0, np.where(g == 0, ground, g))


def solid(g):
    colour = most_common(g)
    return None if colour is None else np.full((1, 1), colour)


def flat(g):
    colour = most_common(g)
    return None if colour is None else np.full_like(g, colour)


def hull(g, colour):
    box = bounds(g != 0)
    if box is None:
        return None
    out = np.zeros_like(g)
    out[box.slices] = colour
    return out


def box_rest(g, colour):
    whole = hull(g, colour)
    return None if whole is None else np.where(g == 0, whole, 0)


def box_frame(g, colour):
    box = bounds(g != 0)
    if box is None:
        return None
    out = np.zeros_like(g)
    out[box.slices] = frame(out[box.slices], colour)
    return out


def frame(g, colour):
    out = g.copy()
    out[0] = out[-1] = out[:, 0] = out[:, -1] = colour
    return out


def surround(g, colour):
    return np.pad(g, 1, constant_values=colour)


def fill_holes(g, colour):
    return np.where(regions.enclosed(g), colour, g)


def holes(g, colour):
    return painted(regions.enclosed(g), colour)


def outside(g, colour):
    return painted((g == 0) & ~regions.enclosed(g), colour)


def core(g):
    padded = np.pad(g, 1)
    h, w = g.shape
    views = [padded[i : i + h, j : j + w] for i, j in product(range(3), repeat=2)]
    return np.where(np.all(views, axis=0), g, 0)


def outline(g):
    return np.where(core(g) != 0, 0, g)


def halo(g, colour):
    return painted((g == 0) & (grow(g) != 0), colour)


def halo4(g, colour):
    return painted((g == 0) & (grow4(g) != 0), colour)


def _grown(g, steps):
    out = g.copy()
    for i, j in np.argwhere(g == 0):
        out[i, j] = min((g[p] for p in neighbours(g, i, j, steps) if g[p]), default=0)
    return out


def grow(g):
    return _grown(g, DIRECTIONS)


def grow4(g):
    return _grown(g, SIDES)


def _nearest(g, distance):
    if not g.any():
        return None
    filled = [(i, j, g[i, j]) for i, j in np.argwhere(g)]
    out = g.copy()
    for i, j in np.argwhere(g == 0):
        out[i, j] = min((distance(abs(i - y), abs(j - x)), c) for y, x, c in filled)[1]
    return out


def spread(g):
    return _nearest(g, lambda dy, dx: dy + dx)


def spread8(g):
    return _nearest(g, max)


def keep_specks(g):
    out = g.copy()
    for i, j in np.argwhere(g):
        if any(g[p] == g[i, j] for p in neighbours(g, i, j, DIRECTIONS)):
            out[i, j] = 0
    return out


def drop_specks(g):
    return np.where(keep_specks(g) != 0, 0, g)


_RAYS = [
    *([d] for d in range(8)),
    [2, 6],
    [0, 4],
    [0, 2, 4, 6],
    [1, 3, 5, 7],
    range(8),
    [1, 5],
    [3, 7],
]


def _walk(g, i, j, step):
    """The zeros from a cell on, and the place where they end."""
    i, j = i + step[0], j + step[1]
    path = []
    while 0 <= i < g.shape[0] and 0 <= j < g.shape[1] and g[i, j] == 0:
        path.append((i, j))
        i, j = i + step[0], j + step[1]
    return path, (i, j)


def _smallest(g, claims):
    out = g.copy()
    for place, colour in claims:
        out[place] = colour if out[place] == 0 else min(out[place], colour)
    return out


def ray(g, code):
    steps = [DIRECTIONS[d] for d in _RAYS[code]]
    cells = [(int(i), int(j)) for i, j in np.argwhere(g)]
    return _smallest(g, [(p, g[c]) for c in cells for step in steps for p in _walk(g, *c, step)[0]])


def join(g, axis):
    steps = {0: [2], 1: [4], 2: [2, 4], 3: [3, 5]}[axis]
    claims = []
    for i, j in np.argwhere(g):
        for step in steps:
            path, (y, x) = _walk(g, i, j, DIRECTIONS[step])
            inside = 0 <= y < g.shape[0] and 0 <= x < g.shape[1]
            if inside and g[y, x] == g[i, j]:
                claims += [(p, g[i, j]) for p in path]
    return _smallest(g, claims)


def _lines(g):
    mask = np.zeros(g.shape, bool)
    for colour in colour_counts(g):
        rows, columns = full_lines(g, colour)
        mask[rows] = True
        mask[:, columns] = True
    return mask


def only_lines(g):
    return np.where(_lines(g), g, 0)


def drop_lines(g):
    return np.where(_lines(g), 0, g)


def fall(g, side):
    turns = (side + 1) % 4  # so that the cells fall to the left
    rows = [sorted(row, key=lambda cell: cell == 0) for row in np.rot90(g, turns)]
    return np.rot90(np.array(rows), -turns)


def order_lines(g, axis):
    if axis == 1:
        return order_lines(g.T, 0).T
    return np.array(sorted(g, key=lambda row: -(row != 0).sum()))


def mirror_over(g, kind):
    if kind >= 4 and g.shape[0] != g.shape[1]:
        return None
    codes = [[4], [5], [4, 5, 2], [2], [6], [7], [1, 2, 3]][kind]
    out = g
    for code in codes:
        out = np.where(out == 0, turned(g, code), out)
    return out


def kaleido(g, kind):
    h, v, both = (turned(g, code) for code in (4, 5, 2))
    if kind == 6 and g.shape[0] != g.shape[1]:
        return None
    return np.block(
        [
            [[g, v]],
            [[v, g]],
            [[g], [h]],
            [[h], [g]],
            [[g, v], [h, both]],
            [[both, h], [v, g]],
            [[g, turned(g, 1)], [turned(g, 3), both]] if kind == 6 else [[g]],
        ][kind]
    )


def tiles(g, code):
    return np.tile(g, [(1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (3, 3)][code])


def self_tile(g):
    return np.kron(g != 0, g)


def continue_tiling(g):
    h, w = g.shape
    sizes = ((p, q) for p, q in product(range(1, h + 1), range(1, w + 1)) if (p, q) != (h, w))
    for p, q in sorted(sizes, key=lambda size: (size[0] * size[1], size[0])):
        out = _continued(g, p, q)
        if out is not None:
            return out
    return None


def _continued(g, p, q):
    out = np.zeros_like(g)
    for i, j in product(range(p), range(q)):
        colours = np.unique(g[i::p, j::q])
        colours = colours[colours != 0]
        if len(colours) > 1:
            return None
        out[i::p, j::q] = colours[0] if len(colours) else 0
    return out


def keep_largest(g, code):
    parts = regions.parts(g, code)
    sizes = [len(part) for part in parts]
    if not parts or sizes.count(max(sizes)) > 1:
        return None
    return regions.layer(g, parts[sizes.index(max(sizes))])


def overlay(a, b):
    return None if a.shape != b.shape else np.where(a != 0, a, b)


def mask_by(a, mask):
    return None if a.shape != mask.shape else np.where(mask != 0, a, 0)


def mask_out(a, mask):
    return None if a.shape != mask.shape else np.where(mask == 0, a, 0)


def crop_to(a, mask):
    box = bounds(mask != 0)
    return None if a.shape != mask.shape or box is None else a[box.slices]


def kron(mask, g):
    return np.kron(mask != 0, g)


def agree(a, b):
    return None if a.shape != b.shape else np.where(a == b, a, 0)


def repeat_to(a, b):
    rows, columns = (np.arange(n) % m for n, m in zip(b.shape, a.shape, strict=True))
    return a[rows][:, columns]


def paint_with(mask, a):
    colour = most_common(a)
    return None if colour is None else painted(mask != 0, colour)


def flood_over(a, b):
    if a.shape != b.shape:
        return None
    out = a.copy()
    arrived = {(int(i), int(j)): 0 for i, j in np.argwhere(a)}
    queue = deque(sorted(arrived, key=lambda place: a[place]))
    while queue:
        place = queue.popleft()
        for near in neighbours(a, *place, SIDES):
            if a[near] or b[near] or arrived.get(near, np.inf) <= arrived[place]:
                continue
            if near not in arrived:
                arrived[near] = arrived[place] + 1
                out[near] = out[place]
                queue.append(near)
            elif arrived[near] == arrived[place] + 1:
                out[near] = min(out[near], out[place])
    return out
