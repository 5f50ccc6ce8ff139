"""Hostile programs on a GPU: as on the CPU, and nothing is touched that a pair does not own.

To have every access checked: `compute-sanitizer pytest -m gpu tests/engine/test_gpu_hostile.py`.
"""

import numpy as np
import pytest

import arcloom as al
from tests.engine.hostile_programs import hostile
from tests.engine.typed_programs import loops

pytestmark = pytest.mark.gpu


def _same(batt, samples, gpu):
    cpu, ours = batt.run(samples), batt.run(samples, device=gpu)
    for name in ("matches", "reasons", "hashes"):
        assert np.array_equal(getattr(cpu, name), getattr(ours, name)), name
    return ours


def test_hostile_programs_are_as_on_the_cpu(gpu):
    samples = [s for s in al.load("arc1-train").samples() if max(s.input.shape) <= 12][::40][:20]
    ours = _same(al.weave(hostile()), samples, gpu)
    assert ours.device.bailed_share > 0.5


def test_programs_beside_hostile_ones_are_not_touched(gpu):
    """The warps that run them lie next to those that are asked for too much."""
    samples = al.load("arc1-train").samples()[::50]
    _same(al.weave([*loops(), *hostile()]), samples, gpu)
