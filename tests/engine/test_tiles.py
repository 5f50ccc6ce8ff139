"""Grids as tiles, calls of tile ops on many at once, and the text that a GPU is given."""

import numpy as np
import pytest

from arcloom import _core
from arcloom.engine.gpu.cuda import SOURCES, op_numbers, source_text
from arcloom.engine.tiles import Calls, call_on_cpu, to_grids, to_tiles
from tests.tile import make

GRIDS = [make.grid(seed, 32) for seed in range(60)]


def test_a_grid_comes_back_from_its_tile():
    for grid, again in zip(GRIDS, to_grids(to_tiles(GRIDS)), strict=True):
        assert again.dtype == np.uint8
        assert np.array_equal(grid, again)


@pytest.mark.parametrize(("op", "arg"), [("rot90", 0), ("upscale", 2), ("parts", 1), ("panels", 0)])
def test_many_calls_give_what_single_calls_give(op, arg):
    made = call_on_cpu(Calls.on_each(op, arg, len(GRIDS)), to_tiles(GRIDS))
    results = iter(to_grids(made.tiles))
    for grid, count in zip(GRIDS, made.count, strict=True):
        alone = _core.call_tile(op, [grid], arg, False)
        assert (alone is None) == (count < 0)
        for wanted in alone or ():
            assert np.array_equal(next(results), wanted)
    assert next(results, None) is None


def test_a_list_is_some_tiles_in_a_row():
    grids = [make.grid_of(np.random.default_rng(seed), 3, 4) for seed in range(5)]
    calls = Calls("pile", 0, np.array([0, 2], np.int32), np.array([2, 3], np.int32))
    made = to_grids(call_on_cpu(calls, to_tiles(grids)).tiles)
    for got, members in zip(made, (grids[:2], grids[2:]), strict=True):
        (wanted,) = _core.call_tile("pile", members, 0, False)
        assert np.array_equal(got, wanted)


@pytest.mark.parametrize("path", sorted((SOURCES / "gpu").glob("*.cu")), ids=lambda path: path.stem)
def test_sources_for_a_gpu_are_whole(path):
    """The kernels come with the package, every file once, and need no header of a compiler's."""
    text = source_text(path)
    assert '#include "' not in text
    assert text.count("struct Lanes {") == text.count("bool fill_holes(") == 1


def test_ops_are_numbered_in_the_order_of_the_table():
    assert [name for name, *_ in _core.tile_ops()] == list(op_numbers())
