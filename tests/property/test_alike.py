"""A turned or recoloured task gets the turned or recoloured answers.

Promised by the kinds below, for the eight turns and for any exchange of colours that leaves black
alone. Rules about cells, objects and summaries break ties by the order in which they see facts and
places, so they may answer otherwise where several rules fit. Black is a background to most rules,
so nothing is promised where it changes.
"""

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import arcloom as al
from arcloom.search.learn.candidates import FIT_LIMITS
from bench.concepts import CONCEPTS, made
from tests.property.test_lowering import EXAMPLES

KINDS = ("colours", "sizes", "repair", "panels", "pick", "drawing")
PROGRAMS = [
    al.read_program(f"def solve(S, I): return apply_rule(learn_{kind}(S, 0), I)") for kind in KINDS
]


def changed(grid, turns: int, mirrored: bool, colours: list[int]) -> al.Grid:
    """Colours first, then a mirror, then quarter turns."""
    cells = np.array([0, *colours], np.uint8)[np.array(grid, np.uint8)]
    cells = cells[:, ::-1] if mirrored else cells
    return al.Grid(np.ascontiguousarray(np.rot90(cells, turns)))


def answers(task: al.Task) -> list[list[object]]:
    """For each kind and test the answer of the simplest rule that fits."""
    batt = al.weave(PROGRAMS, FIT_LIMITS)
    by_test = [batt.values(range(len(PROGRAMS)), test) for test in task.tests]
    return [list(values) for values in zip(*by_test, strict=True)]


@settings(
    max_examples=int(EXAMPLES or 80),
    derandomize=EXAMPLES is None,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    name=st.sampled_from(sorted(CONCEPTS)),
    seed=st.integers(0, 1000),
    turns=st.integers(0, 3),
    mirrored=st.booleans(),
    colours=st.permutations(range(1, 10)),
)
def test_a_changed_task_gets_the_changed_answers(name, seed, turns, mirrored, colours):
    content = made(name, seed)
    tests = [pair["input"] for pair in content["test"]]
    demos = [(pair["input"], pair["output"]) for pair in content["train"]]

    def task(change) -> al.Task:
        pairs = [(change(a), change(b)) for a, b in demos]
        return al.Task(name, demos=pairs, tests=[change(grid) for grid in tests])

    def change(grid) -> al.Grid:
        return changed(grid, turns, mirrored, colours)

    plain, turned = answers(task(al.Grid)), answers(task(change))
    for kind, before, after in zip(KINDS, plain, turned, strict=True):
        for one, other in zip(before, after, strict=True):
            assert isinstance(one, al.Grid) == isinstance(other, al.Grid), kind
            if isinstance(one, al.Grid):
                assert change(one.tolist()).same(other), kind
