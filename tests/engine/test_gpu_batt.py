"""A batt on a GPU gives what the general engine gives, on every input of arc1-train."""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine.bench import standard_programs
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
