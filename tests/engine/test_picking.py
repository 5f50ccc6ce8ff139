"""What `auto` takes for a batt: the CPU where there is little to do; results are the same."""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine.gpu import pick as picking
from arcloom.engine.gpu.choose import Devices
from arcloom.errors import InputError
from tests.engine.played_batt import PlayedBatt


@pytest.fixture
def gpu(monkeypatch):
    """A device that works, as far as anybody can tell."""
    unit = PlayedBatt()
    found = {wanted: Devices("gpu", (unit,), always=wanted == "gpu") for wanted in ("auto", "gpu")}
    found["cpu"] = Devices("cpu")
    monkeypatch.setattr(picking, "choose_devices", lambda wanted: found[wanted])
    return unit


@pytest.fixture(scope="module")
def samples():
    return al.load("arc1-train").samples()[:60]


BATT = al.weave([al.read_program("def turned(I): return rot90(I)")])


def test_little_is_the_cpus(gpu, samples, monkeypatch):
    monkeypatch.setattr(picking, "LEAST", 900.0)
    picked = BATT.pick("auto", samples)
    assert picked.unit is None
    assert picked.why.endswith("s of work, a GPU pays from 9e+02 s on")
    assert BATT.run(samples, device="auto").device is None


def test_less_is_enough_once_it_has_begun(gpu, samples, monkeypatch):
    monkeypatch.setattr(picking, "LEAST", 900.0)
    monkeypatch.setattr(picking, "LEAST_BEGUN", 0.0)
    assert BATT.pick("auto", samples).unit is None
    monkeypatch.setattr(gpu, "begun", True, raising=False)
    assert BATT.pick("auto", samples).unit is gpu


def test_much_is_the_gpus(gpu, samples, monkeypatch):
    monkeypatch.setattr(picking, "LEAST", 0.0)
    assert BATT.pick("auto", samples) == (gpu, "")
    result = BATT.run(samples, device="auto")
    assert result.device is not None
    assert np.array_equal(result.hashes, BATT.run(samples).hashes)


def test_what_is_asked_for_is_taken_whatever_there_is_to_do(gpu, samples):
    assert BATT.pick("gpu", samples) == (gpu, "")
    assert BATT.run(samples[:1], device="gpu").device is not None


def test_nothing_to_do(gpu):
    assert BATT.pick("auto", []).unit is None


def test_a_device_that_there_is_not():
    with pytest.raises(InputError, match="no device 'tpu'"):
        BATT.run([], device="tpu")
