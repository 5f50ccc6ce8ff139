"""Each tile op against its model: as a kernel, narrow and wide, and as an op of the vocabulary."""

import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcloom import _core, dsl
from arcloom.engine import UndefinedError
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import ADDED_THEMES, OPS, THEMES
from tests.tile import list_models, make, models

FORMS = {
    name: (form, range(low, high + 1) if args else [None])
    for name, form, args, low, high in _core.tile_ops()
}
_THEMES = list(ADDED_THEMES)
# Ops on placed grids come after the tile ops, and are none.
TILE_THEMES = _THEMES[_THEMES.index("placing") : _THEMES.index("placed")]
NEW = [name for name in FORMS if OPS[name].theme in TILE_THEMES]
KNOWN = [name for name in FORMS if name not in NEW]
MODELS = {
    name: function
    for module in (models, list_models)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__ and name in FORMS
}
SEEDS = st.integers(0, 2**32 - 1)
NARROW, WIDE = 32, 128


def model(name, arguments, number):
    """What the op gives by its model, as a list of grids; None where it is Undefined."""
    form = FORMS[name][0]
    given = [arguments] if form in ("pick", "select") else arguments
    result = MODELS[name](*given, *([] if number is None else [number]))
    return _fitting(result if form in ("split", "select") or result is None else [result])


def _fitting(grids):
    return None if grids is None or any(max(g.shape) > WIDE for g in grids) else grids


def kernel(name, arguments, number, wide):
    return _core.call_tile(name, arguments, number or 0, wide)


def op(name, arguments, number):
    """What the op gives in a program, as a list of grids; None where it is Undefined."""
    form = FORMS[name][0]
    tuples = [tuple(map(tuple, g.tolist())) for g in arguments]
    given = [tuple(tuples)] if form in ("pick", "select") else tuples
    try:
        result = getattr(dsl, name)(*given, *([] if number is None else [number]))
    except UndefinedError:
        return None
    return [np.array(g) for g in (result if form in ("split", "select") else [result])]


def same(got, wanted):
    if got is None or wanted is None:
        return got is wanted
    return len(got) == len(wanted) and all(map(np.array_equal, got, wanted))


def arguments_of(name, seed, most):
    form = FORMS[name][0]
    if form in ("map", "split"):
        return [make.grid(seed, most)]
    return list(make.same_size_pair(seed, most)) if form == "combine" else make.grids(seed, most)


def check(name, seed, most, wide_too=True):
    arguments = arguments_of(name, seed, most)
    numbers = FORMS[name][1]
    number = numbers[seed % len(numbers)]
    wanted = model(name, arguments, number)
    assert same(op(name, arguments, number), wanted), (arguments, number, wanted)
    fits = all(max(g.shape) <= NARROW for g in [*arguments, *(wanted or [])])
    if fits:
        assert same(kernel(name, arguments, number, wide=False), wanted)
    assert same(kernel(name, arguments, number, wide=True), wanted)


def test_every_tile_op_is_an_op_of_the_vocabulary():
    assert FORMS.keys() <= OPS.keys()
    themed = [name for name, op in OPS.items() if op.theme in TILE_THEMES]
    assert themed == NEW


def test_every_new_op_has_a_model_and_every_other_a_body_of_its_own():
    assert MODELS.keys() == set(NEW)
    assert {OPS[name].theme for name in KNOWN} <= {*THEMES, "ranks"}


def test_signatures_say_the_form():
    grid, grids = TYPES["Grid"], TYPES["Grids"]
    wanted = {
        "map": ([grid], grid),
        "combine": ([grid, grid], grid),
        "split": ([grid], grids),
        "pick": ([grids], grid),
        "select": ([grids], grids),
    }
    for name in NEW:
        form, numbers = FORMS[name]
        taken, given = wanted[form]
        kinds = [p.type for p in OPS[name].params]
        assert kinds[: len(taken)] == taken
        assert len(kinds) == len(taken) + (numbers != [None])
        assert OPS[name].result is given


@pytest.mark.parametrize("name", NEW)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_small_grids(name, seed):
    check(name, seed, most=9)


@pytest.mark.parametrize("name", NEW)
@pytest.mark.parametrize("seed", range(3))
def test_grids_up_to_the_narrow_tile(name, seed):
    check(name, seed, most=NARROW)


@pytest.mark.parametrize("name", [name for name in NEW if FORMS[name][0] in ("pick", "select")])
def test_long_lists_of_small_grids(name):
    grids = [make.grid_of(np.random.default_rng(seed), 3, 4) for seed in range(30)]
    for number in FORMS[name][1]:
        wanted = model(name, grids, number)
        if all(max(g.shape) <= NARROW for g in wanted or []):
            assert same(kernel(name, grids, number, wide=False), wanted)
        assert same(op(name, grids, number), wanted)


SLOW_MODELS = {"continue_tiling"}


@pytest.mark.parametrize("name", [name for name in NEW if name not in SLOW_MODELS])
@pytest.mark.parametrize("seed", range(2))
def test_grids_beyond_the_narrow_tile(name, seed):
    check(name, seed + 10, most=50)


@pytest.mark.parametrize("shape", [(7, 100), (100, 7)])
@pytest.mark.parametrize("name", [n for n in NEW if FORMS[n][0] == "map" and n not in SLOW_MODELS])
def test_grids_longer_than_a_word(name, shape):
    grid = make.grid_of(np.random.default_rng(3), *shape)
    number = FORMS[name][1][0]
    assert same(op(name, [grid], number), model(name, [grid], number))
