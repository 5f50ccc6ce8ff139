"""cell_map: what several grids show in a cell decides its colour, as the demos teach."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arcloom import dsl
from arcloom.engine import UndefinedError

SIDE = 3
GRID = arrays(np.int8, (SIDE, SIDE), elements=st.integers(0, 2))


def _rows(grid: np.ndarray) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(c) for c in row) for row in grid)


def _model(demos, layers):
    """The table in a dict; None where it is ambiguous or has no answer."""
    table: dict[tuple[int, ...], int] = {}
    for shown, wanted in demos:
        for key, colour in zip(_keys(shown), np.ravel(wanted), strict=True):
            if table.setdefault(key, colour) != colour:
                return None
    keys = _keys(layers)
    if any(key not in table for key in keys):
        return None
    return _rows(np.reshape([table[key] for key in keys], np.shape(layers[0])))


def _keys(layers):
    return [tuple(int(c) for c in cell) for cell in np.reshape(layers, (len(layers), -1)).T]


def _cell_map(demos, layers):
    try:
        return dsl.cell_map(demos, layers)
    except UndefinedError:
        return None


@given(st.lists(GRID, min_size=6, max_size=6), st.integers(1, 3))
def test_it_is_the_table_of_the_demos(grids, count):
    inputs = [tuple(_rows(g) for g in grids[k : k + count]) for k in (0, 1)]
    table = np.arange(3**count) % 4
    wanted = [
        _rows(np.reshape([table[_number(k)] for k in _keys(x)], (SIDE, SIDE))) for x in inputs
    ]
    demos = tuple(zip(inputs, wanted, strict=True))
    for layers in (inputs[0], tuple(_rows(g) for g in grids[3 : 3 + count])):
        assert _cell_map(demos, layers) == _model(demos, layers)


def _number(key):
    return sum(c * 3**k for k, c in enumerate(key))


def test_demos_that_disagree_have_no_table():
    one = ((1, 2),)
    assert _cell_map((((one,), ((3, 4),)), ((one,), ((3, 5),))), (one,)) is None


def test_layers_of_different_sizes_are_refused():
    assert _cell_map(((((1,),), ((1,),)),), (((1,),), ((1, 2),))) is None
