"""Prior: what a step of a chain costs, in tenths of a bit, given the step before it.

The prior is counted from chains that solved training tasks: how often each step began a chain,
and how often it came after which other. `prior.json` has the counts; `learn` makes them. A step is
known by its op and its use, colours apart: those are as likely as each other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom.search.actions import Action

Counts = dict[str, dict[str, int]]
"""After a step (by key; START for none): how often each step came."""

START: Final = ""
UNITS_A_BIT: Final = 10
LEAST: Final = 10
"""A step costs at least a bit, so that a chain never grows for nothing."""

_ANY_WEIGHT: Final = 1.0
"""How much each step is worth without having been seen."""
_BACKOFF_WEIGHT: Final = 12.0
"""How many observations of a pair outweigh what is known of the second step alone."""


def costs_of(actions: Sequence[Action], counts: Counts | None = None) -> NDArray[np.int32]:
    """A row a previous action, the first for none; a column an action."""
    counts = learnt() if counts is None else counts
    known = [action.key for action in actions]
    first = dict(zip(reversed(known), reversed(actions), strict=True))  # the first with each key
    keys = list(dict.fromkeys(known))
    number = {key: k for k, key in enumerate(keys)}
    which = np.array([number[key] for key in known])
    # An op with nine colours is not nine times as likely.
    shared = _weights(counts, keys, number) / np.bincount(which)
    gives = np.array([False, *(first[key].gives_list for key in keys)])
    takes = np.array([first[key].takes_list for key in keys])
    bits = _bits(shared, gives[:, None] == takes[None, :], which)
    rows = np.concatenate(([0], which + 1))  # of START and of each action's key
    return np.ascontiguousarray(bits[rows][:, which])


def _weights(counts: Counts, keys: Sequence[str], number: Mapping[str, int]) -> NDArray[np.float64]:
    """How likely each step is after START and after each step: what was seen, and what is usual."""
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


def _bits(
    weights: NDArray[np.float64], possible: NDArray[np.bool_], which: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Costs of steps by weight among the actions that are possible, `which` of them; else never."""
    likely = np.where(possible, weights, 0.0)
    likely /= np.maximum(likely[:, which].sum(axis=1, keepdims=True), 1e-300)
    with np.errstate(divide="ignore"):
        bits = np.rint(-UNITS_A_BIT * np.log2(likely))
    return np.where(possible, np.maximum(LEAST, bits), -1).astype(np.int32)


def learn(chains: Iterable[Sequence[Action]]) -> Counts:
    """Count the steps of chains."""
    counts: dict[str, Counter[str]] = {}
    for chain in chains:
        before = START
        for action in chain:
            counts.setdefault(before, Counter())[action.key] += 1
            before = action.key
    return {before: dict(sorted(after.items())) for before, after in sorted(counts.items())}


@cache
def learnt() -> Counts:
    """The counts that come with the package."""
    text = files("arcloom.search").joinpath("prior.json").read_text(encoding="utf-8")
    counts: Counts = json.loads(text)
    return counts
