"""Features: what is known of an output before anyone knows whether it is right.

They mean the same on tasks that nobody developed on. So a probability that is learnt from them on
some tasks holds on others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final

from arcloom.search.bare_answer import BareAnswer
from arcloom.search.leave_one_out import learns
from arcloom.search.strategy import Found
from arcloom.solve.ranking import WEIGHTS, Ranked, Weights, bits_of, own_bits
from arcloom.tasks import Task

LEAST_BITS: Final = -10.0
MOST_BITS: Final = 20.0
"""Beyond these, a simpler or longer program says nothing more."""
MOST_LEAD: Final = 30.0
"""A lead over the next output, in bits, that says all that a lead can say."""
MOST_ANSWER_BITS: Final = 60.0
"""An output of so many bits is as unlikely as any."""
UNSEEN: Final = 2
"""Views that were not asked, and count as if they disagreed: 1 of 1 says less than 16 of 16."""


def features(
    task: Task,
    test: int,
    outputs: Sequence[Ranked],
    place: int,
    weights: Weights = WEIGHTS,
) -> dict[str, float]:
    """The features of the output at this place of the ranking. The coefficients have these names.

    `outputs` are all outputs that fitting programs give for the test, best first.
    """
    one = outputs[place]
    best = min(one.supporters, key=lambda found: bits_of(found, weights))
    bits = min(max(own_bits(best, weights), LEAST_BITS), MOST_BITS)
    last = place + 1 == len(outputs)
    lead = 0.0 if last else min(outputs[place + 1].bits - one.bits, MOST_LEAD)
    return {
        "left_out": max(map(left_out_share, one.supporters)),
        "learns_nothing": float(any(not learns(found.program) for found in one.supporters)),
        "bits": bits / 10,
        "programs": log2(len(one.supporters)),
        "last": float(last),
        "lead": lead / 10,
        "larger_test": float(_is_larger(task, test)),
        "same_as_input": float(one.output.same(task.tests[test].input)),
        "tree": float(_is_tree(best)),
    }


def answer_features(one: BareAnswer, answers: Sequence[BareAnswer]) -> dict[str, float]:
    """The features of a bare answer, among all answers of its origin to the test.

    `share` is the share of views that gave it, drawn towards 0 where only a few views were asked.
    `bits` is its own likelihood, `gap` how far it is behind the likeliest of the answers. A source
    without likelihoods has no bits and no gap.
    """
    bits = 0.0 if one.bits is None else one.bits
    least = min((other.bits for other in answers if other.bits is not None), default=0.0)
    gap = 0.0 if one.bits is None else one.bits - least
    return {
        "share": one.votes / (one.of + UNSEEN),
        "gap": min(gap, MOST_ANSWER_BITS) / 10,
        "bits": min(bits, MOST_ANSWER_BITS) / 10,
    }


def left_out_share(found: Found) -> float:
    """The share of left-out demos that a program gives; 0 if it was not tested so."""
    if found.left_out is None or not found.left_out[1]:
        return 0.0
    return found.left_out[0] / found.left_out[1]


def _is_larger(task: Task, test: int) -> bool:
    """Whether the test input has more cells than the input of any demo."""
    return task.tests[test].input.size > max((a.size for a, _ in task.pairs), default=0)


def _is_tree(found: Found) -> bool:
    """Whether a program decides by a learnt tree: the kind of rule that fits nearly anything."""
    return any(node.payload == "learn_tree" for node in found.program.nodes)
