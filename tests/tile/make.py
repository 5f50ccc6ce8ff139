"""Grids to try tile ops on: noise, and the structures that ops look for."""

import numpy as np

KINDS = ("noise", "blocks", "tiled", "mirrored", "lines", "boxes", "few")


def grid(seed, most=12):
    """A grid of a random kind and size."""
    rng = np.random.default_rng(seed)
    return grid_of(rng, *(int(n) for n in rng.integers(1, most + 1, 2)))


def grid_of(rng, h, w):
    kind = KINDS[rng.integers(len(KINDS))]
    colours = rng.permutation(np.arange(1, 10))[: rng.integers(1, 5)]
    g = _noise(rng, h, w, colours, rng.choice([0.15, 0.5, 0.8, 1.0]))
    if kind == "blocks":
        g = g.repeat(2, axis=0).repeat(rng.integers(1, 4), axis=1)[:h, :w]
    elif kind == "tiled":
        p, q = rng.integers(1, h + 1), rng.integers(1, w + 1)
        g = np.tile(g[:p, :q], (h, w))[:h, :w] * (rng.random((h, w)) < 0.8)
    elif kind == "mirrored":
        g = np.maximum(g, g[::-1])
        g = np.maximum(g, g[:, ::-1])
    elif kind == "lines":
        g[rng.random(h) < 0.3] = colours[0]
        g[:, rng.random(w) < 0.3] = colours[0]
    elif kind == "boxes":
        g = _boxes(rng, h, w, colours)
    elif kind == "few":
        g = np.where(rng.random((h, w)) < 2 / (h * w), g, 0)
    return np.ascontiguousarray(g, np.uint8)


def _noise(rng, h, w, colours, density):
    return np.where(rng.random((h, w)) < density, rng.choice(colours, (h, w)), 0)


def _boxes(rng, h, w, colours):
    g = np.zeros((h, w), int)
    for _ in range(rng.integers(1, 5)):
        top, left = rng.integers(h), rng.integers(w)
        bottom, right = top + rng.integers(1, 7), left + rng.integers(1, 7)
        g[top:bottom, left:right] = rng.choice(colours)
        if rng.random() < 0.7:
            g[top + 1 : bottom - 1, left + 1 : right - 1] = 0
    return g


def grids(seed, most=8):
    """A list of grids, of one size or of several; some are met again, at another place."""
    rng = np.random.default_rng(seed)
    h, w = (int(n) for n in rng.integers(1, most + 1, 2))
    one_size = rng.random() < 0.7
    out = []
    for _ in range(rng.integers(1, 7)):
        if out and rng.random() < 0.5:
            g = out[rng.integers(len(out))]
            out.append(np.roll(g, rng.integers(0, 3, 2), axis=(0, 1)))
        else:
            size = (h, w) if one_size else (int(n) for n in rng.integers(1, most + 1, 2))
            out.append(grid_of(rng, *size))
    return out


def same_size_pair(seed, most=10):
    """Two grids, mostly of one size."""
    rng = np.random.default_rng(seed)
    h, w, y, x = (int(n) for n in rng.integers(1, most + 1, 4))
    a = grid_of(rng, h, w)
    return a, grid_of(rng, h, w) if rng.random() < 0.8 else grid_of(rng, y, x)
