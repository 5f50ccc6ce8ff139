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

KINDS = ("colours", "sizes", "repair", "panels", "pick")
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


def task_of(name: str, seed: int, change=al.Grid) -> al.Task:
    """A concept's task, each of its grids changed."""
    content = made(name, seed)
    pairs = [(change(pair["input"]), change(pair["output"])) for pair in content["train"]]
    return al.Task(name, demos=pairs, tests=[change(pair["input"]) for pair in content["test"]])


ANSWERED = {
    "colours": "denoise",
    "sizes": "magnify",
    "repair": "repair_tiling",
    "panels": "panels_together",
    "pick": "crop_largest",
}


def test_each_kind_answers_some_concept():
    assert set(ANSWERED) == set(KINDS)
    for number, kind in enumerate(KINDS):
        tried = [answers(task_of(ANSWERED[kind], seed))[number][0] for seed in range(4)]
        assert any(isinstance(one, al.Grid) for one in tried), kind


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
    def change(grid) -> al.Grid:
        return changed(grid, turns, mirrored, colours)

    plain, turned = answers(task_of(name, seed)), answers(task_of(name, seed, change))
    for kind, before, after in zip(KINDS, plain, turned, strict=True):
        for one, other in zip(before, after, strict=True):
            assert isinstance(one, al.Grid) == isinstance(other, al.Grid), kind
            if isinstance(one, al.Grid):
                assert change(one.tolist()).same(other), kind
