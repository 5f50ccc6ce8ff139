"""Grid: what it takes, what it refuses, and that it stays as it was made."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given

from arcloom.errors import InputError
from arcloom.tasks import Grid
from tests.tasks.strategies import rows


@given(rows())
def test_lists_tuples_and_arrays_make_the_same_grid(cells):
    as_tuple = tuple(map(tuple, cells))
    for data in (cells, as_tuple, np.array(cells), np.array(cells, np.uint8), Grid(cells)):
        grid = Grid(data)
        assert grid.to_tuple() == as_tuple
        assert grid.dtype == np.uint8
        assert grid.shape == (len(cells), len(cells[0]))
        assert grid.same(data)


def test_numpy_integers_in_rows_are_colours():
    assert Grid([[np.int64(3), 4]]).to_tuple() == ((3, 4),)


def test_a_grid_may_be_larger_than_a_tasks():
    assert Grid(np.zeros((40, 50), int)).shape == (40, 50)


def test_a_grid_cannot_be_written_to():
    source = np.array([[1, 2]])
    grid = Grid(source)
    source[0, 0] = 9
    assert grid.to_tuple() == ((1, 2),)
    with pytest.raises(ValueError, match="read-only"):
        grid[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        grid[0][0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        grid.flags.writeable = True


DERIVED = {
    "slice": lambda g: g[0],
    "comparison": lambda g: g == 1,
    "sum": lambda g: g + 1,
    "reduction": lambda g: g.sum(axis=0),
    "copy": lambda g: g.copy(),
    "transpose": lambda g: g.T,
    "reshape": lambda g: g.reshape(-1),
    "astype": lambda g: g.astype(float),
    "rotation": np.rot90,
    "zeros_like": np.zeros_like,
}


@pytest.mark.parametrize("derive", DERIVED.values(), ids=DERIVED)
def test_what_numpy_derives_is_a_plain_array(derive):
    assert type(derive(Grid([[1, 2], [3, 4]]))) is np.ndarray


def test_a_copy_can_be_written_to():
    grid = Grid([[1, 2]])
    edited = grid.copy()
    edited[0, 0] = 5
    assert grid.to_tuple() == ((1, 2),)


@given(rows())
def test_pickle_and_copy_keep_a_grid_as_it_is(cells):
    grid = Grid(cells)
    for twin in (pickle.loads(pickle.dumps(grid)), copy.copy(grid), copy.deepcopy(grid)):
        assert type(twin) is Grid
        assert twin.same(grid)
        assert not twin.flags.writeable


def test_same_compares_shape_and_colours():
    grid = Grid([[1, 2]])
    assert grid.same(((1, 2),))
    for other in ([[1], [2]], [[1, 3]], [[1, 2, 3]], [1, 2], None, [[1, 2], [3]], "12", [["1"]]):
        assert not grid.same(other)
    assert not Grid([[1]]).same([[True]])


def test_repr_can_be_read_back():
    assert repr(Grid([[1, 2], [3, 4]])) == "Grid([[1, 2], [3, 4]])"


REFUSED = {
    "ragged": ([[1, 2], [3]], "row 2: ragged rows: 1 cells here, 2 in row 1"),
    "ten": ([[0, 0], [0, 10]], "row 2, column 2: colour 10 is outside 0..9"),
    "negative": ([[0, -1]], "row 1, column 2: colour -1 is outside 0..9"),
    "huge": ([[10**50]], "row 1, column 1: colour 1000"),
    "float": ([[1.0]], "row 1, column 1: a colour is an integer, not float 1.0"),
    "bool": ([[1, True]], "row 1, column 2: a colour is an integer, not true or false"),
    "text cell": ([["1"]], "row 1, column 1: a colour is an integer, not text"),
    "null cell": ([[None]], "row 1, column 1: a colour is an integer, not null"),
    "no rows": ([], "empty grid"),
    "no cells": ([[], []], "empty grid"),
    "text row": (["12"], "row 1: a row is a list of colours, not text"),
    "flat": ([1, 2], "row 1: a row is a list of colours"),
    "deep": ([[[1]]], "row 1, column 1: a colour is an integer, not a list"),
    "null": (None, "a grid is a list of rows, not null"),
    "text": ("12", "a grid is a list of rows, not text"),
    "array of ten": (np.array([[10]]), "row 1, column 1: colour 10 is outside 0..9"),
    "array of floats": (np.array([[1.5]]), "holds integers"),
    "array of bools": (np.array([[True]]), "holds integers"),
    "1-D array": (np.array([1]), "2 dimensions"),
    "empty array": (np.zeros((0, 3), int), "empty grid"),
}


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_grid_is_refused(data, message):
    with pytest.raises(InputError) as caught:
        Grid(data)
    assert message in str(caught.value)
    assert caught.value.remedy
