"""Programs that would run for hours end Undefined, soon and small; the others do not notice.

Soon: by the fuel that they are charged. Small: by the peak of a process that runs nothing else.
"""

import os
import subprocess
import sys

import pytest

import arcloom as al
from arcloom.engine import Limits, Reason
from tests.engine.support import mirror_task, rows, run, solve

CUT = (Reason.FUEL, Reason.MEMORY, Reason.RANGE, Reason.OVERFLOW)

DOUBLING = "fork({}, identity, identity)"


def nested(function: str, depth: int) -> str:
    """compose(f, f) of compose(f, f) of ...: two to the power of depth applications."""
    lines = [f"f0 = {function}"]
    lines += [f"f{k + 1} = compose(f{k}, f{k})" for k in range(depth)]
    return "\n".join([*lines, f"f{depth}(I)"])


def repeated(op: str, times: int) -> str:
    """x = op(x, x), so many times, written out."""
    lines = ["x0 = I"] + [f"x{k + 1} = {op}(x{k}, x{k})" for k in range(times)]
    return "\n".join([*lines, f"x{times}"])


ENDLESS = {
    "power of a number": "power(increment, 1000000000)(ONE)",
    "power of a mirror": "power(vmirror, 1000000000)(I)",
    "power of power": "power(power(power(vmirror, 100000), 100000), 100000)(I)",
    "power in a loop": "apply(power(increment, 1000000000), (1, 2, 3))",
    "power that is data": "rapply(initset(power(vmirror, 1000000000)), I)",
    "vconcat doubling": repeated("vconcat", 40),
    "hconcat doubling": repeated("hconcat", 40),
    "combine doubling": repeated("combine", 40),
    "astuple doubling, merged": f"power({DOUBLING.format('combine')}, 40)(I)",
    "power of vconcat": f"power({DOUBLING.format('vconcat')}, 40)(I)",
    "power of upscale": "power(rbind(upscale, TWO), 40)(I)",
    "upscale": "upscale(I, 1000000000)",
    "hupscale": "hupscale(I, 1000000000)",
    "vupscale": "vupscale(vupscale(I, 30000), 30000)",
    "upscale an object": "upscale(asobject(I), 1000000)",
    "products of products": "\n".join(
        ["x0 = product(asindices(I), (1, 2, 3, 4, 5))"]
        + [f"x{k + 1} = product(x{k}, x{k})" for k in range(4)]
        + ["size(x4)"]
    ),
    "filter over products": (
        "x1 = product(interval(ZERO, 3000, ONE), interval(ZERO, 3000, ONE))\n"
        "sfilter(x1, fork(equality, first, last))"
    ),
    "prapply of prapply": (
        "x1 = prapply(astuple, interval(ZERO, 1000, ONE), interval(ZERO, 1000, ONE))\n"
        "prapply(astuple, x1, x1)"
    ),
    "repeat": "repeat(I, 1000000000)",
    "repeat of repeat, merged": "merge(repeat(repeat(I, 100000), 100000))",
    "canvas": "canvas(ZERO, (1000000000, 1000000000))",
    "long canvas": "canvas(ZERO, (1000000000, 1))",
    "interval": "interval(ZERO, 1000000000, ONE)",
    "interval down": "interval(1000000000, ZERO, NEG_ONE)",
    "compose doubling": nested("vmirror", 40),
    "compose doubling of growth": nested(DOUBLING.format("combine"), 40),
    "loop of loops": (
        "x1 = interval(ZERO, 10000, ONE)\n"
        "apply(compose(lbind(sfilter, x1), lbind(lbind, greater)), x1)"
    ),
    "far apart": "backdrop(frozenset({(0, 0), (100000000, 100000000)}))",
    "a long line": "connect(ORIGIN, (500000000, 0))",
    "a large box": "box(frozenset({(0, 0), (100000000, 100000000)}))",
}


# Growth of the peak while all of them run, one after the other.
MEASURE = """
from arcloom.solve.figures import peak_memory as peak
from tests.engine.test_limits import ENDLESS, run, solve

run([solve("vmirror(I)")], threads=1)
before = peak()
for text in ENDLESS.values():
    run([solve(text)], threads=1)
print(peak() - before)
"""


@pytest.mark.parametrize("name", ENDLESS)
def test_it_ends_soon(name: str):
    limits = Limits()
    result = run([solve(ENDLESS[name])], threads=1)
    assert result.reasons[0, 0] in CUT
    assert result.fuel[0, 0] <= limits.program_fuel + limits.node_fuel


@pytest.mark.skipif("ARCLOOM_SANITIZED" in os.environ, reason="a sanitizer keeps memory of its own")
def test_they_stay_small():
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 100 << 20


def test_the_others_do_not_notice():
    honest = [solve("vmirror(I)"), solve("merge(objects(I, T, F, T))"), solve("rot90(I)")]
    alone = run(honest)
    together = run([honest[0], *map(solve, ENDLESS.values()), *honest[1:]])
    assert rows(together, 0) == rows(alone, 0)
    assert rows(together, -2) == rows(alone, 1)
    assert rows(together, -1) == rows(alone, 2)
    assert set(together.reasons[1:-2].flat) <= set(CUT)


def test_many_applications_that_fit_are_done():
    value = solve("power(increment, 10000)(ZERO)")([[1]])
    assert value == 10_000
    twice = solve(nested("vmirror", 12))([[1, 2]])
    assert twice.tolist() == [[1, 2]]


def test_fuel_of_a_node_and_of_a_program():
    program = solve("x1 = asindices(I)\nx2 = asobject(I)\nastuple(x1, x2)")
    [fuel] = {int(f) for f in al.weave([program]).run(mirror_task().samples[:1]).fuel.flat}
    enough = Limits(program_fuel=fuel)
    short = Limits(program_fuel=fuel - 1)
    tiny = Limits(node_fuel=1)
    reasons = [run([program], limits).reasons[0, 0] for limits in (enough, short, tiny)]
    assert reasons == [0, Reason.FUEL, Reason.FUEL]


def test_what_a_cut_program_is_charged_is_bounded():
    limits = Limits(node_fuel=10_000, program_fuel=50_000)
    result = run([solve(text) for text in ENDLESS.values()], limits)
    assert (result.fuel <= limits.program_fuel + limits.node_fuel + 1).all()


@pytest.mark.parametrize("name", ["upscale", "hupscale", "upscale an object"])
def test_an_op_that_refuses_at_once_is_charged_what_it_did(name: str):
    limits = Limits()
    result = run([solve(ENDLESS[name])], limits)
    assert (result.reasons == Reason.FUEL).all()
    assert result.fuel.max() < limits.node_fuel // 100


def test_the_work_of_a_run_counts_a_shared_node_once():
    learnt = "rule = learn_tree(S, 0)\n{}(apply_rule(rule, I))"
    alone = run([solve(learnt.format("identity"), "S, I")])
    turns = ("identity", "rot90", "rot180", "hmirror")
    together = run([solve(learnt.format(turn), "S, I") for turn in turns])
    assert alone.fuel.sum() > 4 * alone.work  # each sample has the price of the rule
    assert together.fuel.sum() > 3.9 * alone.fuel.sum()
    assert alone.work < together.work < 1.1 * alone.work


def test_the_work_of_a_run_does_not_depend_on_threads():
    programs = [solve("learn_tree(S, 0)", "S, I"), solve("asindices(canvas(0, (9, 9)))")]
    tasks = [mirror_task(f"mirror {k}") for k in range(8)]
    [work] = {al.weave(programs).run(tasks, threads=threads).work for threads in (1, 2, 5)}
    assert work > 0
