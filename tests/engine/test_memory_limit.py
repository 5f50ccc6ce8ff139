"""A tiny memory: who asks for too much has no answer, alone and in any company."""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine import Limits, Reason
from tests.engine.support import FIELDS, assert_equal, mirror_task, rows, run, solve

RANGES = "apply(lbind(rbind(interval, ONE), ZERO), interval(ZERO, {}, ONE))"
HUNGRY = solve(RANGES.format(500))
HUNGRY_FOR_THE_GRID = solve(RANGES.format("add(width(I), 500)"))
HUNGRY_FOR_THE_TASK = solve(RANGES.format("add(size(S), 500)"), "S, I")
FRUGAL = [
    solve("vmirror(I)"),
    solve("mir_rot(I, a_mr(S))", "S, I"),
    solve("fill(I, THREE, mapply(neighbors, asindices(I)))"),
    solve("interval(ZERO, 100, ONE)"),
    solve("objects(I, T, F, T)"),
]
ALL = [HUNGRY, *FRUGAL[:3], HUNGRY_FOR_THE_GRID, *FRUGAL[3:], HUNGRY_FOR_THE_TASK]
TINY = Limits(memory=256 * 1024)


def test_there_is_enough_by_default():
    assert (run(ALL).reasons == 0).all()


@pytest.mark.parametrize("hungry", [HUNGRY, HUNGRY_FOR_THE_GRID, HUNGRY_FOR_THE_TASK])
def test_only_the_hungry_has_no_answer(hungry: al.Program):
    result = run([*FRUGAL, hungry], TINY)
    assert (result.reasons[-1] == Reason.MEMORY).all()
    assert (result.reasons[:-1] == 0).all()
    assert result.matches[0].tolist() == result.matches[1].tolist() == [True] * 4 + [False]


@pytest.mark.parametrize("kilobytes", [16, 64, 256, 512, 2048])
def test_the_same_alone_and_in_company(kilobytes: int):
    limits = Limits(memory=kilobytes * 1024)
    together = run(ALL, limits)
    for number, program in enumerate(ALL):
        assert rows(together, number) == rows(run([program], limits))


def test_many_that_fit_one_by_one_all_have_their_answer():
    """Each takes a good part of the memory; together they would take much more than it."""
    programs = [solve(f"size({RANGES.format(length)})") for length in range(140, 160)]
    result = run(programs, TINY)
    assert (result.reasons == 0).all()
    assert [result.value(number, 0) for number in range(3)] == [140, 141, 142]


def test_any_number_of_threads_and_repeated():
    batt = al.weave(ALL, TINY)
    samples = [sample for name in "abcdef" for sample in mirror_task(name).samples]
    first = batt.run(samples, threads=1)
    for threads in (1, 2, 4):
        assert_equal(first, batt.run(samples, threads=threads))


def test_what_is_cut_on_one_sample_is_not_on_the_next():
    program = solve("x1 = product(asindices(I), asindices(I))\nsize(product(x1, initset(ONE)))")
    large, small = [[1] * 12] * 12, [[1, 2]]
    task = al.Task("sizes", demos=[], tests=[small, large, small, large])
    result = al.weave([program, FRUGAL[0]], TINY).run(task.samples, threads=1)
    assert (result.reasons[0] != 0).tolist() == [False, True, False, True]
    assert (result.reasons[1] == 0).all()
    for field in FIELDS:
        columns = getattr(result, field)
        np.testing.assert_array_equal(columns[:, :2], columns[:, 2:])
