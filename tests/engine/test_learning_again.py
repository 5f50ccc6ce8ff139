"""What was learnt before is not learnt again: the same rule, fuel and limits as the first time."""

import subprocess
import sys
from functools import partial
from random import Random

import numpy as np
import pytest

import arcloom as al
from arcloom.engine.undefined import Reason

PROGRAM = al.read_program("def solve(S, I): return apply_rule(learn_scene(S, 0), I)")


@pytest.fixture
def task(request: pytest.FixtureRequest) -> al.Task:
    """A task that nobody has seen before in this process: every cell that is not black turns."""
    random = Random(request.node.name)

    def pair() -> tuple[list[list[int]], list[list[int]]]:
        given = [[random.choice((0, 0, 0, 3)) for _ in range(9)] for _ in range(9)]
        return given, [[4 if cell else 0 for cell in row] for row in given]

    return al.Task("made", [pair() for _ in range(3)], [pair()[0]])


def run(task: al.Task, node_fuel: int) -> al.RunResult:
    return al.weave([PROGRAM], al.Limits(node_fuel=node_fuel)).run(task, threads=1)


def test_the_same_rule_for_the_same_fuel(task: al.Task):
    first, again = run(task, 10**9), run(task, 10**9)
    assert first.matches[0, :3].all()
    assert np.array_equal(first.fuel, again.fuel)
    assert first.work == again.work
    assert np.array_equal(first.hashes, again.hashes)


def test_too_little_fuel_ends_what_is_known_where_it_ended_before(task: al.Task):
    little = 200_000
    before = run(task, little)
    assert (before.reasons == Reason.FUEL).all()
    assert run(task, 10**9).matches[0, :3].all()
    after = run(task, little)
    assert np.array_equal(before.reasons, after.reasons)
    assert np.array_equal(before.fuel, after.fuel)
    assert before.work == after.work


FUEL_OF_RULES = """
import sys
from random import Random
import arcloom as al

random = Random(7)
def grid(): return [[random.choice((0, 0, 3)) for _ in range(6)] for _ in range(6)]
pairs = [(grid(), grid()) for _ in range(3)]
task = al.Task("made", pairs, [pairs[0][0]])
for n in map(int, sys.argv[1:]):
    source = f"def solve(S, I): return apply_rule(learn_pick(S, {n}), I)"
    result = al.weave([al.read_program(source)]).run(task, threads=1)
    print(n, result.fuel.tolist(), result.reasons.tolist(), result.work)
"""


def printed(script: str, *arguments: str) -> list[str]:
    """The lines that a script prints in a process of its own, which has learnt nothing before."""
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_that_there_is_no_rule_is_known_of_later_ones_too():
    told = partial(printed, FUEL_OF_RULES)

    assert told("0", "2", "1")[1:] == [*told("2"), *told("1")]


MADE_TASK = """
import sys
from random import Random
import arcloom as al

random = Random(7)
def pair():
    given = [[random.choice((0, 0, 0, 3, 5)) for _ in range(9)] for _ in range(9)]
    return given, [[{3: 4, 5: 6}.get(c, random.choice((0, 0, 7))) for c in row] for row in given]
pairs = [pair() for _ in range(3)]
task = al.Task("made", pairs, [pairs[0][0]])
"""
FUEL_OF_STEPS = (
    MADE_TASK
    + """
for n in map(int, sys.argv[2:]):
    source = f"def solve(S, I): return apply_rule(learn_{sys.argv[1]}(S, {n}), I)"
    result = al.weave([al.read_program(source)]).run(task, threads=1)
    print(n, result.fuel.tolist(), result.reasons.tolist(), result.hashes.tolist(), result.work)
"""
)


@pytest.mark.parametrize("op", ["part", "draft", "frame"])
def test_explanations_that_one_search_finds_cost_the_same_in_any_order(op: str):
    told = partial(printed, FUEL_OF_STEPS, op)

    assert sorted(told("0", "1", "2")) == sorted([*told("1", "0"), *told("2")])


FUEL_OF_FAMILIES = (
    MADE_TASK
    + """
for op in sys.argv[2:]:
    source = f"def solve(S, I): return apply_rule(learn_{op}(S, 0), I)"
    batt = al.weave([al.read_program(source)], al.Limits(node_fuel=int(sys.argv[1])))
    result = batt.run(task, threads=1)
    print(op, result.fuel.tolist(), result.reasons.tolist(), result.hashes.tolist(), result.work)
"""
)


@pytest.mark.parametrize("node_fuel", ["1000000000", "1000000", "100000"])
def test_what_is_known_of_a_picture_from_another_family_saves_no_fuel(node_fuel: str):
    told = partial(printed, FUEL_OF_FAMILIES, node_fuel)

    ops = ("pick", "scene", "summary", "part", "tree", "draft")
    alone = [line for op in ops for line in told(op)]
    assert len(alone) == len(ops)
    assert told(*ops) == alone
    assert told(*reversed(ops)) == alone[::-1]
