"""No program overflows the stack: what nests too deep has no value, and says so."""

import pytest

from arcloom.engine import Reason
from arcloom.lang import Program, ProgramBuilder
from tests.engine.alone import alone
from tests.engine.support import run, solve

# How a chain begins, goes on and ends. `b` is a builder of programs, `f` what there is so far.
CHAINS = {
    "compose": ("increment", lambda b, f: b.call("compose", f, one(b)), "apply"),
    "compose, on the other side": ("increment", lambda b, f: b.call("compose", one(b), f), "apply"),
    "rbind": ("fork", lambda b, f: b.call("rbind", f, b.const(1)), "apply"),
    "lbind": ("fork", lambda b, f: b.call("lbind", f, b.const(1)), "apply"),
    "matcher": ("increment", lambda b, f: b.call("matcher", f, b.const(1)), "sfilter"),
    "fork": ("increment", lambda b, f: b.call("fork", b.opref("add"), f, one(b)), "apply"),
    "power": ("increment", lambda b, f: b.call("power", f, b.const(2)), "apply"),
    "a call": ("increment", lambda b, f: b.call("compose", f, one(b)), "call"),
    "kept in a set": ("increment", lambda b, f: b.call("compose", f, one(b)), "initset"),
    "sets in sets": ("I", lambda b, f: b.call("initset", f), "size"),
    "tuples in tuples": ("I", lambda b, f: b.call("repeat", f, b.const(2)), "size"),
    "loops in loops": ("increment", lambda b, f: b.call("lbind", b.opref("apply"), f), "deep"),
    "filters": ("numbers", lambda b, f: b.call("sfilter", f, b.opref("positive")), "size"),
    "unions in a body": (
        "initset",
        lambda b, f: b.call("fork", b.opref("combine"), f, b.opref("initset")),
        "mapply",
    ),
}


def one(builder: ProgramBuilder) -> int:
    return builder.opref("increment")


def chain(name: str, length: int) -> Program:
    """The program of a chain."""
    first, step, last = CHAINS[name]
    b = ProgramBuilder()
    numbers, grid = b.const((1, 2)), b.input("I")
    f = grid if first == "I" else numbers if first == "numbers" else b.opref(first)
    for _ in range(length):
        f = step(b, f)
    if last == "call":
        return b.build(b.apply(f, b.const(1)))
    if last in ("apply", "mapply"):
        return b.build(b.call(last, f, numbers))
    if last == "sfilter":
        return b.build(b.call(last, numbers, f))
    if last == "deep":
        deep = numbers
        for _ in range(min(length, 390)):
            deep = b.call("initset", deep)
        return b.build(b.call("apply", f, deep))
    return b.build(b.call(last, f))


RUN = """
import sys
import arcloom as al
from tests.engine.support import mirror_task
from tests.engine.test_depth import chain

for length in map(int, sys.argv[2:]):
    batt = al.weave([chain(sys.argv[1], length)])
    print(batt.run(mirror_task().samples[:2], threads=2).reasons.max())
"""
ENDS = (0, Reason.FUEL, Reason.MEMORY, Reason.ARITY, Reason.TYPE)


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_ends(name: str):
    """Short, near the limits, and far beyond."""
    lengths = "150", "390", "900", "2000", "20000"
    reasons = alone(RUN, name, *lengths)
    assert [int(reason) in ENDS for reason in reasons] == [True] * len(lengths)


@pytest.mark.parametrize("name", ["compose", "rbind", "sets in sets", "loops in loops"])
def test_a_chain_of_200_000_ends(name: str):
    [reason] = alone(RUN, name, "200000")
    assert int(reason) in ENDS


def test_deep_values_are_compared_within_the_stack():
    """The body of one loop nests two sets deeply, then has to put them in order."""
    deep = "\n".join(["f0 = initset"] + [f"f{k + 1} = compose(initset, f{k})" for k in range(900)])
    program = (
        f"{deep}\nmapply(fork(insert, f900, compose(initset, compose(f900, increment))), (1, 2))"
    )
    assert set(run([solve(program)]).reasons.flat) == {Reason.FUEL}


def test_functions_nested_by_hand_are_refused():
    script = """
        from arcloom.dsl import compose, identity, increment
        from arcloom.engine.functions import BuiltFunction
        f = compose(identity, increment)
        for _ in range(200_000):
            f = BuiltFunction(f.builder, (f, increment), 1, 1)
        try:
            f(1)
        except TypeError as error:
            print(error)
        while f.args and isinstance(f.args[0], BuiltFunction):  # one by one: Python recurses
            f = f.args[0]
    """
    [error] = alone(script)
    assert "nested over 400 deep" in error
