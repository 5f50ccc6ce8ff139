"""A program gives the same in any batt, also where memory is short and where others were first."""

import pytest

import arcloom as al
from arcloom.engine import Limits, Reason
from tests.engine.support import rows, run, solve

LARGE = tuple(tuple((i * j) % 10 for j in range(30)) for i in range(30))
SMALL = ((7,) * 9,) * 9

# Each sum makes many grids, and gives their memory back; with another's grid it is too much.
SUMS = solve(
    """x1 = rbind(compose, lbind(astuple, 30))
    x2 = compose(x1, lbind(lbind, canvas))
    x3 = chain(size, rbind(apply, interval(ONE, 30, ONE)), x2)
    apply(compose(x3, lbind(add, height(I))), interval(ZERO, TEN, ONE))"""
)
HOLDER = solve("upscale(canvas(width(I), (10, 10)), TEN)")


def task(name: str, grid: tuple[tuple[int, ...], ...]) -> al.Task:
    return al.Task(name, demos=[(grid, grid)], tests=[((1,),)])


@pytest.mark.parametrize("memory", [10_000, 15_000, 20_000, 30_000])
def test_what_others_hold_is_not_counted(memory: int):
    limits = Limits(memory=memory)
    for order in ([SUMS, HOLDER], [HOLDER, SUMS]):
        together = run(order, limits)
        for place, program in enumerate(order):
            assert rows(together, place) == rows(run([program], limits))


def test_a_task_after_one_that_did_not_fit():
    # A callable is made once a batt, and must be there after a task whose own values did not fit.
    chosen = "x1 = branch(equality(ONE, ONE), compose(hmirror, vmirror), hmirror)\n"
    programs = [
        solve(chosen + "x1(first(first(S)))", "S, I"),
        solve(chosen + "x1(upscale(first(first(S)), EIGHT))", "S, I"),
    ]
    samples = [task("large", LARGE).tests[0], task("small", SMALL).tests[0]]
    limits = Limits(memory=20_000)
    together = al.weave(programs, limits).run(samples, threads=1)
    assert together.reasons.tolist() == [[0, 0], [Reason.MEMORY, 0]]
    for number, program in enumerate(programs):
        for column, sample in enumerate(samples):
            alone = al.weave([program], limits).run([sample])
            assert together.hashes[number, column] == alone.hashes[0, 0]


def test_fuel_does_not_tell_what_others_asked_of_a_grid():
    most, objects = solve("mostcolor(I)"), solve("objects(I, T, F, T)")
    assert rows(run([most, objects]), 1) == rows(run([objects]))


def test_a_body_is_run_in_the_same_order_in_any_company():
    # Both sides of the fork fail, each for its reason; numbers of shared nodes must not decide.
    body = solve(
        "apply(fork(astuple, compose(first, lbind(sfilter, ())), compose(size, size)), (1, 2))"
    )
    other = solve("apply(compose(size, size), (1, 2))")
    third = solve("apply(size, (1, 2))")
    alone = rows(run([body]))
    assert rows(run([other, body]), 1) == alone
    assert rows(run([third, body]), 1) == alone


def test_a_program_cut_by_its_fuel_is_charged_the_same():
    cut = solve("astuple(asobject(I), astuple(asindices(I), objects(I, T, F, T)))")
    limits = Limits(program_fuel=60)
    alone = run([cut], limits)
    assert (alone.reasons == Reason.FUEL).any()
    assert rows(run([solve("objects(I, T, F, T)"), cut], limits), 1) == rows(alone)
