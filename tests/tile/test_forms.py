"""Tile ops that have a body of their own in the general engine: both say the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcloom import _core, dsl
from arcloom.engine import UndefinedError
from tests.conformance.decode import value, vectors_of
from tests.tile.test_kernels import FORMS, KNOWN, NARROW, arguments_of

LISTS = {"first", "last", "get_nth"}


def as_grid(result):
    """A grid that fits the narrow tile, as an array; None if the value is something else."""
    if not isinstance(result, tuple) or not all(isinstance(row, tuple) and row for row in result):
        return None
    if not result or len({len(row) for row in result}) > 1:
        return None
    flat = [cell for row in result for cell in row]
    if not all(isinstance(cell, int) and 0 <= cell <= 9 for cell in flat):
        return None
    return None if max(len(result), len(result[0])) > NARROW else np.array(result, np.uint8)


def general(name, arguments):
    try:
        return getattr(dsl, name)(*arguments)
    except UndefinedError:
        return None


def assert_same(name, grids, number, result):
    got = _core.call_tile(name, grids, number or 0, False)
    wanted = as_grid(result)
    assert (got is None) == (wanted is None), (name, grids, number)
    assert got is None or np.array_equal(got[0], wanted), (name, grids, number)


@pytest.mark.parametrize("name", KNOWN)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), most=st.sampled_from([3, 10, NARROW]))
def test_on_random_grids(name, seed, most):
    grids = arguments_of(name, seed, most)
    numbers = FORMS[name][1]
    number = numbers[seed % len(numbers)]
    plain = [tuple(map(tuple, g.tolist())) for g in grids]
    given = [tuple(plain)] if name in LISTS else plain
    result = general(name, [*given, *([] if number is None else [number])])
    assert_same(name, grids, number, result)


@pytest.mark.parametrize("name", [name for name in KNOWN if name not in LISTS])
def test_on_the_vectors(name):
    covered = 0
    for vector in vectors_of(name):
        arguments = [value(a) for a in vector["args"]]
        number = arguments.pop() if FORMS[name][1] != [None] else None
        grids = [as_grid(a) for a in arguments]
        if any(g is None for g in grids) or (number is not None and number not in FORMS[name][1]):
            continue
        covered += 1
        result = None if "error" in vector else value(vector["out"])
        assert_same(name, grids, number, result)
    assert covered > 0
