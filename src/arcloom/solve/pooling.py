"""Pooling: one probability for each output, from sources that err in different ways.

A source (the programs, a network) gives each output that it proposes a chance of being right. What
is left to 1 is the chance that it is *silent*: the right output is not among its proposals. Two
sources that are not silent must mean the same output, since only one is right. So an output's
weight has a part for every set of sources that may be right with it, while the others are silent:

    programs alone:   q * (the network is silent)
    network alone:    (the programs are silent) * n
    both:             q * n / c

The number c says how little agreement proves. It is small if sources that agree are nearly always
right. It is large if they agree where the chances are high anyway: on what is easy, or on the same
mistake. The weight of "none of them" is that all are silent. Weights are scaled to add up to 1.

If an attempt turns out wrong, its weight is taken out, and the rest is scaled up. A wrong program
makes other programs no likelier than the chances of its source say, whereas the network's answer
keeps its own chance. So the second attempt goes to another source, unless the programs' second
output is the likelier one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import exp, prod
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def pooled(sources: Sequence[Mapping[Key, float]], coincidence: float) -> dict[Key, float]:
    """For each output that a source proposes, how likely it is right by all of them together.

    `sources` give each of their outputs a chance; in sum, less than 1. `coincidence` is c above.
    """
    silent = [max(0.0, 1.0 - sum(source.values())) for source in sources]
    none = prod(silent)
    weights = {
        key: _weight([source.get(key, 0.0) for source in sources], silent, coincidence)
        for key in dict.fromkeys(key for source in sources for key in source)
    }
    total = none + sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


def _weight(chances: Sequence[float], silent: Sequence[float], coincidence: float) -> float:
    """The sum over all sets of sources, but the empty one, that may be right with an output."""
    some, none = 0.0, 1.0  # sets so far: with a source in them, and the empty one
    for chance, quiet in zip(chances, silent, strict=True):
        some = some * (quiet + chance / coincidence) + none * chance
        none *= quiet
    return some


def lift(chances: Sequence[float], silent: Sequence[float], coincidence: float) -> float:
    """By what factor these sources raise an output that another source proposes."""
    both = (quiet + q / coincidence for q, quiet in zip(chances, silent, strict=True))
    return prod(both)


def shared(scores: Mapping[Key, float]) -> dict[Key, float]:
    """Chances from scores, of which at most one is right: "none of them" has the score 0."""
    most = max(0.0, *scores.values()) if scores else 0.0
    weights = {key: exp(score - most) for key, score in scores.items()}
    total = exp(-most) + sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}
