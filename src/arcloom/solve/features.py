"""Features: what is known of an output before anyone knows whether it is right.

They mean the same on tasks that nobody developed on. So a probability that is learnt from them on
some tasks holds on others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from typing import Final

from arcloom.search.bare_answer import BareAnswer
from arcloom.search.leave_one_out import learns
from arcloom.search.strategy import Found
from arcloom.solve.plausible import departures
from arcloom.solve.ranking import Ranked
from arcloom.tasks import Grid, Task

LEAST_BITS: Final = -30.0
MOST_BITS: Final = 30.0
"""Beyond these, fewer or more bits say nothing more."""
LEARNING: Final = frozenset({"fit", "rules", "views"})
CHAINING: Final = frozenset({"enumerate", "placed"})
"""Two ways to a program: rules that are learnt from the demos, and chains of ops."""
BRED: Final = frozenset({"evolve"})
"""It tries most programs of all, so what it alone has found fits by accident more often."""
MOST_COST: Final = 300.0
"""A program that misses demos and costs more is as bad as any."""
MOST_ANSWER_BITS: Final = 60.0
"""An output of so many bits is as unlikely as any."""
UNSEEN: Final = 2
"""Views that were not asked, and count as if they disagreed: 1 of 1 says less than 16 of 16."""


def features(task: Task, test: int, outputs: Sequence[Ranked], place: int) -> dict[str, float]:
    """The features of the output at this place of the ranking. The coefficients have these names.

    `outputs` are all outputs that fitting programs give for the test.
    """
    one = outputs[place]
    used = {found.strategy for found in one.supporters}
    return {
        "fits": 1.0,
        "left_out": max(map(left_out_share, one.supporters)),
        "bits": min(max(one.bits, LEAST_BITS), MOST_BITS) / 10,
        "programs": log2(len(one.supporters)),
        "outputs": log2(len(outputs)),
        "two_ways": float(bool(used & LEARNING and used & CHAINING)),
        "tree": float(_is_tree(one.best)),
        "plain": float(not all(learns(found.program) for found in one.supporters)),
        "bred": float(used == BRED),
        **output_features(task, test, one.output),
    }


def near_features(task: Task, test: int, near: Found, place: int) -> dict[str, float]:
    """The same for the output of a program that nearly fits, the nearest one's first."""
    output = near.outputs[test]
    assert output is not None
    return {
        "near": 1.0,
        "later_near": float(place > 0),
        "near_cost": min(near.cost, MOST_COST) / 100,
        **output_features(task, test, output),
    }


def output_features(task: Task, test: int, output: Grid) -> dict[str, float]:
    """What an output says for itself, whoever gives it."""
    is_input = output.same(task.tests[test].input)
    return {"same_as_input": float(is_input), **departures(task, test, output)}


def answer_features(answers: Sequence[BareAnswer]) -> Iterator[dict[str, float]]:
    """The features of each bare answer, of all answers of one origin to a test.

    `share` is the share of views that gave it, drawn towards 0 where only a few views were asked.
    `bits` is its own likelihood, `gap` how far it is behind the likeliest of the answers. A source
    without likelihoods has no bits and no gap.
    """
    least = min((one.bits for one in answers if one.bits is not None), default=0.0)
    for one in answers:
        bits, gap = (0.0, 0.0) if one.bits is None else (one.bits, one.bits - least)
        yield {
            "share": one.votes / (one.of + UNSEEN),
            "gap": min(gap, MOST_ANSWER_BITS) / 10,
            "bits": min(bits, MOST_ANSWER_BITS) / 10,
        }


def left_out_share(found: Found) -> float:
    """The share of left-out demos that a program gives; 0 if it was not tested so."""
    if found.left_out is None or not found.left_out[1]:
        return 0.0
    return found.left_out[0] / found.left_out[1]


def _is_tree(found: Found) -> bool:
    """Whether a program decides by a learnt tree: the kind of rule that fits nearly anything."""
    return any(node.payload == "learn_tree" for node in found.program.nodes)
