"""A run whose enumeration is looked ahead for by devices has the answers of one without."""

from math import inf

import pytest

from arcloom.search.enumerate.calibrate import DevicePlan, Pace, Paces
from arcloom.search.enumerate.on_gpus import GpuEnumerator
from arcloom.search.enumerate.strategy import EnumerateAhead
from arcloom.search.strategy import Effort
from arcloom.solve.config import SolveConfig
from arcloom.solve.run import SolveRun
from tests.search.played import Lent
from tests.search.small import small_tasks

CONFIG = SolveConfig.of(fuel=30_000_000, threads=2, device="cpu", strategies="enumerate,rules")


def _answers(plan=None):
    run = SolveRun(small_tasks(), CONFIG if plan is None else CONFIG.with_plan(plan))
    answers = run.run()
    programs = {
        state.task.id: [(f.program.hash, f.cost) for f in state.evidence.fits]
        for state in run.states
    }
    return programs, {s.task.id: s.fuel for s in run.states}, answers.figures


@pytest.fixture(scope="module")
def plain():
    return _answers()


def test_the_same_programs_for_the_same_fuel(plain):
    lent = Lent()
    programs, fuel, figures = _answers(DevicePlan("gpu", "fast", (lent,)))
    assert (programs, fuel) == plain[:2]
    assert any(programs.values())
    assert lent.entries
    assert (figures.device, figures.device_why, figures.failures) == ("gpu", "fast", [])


def test_a_device_that_is_lost_changes_no_answer_and_is_told_of(plain):
    lent = Lent(problem=RuntimeError("lost"))
    programs, fuel, figures = _answers(DevicePlan("gpu", "", (lent,)))
    assert (programs, fuel) == plain[:2]
    (failure,) = figures.failures
    assert failure["strategy"] == "device"
    assert "lost" in failure["problem"]


def test_rounds_with_little_work_are_the_cpus(plain):
    lent = Lent()
    assert _answers(DevicePlan("gpu", "", (lent,), least=1e12))[:2] == plain[:2]
    assert not lent.entries


def test_cores_search_until_the_devices_are_ready():
    lent = Lent()
    late = iter([inf, 1.0])
    strategy = EnumerateAhead(GpuEnumerator([lent], print), lambda: next(late))
    (task, *_) = small_tasks().values()
    turn = (task, Effort(0, 30_000_000, 1 << 30, 0, lambda: False))
    found = []
    for entered in (False, True):
        strategy.look_ahead([turn])
        assert bool(lent.entries) == entered
        found.append([(one.program.hash, one.cost) for one in strategy.search(*turn).found])
    assert found[0] == found[1]
    assert found[0]


def test_where_the_lines_cross():
    core = Pace("core", 0.0, 1e6)
    paces = Paces(core, (Pace("gpu", 0.5, 100e6),))
    least = paces.crossover(threads=2)
    assert least / 2e6 == pytest.approx(0.5 + least / 100e6)
    assert paces.crossover(threads=1) < least
    assert Paces(core, (Pace("slow", 0.5, 1e6),)).crossover(threads=2) == float("inf")
