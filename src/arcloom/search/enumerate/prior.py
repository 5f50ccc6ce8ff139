"""Prior: what a step of a chain costs, in tenths of a bit, given the step before it.

The prior is counted on chains that solved training tasks: how often each step began a chain, and
how often it followed each other step. `prior.json` has the counts, which `learn` makes. A step is
identified by its op and its mode. Colours do not count: all are equally likely.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom.engine.enumeration import LEAST_STEP_COST
from arcloom.search.enumerate.actions import PriorStep

Counts = dict[str, dict[str, int]]
"""For each step (by its key; START for none), how often each step came after it."""

START: Final = ""
UNITS_PER_BIT: Final = 10

StepBits = Callable[[tuple[PriorStep, ...]], NDArray[np.float64]]
"""Gives the bits of each step after START, and after each step."""

_ANY_WEIGHT: Final = 1.0
"""The weight of a step that was never seen."""
_BACKOFF_WEIGHT: Final = 12.0
"""How many observations of a pair outweigh the knowledge of the second step alone."""


class Priced(Protocol):
    """An action, as far as the prior looks at it."""

    @property
    def step(self) -> PriorStep:
        """What the prior knows about it."""


def costs_of(actions: Sequence[Priced], bits_of: StepBits | None = None) -> NDArray[np.int32]:
    """The costs of actions: a row per previous action, the first for none; a column per action.

    `bits_of` gives the bits of their steps; those of the learnt prior by default.
    """
    known = [action.step for action in actions]
    number = {step: k for k, step in enumerate(dict.fromkeys(known))}
    which = np.array([number[step] for step in known])
    bits = (bits_of or _learnt_bits)(tuple(number))
    # An op with nine colours is not nine times as likely as an op without colours.
    costs = np.rint(UNITS_PER_BIT * (bits + np.log2(np.bincount(which))))
    costs = np.where(np.isinf(costs), -1, np.maximum(LEAST_STEP_COST, costs)).astype(np.int32)
    # The row of START, then for each action the row of its step.
    return costs.take(np.concatenate(([0], which + 1)), axis=0).take(which, axis=1)


def step_bits(
    steps: Sequence[PriorStep], counts: Counts, any_share: float = 0.0
) -> NDArray[np.float64]:
    """The bits of each step after START and after each step; infinite if it cannot follow.

    No two steps share a key. `any_share` of the steps are expected to be any step at all, whatever
    the counts say.
    """
    weights = _weights(counts, [step.key for step in steps])
    gives = np.array([False, *(step.gives_list for step in steps)])
    takes = np.array([step.takes_list for step in steps])
    possible = gives[:, None] == takes[None, :]
    likely = np.where(possible, weights, 0.0)
    likely /= np.maximum(likely.sum(axis=1, keepdims=True), 1e-300)
    likely *= 1 - any_share
    likely += any_share * possible / np.maximum(possible.sum(axis=1, keepdims=True), 1)
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log2(likely))


@lru_cache(maxsize=8)
def _learnt_bits(steps: tuple[PriorStep, ...]) -> NDArray[np.float64]:
    """The bits by the learnt prior. Cached, as tasks that differ only in colours share steps."""
    return step_bits(steps, learnt())


def _weights(counts: Counts, keys: Sequence[str]) -> NDArray[np.float64]:
    """How likely each step is after START and after each step: observed pairs plus a backoff."""
    number = {key: k for k, key in enumerate(keys)}
    seen = np.zeros((len(keys) + 1, len(keys)))
    usual = np.full(len(keys), _ANY_WEIGHT)
    for before, after in counts.items():
        row = 0 if before == START else number.get(before, -1) + 1
        for key, times in after.items():
            if key in number:
                usual[number[key]] += times
                if row > 0 or before == START:
                    seen[row, number[key]] = times
    return np.asarray(seen + _BACKOFF_WEIGHT * usual / usual.sum())


def learn(chains: Iterable[Sequence[Priced]]) -> Counts:
    """Count the steps of chains."""
    counts: dict[str, Counter[str]] = {}
    for chain in chains:
        before = START
        for action in chain:
            counts.setdefault(before, Counter())[action.step.key] += 1
            before = action.step.key
    return {before: dict(sorted(after.items())) for before, after in sorted(counts.items())}


@cache
def learnt() -> Counts:
    """The counts that come with the package."""
    text = files("arcloom.search.enumerate").joinpath("prior.json").read_text(encoding="utf-8")
    counts: Counts = json.loads(text)
    return counts
