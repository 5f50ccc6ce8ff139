"""Weaving takes a bounded number of steps, whatever the program; the others go on."""

import signal
import subprocess
import sys
import threading
import time

import pytest

import arcloom as al
from arcloom.engine import Reason
from tests.engine.alone import PATIENCE, alone
from tests.engine.support import mirror_task, rows, run, solve

HONEST = ("vmirror(I)", "apply(compose(rbind(add, TWO), size), objects(I, T, F, T))")


def doubled(first: str, lines: str, times: int, last: str) -> str:
    """f0 = first, f1 = lines of f0, ...: what is written out doubles with each line."""
    built = [f"f{k + 1} = {lines.format(f=f'f{k}', k=k)}" for k in range(times)]
    return "\n".join([f"f0 = {first}", *built, last.format(f=f"f{times}")])


def wide(functions: int, loops: int) -> str:
    """Many loops, over the same elements, with functions that bind many values each."""
    chain = [f"f{k + 1} = compose(f{k}, rbind(add, {k}))" for k in range(functions)]
    x = [f"x{k + 1} = apply(f{functions}, insert({k}, x{k}))" for k in range(loops)]
    lines = ["f0 = rbind(add, ONE)", *chain, "x0 = palette(I)", *x]
    return "\n".join([*lines, f"canvas(size(x{loops}), UNITY)"])


DOUBLED = {
    "compose": doubled("vmirror", "compose({f}, {f})", 60, "apply({f}, initset(I))"),
    "with values": doubled(
        "rbind(add, TWO)", "fork(add, {f}, compose({f}, rbind(add, {k})))", 60, "apply({f}, (1, 2))"
    ),
    "chain": doubled("increment", "chain({f}, {f}, {f})", 40, "apply({f}, (1, 2))"),
    "matcher": doubled("increment", "matcher({f}, {f})", 60, "sfilter((1, 2), {f})"),
    "power": doubled("increment", "power({f}, 8)", 40, "apply({f}, (1, 2))"),
    "power of many": doubled("increment", "power(compose({f}, {f}), 9)", 40, "apply({f}, (1, 2))"),
    "callables that are kept": doubled(
        "identity", "compose({f}, {f})", 60, "apply({f}, initset(lbind(add, ONE)))"
    ),
    "loops in loops": doubled(
        "increment", "fork(astuple, lbind(apply, {f}), lbind(apply, {f}))", 40, "apply({f}, (1, 2))"
    ),
    "loops that keep callables": "\n".join(
        [
            "g = initset(lbind(add, ONE))",
            doubled(
                "increment",
                "fork(combine, lbind(apply, {f}), compose(lbind(apply, {f}), initset))",
                40,
                "mapply({f}, repeat(repeat(g, TWO), TWO))",
            ),
        ]
    ),
}


@pytest.mark.parametrize("name", DOUBLED)
def test_callables_that_double_are_woven_soon(name: str):
    script = """
        import sys
        from tests.engine.support import run, solve
        print(run([solve(sys.argv[1])]).reasons.max())
    """
    [reason] = alone(script, DOUBLED[name])
    assert int(reason) in (0, *Reason)


def test_the_order_of_what_a_callable_binds_is_that_of_the_source():
    """The first of two failures is told, also where the callable holds its parts twice."""
    failing = "halve(first(F))", "first(interval(ZERO, ZERO, ONE))"
    for one, other, reason in ((*failing, "type"), (*failing[::-1], "empty")):
        program = solve(
            f"f = compose(rbind(add, {one}), rbind(add, {other}))\n"
            "g = fork(add, f, compose(f, f))\n"
            "apply(g, (1, 2))"
        )
        assert program([[1]]).reason == reason


def test_what_takes_too_long_to_weave_is_undefined_alone_and_in_company():
    large, honest = solve(wide(3000, 1500)), [solve(text) for text in HONEST]
    alone_ = run([large])
    assert set(alone_.reasons.flat) == {Reason.FUEL}
    together = run([honest[0], large, honest[1], large])
    assert rows(together, 1) == rows(together, 3) == rows(alone_)
    expected = run(honest)
    assert rows(together, 0) == rows(expected, 0)
    assert rows(together, 2) == rows(expected, 1)
    assert together.batt.node_count == expected.batt.node_count + 1


def test_it_says_why():
    value = solve(wide(3000, 1500))([[1, 2]])
    assert (value.reason, "weaving it takes over" in value.message) == ("fuel", True)


def test_large_programs_that_can_be_woven_are():
    few = solve(wide(30, 15))
    assert set(run([few]).reasons.flat) == {0}
    long = solve(
        "\n".join(["x0 = I"] + [f"x{k + 1} = vmirror(x{k})" for k in range(20_000)] + ["x20000"])
    )
    assert set(run([long]).reasons.flat) == {0}


def test_steps_of_a_program_that_is_too_large_to_show_are_bounded():
    lines = ["x0 = I"] + [f"x{k + 1} = vmirror(x{k})" for k in range(20_000)]
    steps = solve("\n".join([*lines, "x20000"])).steps([[1, 2]])
    assert steps[10].value.tolist() == [[1, 2]]
    assert "weaving it takes over" in steps[-1].value.message


def test_other_threads_go_on_while_it_is_woven():
    words, constants = solve(wide(3000, 1500)).encode()
    core = al.weave([solve("I")])._core
    ticks, done = [0], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    before = sys.getswitchinterval()
    thread = threading.Thread(target=tick)
    try:
        thread.start()
        sys.setswitchinterval(1000)  # nobody has to give way: a thread runs where another waits
        ticked = ticks[0]
        for _ in range(5):
            core.add(words, constants)
        ticked = ticks[0] - ticked
    finally:
        sys.setswitchinterval(before)
        done.set()
        thread.join()
    assert ticked > 5  # one that waited from before may come first


MANY = """
from tests.engine.support import solve
from tests.engine.test_weaving import doubled, wide
import arcloom as al

programs = [solve(wide(3000, 1500 + k)) for k in range(3)]
programs.append(solve(doubled("vmirror", "compose({f}, {f})", 60, "apply({f}, initset(I))")))
print("ready", flush=True)
try:
    for _ in range(10_000):
        al.weave(programs[::-1])
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_weaving():
    with subprocess.Popen(
        [sys.executable, "-c", MANY], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            answer = []
            reader = threading.Thread(target=lambda: answer.append(process.stdout.readline()))
            reader.start()
            reader.join(PATIENCE / 4)
            assert answer == ["interrupted\n"]
        finally:
            process.kill()


def test_a_long_chain_of_filters_is_woven_and_run():
    """Loops over loops are fused, up to a bound; what they give does not depend on it."""
    lines = ["x0 = interval(ZERO, TEN, ONE)", "y0 = apply(increment, combine(frozenset(), x0))"]
    lines += [f"y{k + 1} = sfilter(y{k}, lbind(greater, {k}))" for k in range(400)]
    assert solve("\n".join([*lines, "size(y400)"]))([[1]]) == 0
    lines[2:] = [f"y{k + 1} = sfilter(y{k}, rbind(greater, {-k}))" for k in range(400)]
    assert solve("\n".join([*lines, "size(y400)"]))([[1]]) == 10


def test_the_mirror_task_is_solved_beside_all_of_them():
    programs = [solve("vmirror(I)"), *(solve(text) for text in DOUBLED.values())]
    result = run(programs)
    demos = len(mirror_task().demos)
    assert result.matches[0, :demos].all()
