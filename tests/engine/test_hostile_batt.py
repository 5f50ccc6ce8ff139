"""A device that is asked for too much leaves the pair to the CPU and keeps to its own room.

Under `make test-asan` every access is checked as well.
"""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine.gpu.batt import BAILED
from arcloom.engine.limits import Limits
from tests.engine import hostile_programs as hostile
from tests.engine.played_batt import PlayedBatt
from tests.engine.support import begun


@pytest.fixture(scope="module")
def samples():
    every = al.load("arc1-train").samples()
    return [s for s in every if max(s.input.shape) <= 12][::400][:2]


def _played(programs, samples, limits=None):
    """What the CPU says, what a played device says, and its work; programs x samples."""
    batt = al.weave(programs, limits or Limits())
    cpu = batt.run(samples)
    on_device, (run, _) = batt.on_device(), begun(batt, len(samples))
    assert not on_device.refusals
    started = on_device.start(on_device.prepare(PlayedBatt(), run, np.arange(len(samples))))
    _, reasons, hashes = started.finish()
    order = np.argsort(on_device.programs)
    return cpu, (reasons[order], hashes[order]), started.works()[order]


def _check_agree(cpu, device):
    reasons, hashes = device
    ran = reasons != BAILED
    assert np.array_equal(cpu.reasons[ran], reasons[ran])
    assert np.array_equal(cpu.hashes[ran], hashes[ran])


@pytest.mark.parametrize("group", ["TOO_LARGE", "UNSEEN", "TOO_LONG_TO_LOOK_AT", "TOO_LONG"])
def test_what_a_device_says_is_what_the_cpu_says(samples, group):
    cpu, device, _ = _played(hostile.hostile(getattr(hostile, group)), samples)
    _check_agree(cpu, device)


@pytest.mark.parametrize("group", ["TOO_LONG_TO_LOOK_AT", "TOO_LONG"])
def test_what_takes_a_device_too_long_or_too_much_room_is_the_cpus(samples, group):
    _, (reasons, _), _ = _played(hostile.hostile(getattr(hostile, group)), samples)
    assert (reasons == BAILED).all()


def test_places_that_a_device_does_not_see_are_not_taken_for_none(samples):
    """A line outside of every grid may be of the least colour all the same."""
    text = (
        "paint(canvas(FIVE, shape(I)), first(insert(recolor(ZERO, hidden), objects(I, T, F, T))))"
    )
    cpu, device, _ = _played(hostile.hostile(text), samples)
    assert (cpu.reasons == 0).all()
    _check_agree(cpu, device)


def test_looking_through_lists_counts_as_work(samples):
    """So that whatever fuel ends on the CPU does not end well on a device."""
    texts = """
    canvas(increment(size(difference(d, d))), UNITY)
    canvas(mostcommon(repeat(THREE, 3000)), UNITY)
    canvas(ONE, astuple(ONE, increment(size(difference(totuple(palette(I)), d)))))
    branch(contained(NEG_ONE, d), I, rot90(I))
    canvas(maximum(repeat(THREE, 3000)), UNITY)
    """
    programs = hostile.hostile("\n".join(map(str.strip, texts.splitlines())))
    cpu, (reasons, _), works = _played(programs, samples)
    ran = reasons != BAILED
    assert ran.any()
    assert (works[ran] >= cpu.fuel[ran]).all()


def test_limits_beyond_32_bits_are_limits(samples):
    """Not what is left of them in 32 bits, which may be nothing, or below it."""
    program = al.read_program("def solve(I): return rot90(I)")
    for fuel in (2**31, 2**32, 2**40):
        cpu, device, _ = _played([program], samples, Limits(fuel, fuel))
        assert (device[0] == 0).all()
        _check_agree(cpu, device)


def test_functions_that_double_are_the_cpus():
    """Each calls the one before twice: 2**18 calls of nothing that takes a register."""
    lines = ["f0 = identity", *(f"f{k + 1} = compose(f{k}, f{k})" for k in range(18))]
    lines += ["chosen = branch(portrait(I), f18, identity)", "return chosen(I)"]
    body = "".join(f"    {line}\n" for line in lines)
    batt = al.weave([al.read_program(f"def solve(I):\n{body}")])
    assert list(batt.on_device().refusals.values()) == ["too many calls of functions"]
