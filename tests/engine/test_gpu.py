"""The CPU and a GPU, bit for bit: every op with every argument, by warps and by halves of them."""

import numpy as np
import pytest

import arcloom as al
from arcloom import _core
from arcloom.engine.tiles import Calls, call_on_cpu, to_tiles
from tests.tile import make

pytestmark = pytest.mark.gpu

OPS = [(name, form, range(low, high + 1)) for name, form, _, low, high in _core.tile_ops()]
GROWING = set(_core.growing_tile_ops())
LISTS = (("parts", 1), ("parts", 2), ("colours_apart", 0), ("split_even", 4), ("lines_apart", 0))


def _firsts(counts):
    """Where each of some lists begins, and how long it is, the empty ones left out."""
    counts = np.maximum(counts, 0)
    first = np.cumsum(counts) - counts
    return first[counts > 0].astype(np.int32), counts[counts > 0].astype(np.int32)


@pytest.fixture(scope="module")
def inputs():
    """All inputs of arc1-train, and lists that splits make of them."""
    grids = [s.input for task in al.load("arc1-train").values() for s in task.samples]
    tiles = to_tiles(grids)
    made = [call_on_cpu(Calls.on_each(op, arg, len(tiles)), tiles) for op, arg in LISTS]
    lists = np.concatenate([m.tiles for m in made])
    return tiles, lists, _firsts(np.concatenate([m.count for m in made]))


@pytest.fixture(scope="module")
def noise():
    """Random grids, and random lists."""
    tiles = to_tiles([make.grid(seed, 32) for seed in range(2000)])
    lists = [make.grids(seed, 20) for seed in range(500)]
    return tiles, to_tiles([g for grids in lists for g in grids]), _firsts([len(g) for g in lists])


def _calls(op, form, arg, tiles, lists):
    if form in ("pick", "select"):
        return Calls(op, arg, *lists)
    if form == "combine":
        first = np.arange(len(tiles) - 1, dtype=np.int32)
        return Calls(op, arg, first, np.full(len(first), 2, np.int32))
    return Calls.on_each(op, arg, len(tiles))


@pytest.mark.parametrize("given", ["noise", "inputs"])
@pytest.mark.parametrize(("op", "form", "arguments"), OPS, ids=[name for name, *_ in OPS])
def test_every_op_is_the_same_on_both(gpu, request, given, op, form, arguments):
    tiles, members, lists = request.getfixturevalue(given)
    taken = members if form in ("pick", "select") else tiles
    for arg in arguments:
        calls = _calls(op, form, arg, tiles, lists)
        _same(call_on_cpu(calls, taken), gpu.call(calls, taken))
        if op not in GROWING and len((small := _small(calls, taken)).first):
            _same(call_on_cpu(small, taken), gpu.call(small, taken, halves=True))


def _same(ours, theirs):
    assert np.array_equal(ours.count, theirs.count)
    assert np.array_equal(ours.tiles, theirs.tiles)


def _small(calls, tiles):
    """The calls that take tiles of at most 16x16 only."""
    large = np.cumsum(np.concatenate([[0], (tiles[:, -2:] > 16).any(axis=1)]))
    which = large[calls.first + calls.count] == large[calls.first]
    return Calls(calls.op, calls.arg, calls.first[which], calls.count[which])
