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
    keys = [action.key for action in actions]
    lists = np.array([action.takes_list for action in actions])
    shares = Counter(keys)  # an op with nine colours is not nine times as likely
    share = np.array([1 / shares[key] for key in keys])
    alone = _alone(counts, keys, share)
    after = {key: _after(counts.get(key, {}), keys, alone, share) for key in {START, *keys}}
    rows = [after[START], *(after[key] for key in keys)]
    gives = [False, *(action.gives_list for action in actions)]
    return np.stack([_bits(row, lists == given) for row, given in zip(rows, gives, strict=True)])


def _alone(counts: Counts, keys: Sequence[str], share: NDArray[np.float64]) -> NDArray[np.float64]:
    total: Counter[str] = Counter()
    for after in counts.values():
        total.update(after)
    return np.array([total[key] + _ANY_WEIGHT for key in keys]) * share


def _after(
    seen: Mapping[str, int],
    keys: Sequence[str],
    alone: NDArray[np.float64],
    share: NDArray[np.float64],
) -> NDArray[np.float64]:
    own = np.array([seen.get(key, 0) for key in keys]) * share
    return np.asarray(own + _BACKOFF_WEIGHT * alone / alone.sum())


def _bits(weights: NDArray[np.float64], possible: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Costs by weight among the actions that are possible; the others never."""
    out = np.full(len(weights), -1, dtype=np.int32)
    if possible.any():
        likely = weights[possible] / weights[possible].sum()
        out[possible] = np.maximum(LEAST, np.rint(-UNITS_A_BIT * np.log2(likely)))
    return out


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
