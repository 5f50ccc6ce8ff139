"""A batt on a GPU gives what the general engine gives, on every input of arc1-train."""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine.bench.measure import standard_programs
from tests.engine import device_texts as texts_of
from tests.engine.list_programs import list_programs
from tests.engine.typed_programs import loops, programs

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("match", [False, True])
def test_arrays_are_the_same(gpu, match):
    samples = al.load("arc1-train").samples()
    made = [*programs(2), *loops(), *standard_programs(40).values()]
    batt = al.weave(made)
    cpu = batt.run(samples, match=match)
    ours = batt.run(samples, match=match, device=gpu)
    assert ours.device.programs > 300
    assert ours.device.bailed_share < 0.2
    for name in ("matches", "reasons", "hashes"):
        assert np.array_equal(getattr(cpu, name), getattr(ours, name)), name


def test_what_a_device_has_a_form_of_its_own_for(gpu):
    """Grids beyond the tile, rows without cells, corners of nothing, loops by lanes, functions."""
    places = [f"{corner}(ofcolor(I, SEVEN))" for corner in texts_of.CORNERS]
    texts = [
        *(*texts_of.WIDE, *texts_of.EMPTY, *texts_of.EMPTY_ON_THE_CPU),
        *(*texts_of.BY_LANES_TEXTS, *texts_of.FAILING_TEXTS, *texts_of.ANSWERS),
        *(*texts_of.LISTS_OF_FUNCTIONS, *texts_of.SETS_OF_SETS),
        *(f"fill(I, FIVE, {t.format(p, p)})" for t in texts_of.TAKE_A_PLACE for p in places),
    ]
    batt = al.weave([al.read_program(f"def solve(I): return {text}") for text in texts])
    samples = al.load("arc1-train").samples()[::5]
    cpu, ours = batt.run(samples), batt.run(samples, device=gpu)
    for name in ("matches", "reasons", "hashes"):
        assert np.array_equal(getattr(cpu, name), getattr(ours, name)), name


def test_lists_that_lanes_share(gpu):
    batt = al.weave(list_programs())
    samples = al.load("arc1-train").samples()[::5]
    cpu, ours = batt.run(samples), batt.run(samples, device=gpu)
    for name in ("matches", "reasons", "hashes"):
        assert np.array_equal(getattr(cpu, name), getattr(ours, name)), name
