"""No program overflows the stack: what nests too deep has no value, and says so."""

import pytest

from arcloom.engine import Reason
from tests.engine.alone import alone
from tests.engine.support import run, solve

LINES = 200_000


def chained(line: str, last: str, first: str = "increment") -> str:
    return f"{line}|{last}|{first}"


CHAINS = {
    "compose": chained("compose({f}, increment)", "apply({f}, (1, 2))"),
    "compose, on the other side": chained("compose(increment, {f})", "apply({f}, (1, 2))"),
    "rbind": chained("rbind({f}, ONE)", "apply({f}, (1, 2))", "fork"),
    "lbind of an op that is chosen": chained(
        "lbind({f}, ONE)", "apply({f}, (1, 2))", "branch(equality(I, I), add, multiply)"
    ),
    "matcher": chained("matcher({f}, ONE)", "sfilter((1, 2), {f})"),
    "fork": chained("fork(add, {f}, identity)", "apply({f}, (1, 2))"),
    "power": chained("power({f}, TWO)", "apply({f}, (1, 2))"),
    "a call": chained("compose({f}, increment)", "{f}(ONE)"),
    "kept in a set": chained("compose({f}, increment)", "initset({f})"),
    "sets in sets": chained("initset({f})", "size({f})", "I"),
    "loops in loops": chained("lbind(apply, {f})", "apply({f}, initset(I))"),
    "filters of filters": chained("sfilter({f}, positive)", "{f}", "apply(size, asobject(I))"),
    "unions in a body": chained(
        "fork(combine, {f}, initset)", "mapply({f}, asindices(I))", "initset"
    ),
}

RUN = """
import sys
import arcloom as al
from arcloom.lang import ProgramBuilder
from tests.engine.support import mirror_task

line, last, first = sys.argv[1].split("|")
lines = [f"f0 = {first}"]
lines += [f"f{k + 1} = " + line.format(f=f"f{k}") for k in range(int(sys.argv[2]))]
body = "".join(f"    {text}\\n" for text in [*lines, "O = " + last.format(f=f"f{sys.argv[2]}")])
program = al.read_program(f"def solve(I):\\n{body}    return O\\n")
result = al.weave([program]).run(mirror_task().samples[:2], threads=2)
print(result.reasons.max())
"""


@pytest.mark.parametrize("name", CHAINS)
def test_a_long_chain_has_no_value(name: str):
    [reason] = alone(RUN, CHAINS[name], str(LINES))
    assert int(reason) in (0, Reason.FUEL, Reason.MEMORY, Reason.ARITY)


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("lines", [150, 900, 3000])
def test_a_chain_that_comes_near_the_limits_ends_too(name: str, lines: int):
    [reason] = alone(RUN, CHAINS[name], str(lines))
    assert int(reason) in (0, *Reason)


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
