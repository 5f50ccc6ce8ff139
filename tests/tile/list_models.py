"""Models of the ops that give or take lists of grids; None where the op is Undefined."""

from collections import Counter

import numpy as np

from tests.tile import regions
from tests.tile.regions import (
    bounds,
    colour_counts,
    content,
    full_lines,
    most_common,
    painted,
    turned,
)

MOST = 32


def _listed(grids):
    return grids if 1 <= len(grids) <= MOST else None


def parts(g, code):
    return _listed([regions.layer(g, part) for part in regions.parts(g, code)])


def holes_apart(g):
    colour = most_common(g)
    if colour is None:
        return None
    return _listed(
        [regions.layer(np.full_like(g, colour), part) for part in regions.zero_regions(g)]
    )


def colours_apart(g):
    counts = colour_counts(g)
    ranked = sorted(counts, key=lambda c: (-counts[c], c))
    return _listed([np.where(g == c, c, 0) for c in ranked])


def split_even(g, code):
    down, across = [(1, 2), (2, 1), (1, 3), (3, 1), (2, 2)][code]
    if g.shape[0] % down or g.shape[1] % across:
        return None
    return [piece for row in np.split(g, down) for piece in np.split(row, across, axis=1)]


def _runs(lines, n):
    kept = [k for k in range(n) if k not in lines]
    starts = [k for k in kept if k - 1 not in kept]
    ends = [k + 1 for k in kept if k + 1 not in kept]
    return [slice(*run) for run in zip(starts, ends, strict=True)]


def panels(g):
    lines = {c: full_lines(g, c) for c in colour_counts(g)}
    counts = {c: len(rows) + len(columns) for c, (rows, columns) in lines.items()}
    most = [c for c, n in counts.items() if n == max(counts.values()) and n > 0]
    if len(most) != 1:
        return None
    rows, columns = lines[most[0]]
    cuts = [(a, b) for a in _runs(rows, g.shape[0]) for b in _runs(columns, g.shape[1])]
    return _listed([g[cut] for cut in cuts])


def lines_apart(g, axis):
    if axis == 1:
        found = lines_apart(g.T, 0)
        return None if found is None else [layer.T for layer in found]
    numbers = np.arange(len(g))[:, None]
    return _listed([np.where(numbers == i, g, 0) for i in range(len(g)) if g[i].any()])


def _mirrors(g):
    piece = content(g)
    return sum(np.array_equal(turned(piece, code), piece) for code in (4, 5, 6, 7))


def measure(g, p):
    box = bounds(g != 0)
    if box is None:
        return 0
    return [
        lambda: (g != 0).sum(),
        lambda: box.h * box.w,
        lambda: box.h,
        lambda: box.w,
        lambda: len(colour_counts(g)),
        lambda: box.top,
        lambda: box.left,
        lambda: regions.enclosed(g).sum(),
        lambda: _mirrors(g),
        lambda: (content(g) == 0).sum(),
        lambda: min(colour_counts(g)),
    ][p]()


def _key(g):
    """A grid as something that can be compared and counted."""
    return None if g is None else (g.shape, g.tobytes())


def _likeness(g, kind):
    piece = content(g)
    shape = None if piece is None else (piece != 0).astype(int)
    return [
        lambda: _key(shape),
        lambda: tuple(colour_counts(g)),
        lambda: None if piece is None else piece.shape,
        lambda: _key(piece),
        lambda: measure(g, 8) > 0,
        lambda: min(_key(turned(shape, code)) for code in range(8)) if g.any() else None,
    ][kind]()


def _extreme(grids, p, pick):
    values = [measure(g, p) for g in grids]
    return [g for g, v in zip(grids, values, strict=True) if v == pick(values)]


def _alone(grids):
    return grids[0] if len(grids) == 1 else None


def pick_most(grids, p):
    return _alone(_extreme(grids, p, max))


def pick_least(grids, p):
    return _alone(_extreme(grids, p, min))


def pick_odd(grids, kind):
    keys = [_likeness(g, kind) for g in grids]
    counts = Counter(keys)
    if len(grids) < 3 or len(counts) != 2 or min(counts.values()) != 1:
        return None
    return grids[keys.index(min(counts, key=counts.get))]


def pick_frequent(grids):
    keys = [_key(content(g)) for g in grids]
    counts = Counter(keys).most_common(2)
    if len(counts) == 2 and counts[0][1] == counts[1][1]:
        return None
    return grids[keys.index(counts[0][0])]


def _one_size(grids):
    return len({g.shape for g in grids}) == 1


def pile(grids):
    if not _one_size(grids):
        return None
    out = grids[0]
    for g in grids[1:]:
        out = np.where(out != 0, out, g)
    return out


def pile_last(grids):
    return pile(grids[::-1])


def line_up(grids, axis):
    return np.concatenate(grids, axis=1 - axis) if _one_size(grids) else None


def _times(grids):
    return np.sum([g != 0 for g in grids], axis=0)


def all_of(grids, colour):
    return painted(_times(grids) == len(grids), colour) if _one_size(grids) else None


def any_of(grids, colour):
    return painted(_times(grids) > 0, colour) if _one_size(grids) else None


def odd_of(grids, colour):
    return painted(_times(grids) % 2, colour) if _one_size(grids) else None


def none_of(grids, colour):
    return painted(_times(grids) == 0, colour) if _one_size(grids) else None


def shared(grids):
    return np.where(_times(grids) == len(grids), grids[0], 0) if _one_size(grids) else None


def tally(grids, colour):
    return np.full((1, len(grids)), colour)


def keep_most(grids, p):
    return _listed(_extreme(grids, p, max))


def keep_least(grids, p):
    return _listed(_extreme(grids, p, min))


def _but_extreme(grids, p, pick):
    values = [measure(g, p) for g in grids]
    return _listed([g for g, v in zip(grids, values, strict=True) if v != pick(values)])


def drop_most(grids, p):
    return _but_extreme(grids, p, max)


def drop_least(grids, p):
    return _but_extreme(grids, p, min)


def order_by(grids, p):
    return sorted(grids, key=lambda g: -measure(g, p))


def _counted(grids, wanted):
    counts = Counter(_key(content(g)) for g in grids)
    return _listed([g for g in grids if wanted(counts[_key(content(g))])])


def keep_repeated(grids):
    return _counted(grids, lambda n: n > 1)


def keep_single(grids):
    return _counted(grids, lambda n: n == 1)


def _touches(g):
    return bool(g[0].any() or g[-1].any() or g[:, 0].any() or g[:, -1].any())


def drop_at_edge(grids):
    return _listed([g for g in grids if not _touches(g)])


def keep_at_edge(grids):
    return _listed([g for g in grids if _touches(g)])


def keep_symmetric(grids):
    return _listed([g for g in grids if measure(g, 8) > 0])
