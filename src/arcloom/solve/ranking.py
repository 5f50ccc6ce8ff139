"""Ranking: how simply the outputs of programs are described, and where outputs may come from.

An output has a description length in bits; less is better. Programs that give the same output add
up like probabilities. Each weighs 2^-bits, so two equally simple programs are worth one program
that is a bit shorter. Agreement between strategies counts extra, because they make different
mistakes. `solve/odds.py` makes probabilities of the bits and of what else is known of an output,
takes in bare answers, and orders the attempts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Final

from arcloom.errors import of_kind
from arcloom.search.bare_answer import BareAnswer, output_key
from arcloom.search.strategy import Found
from arcloom.solve.evidence import Evidence
from arcloom.solve.guesses import guesses
from arcloom.tasks import Grid, Task

GOES_ON: Final = frozenset({"evolve"})
"""It breeds from what the others have found for the task, so its agreement with them is no news."""


@dataclass(frozen=True)
class Weights:
    """What counts for or against a program, in bits. This is the one place to tune."""

    temperature: float = 2.0
    """how many bits halve a program's weight"""
    agreement: float = 6.0
    """subtracted for each further strategy that gives the same output"""
    no_answer: float = 8.0
    """added for each test on which a program gives no grid"""
    cost: float = 0.7
    """factor of the program's own cost"""
    left_out: float = 8.0
    """for a program that learns: factor of the share of left-out demos that it misses"""
    never: float = 30.0
    """used instead if it misses all of them: such programs are right once in ten times"""
    strategies: Mapping[str, float] = field(
        default_factory=lambda: {
            "enumerate": -10.0,
            "placed": -10.0,
            "rules": -6.0,
            "evolve": 8.0,
        }
    )
    """by strategy, to correct costs that are too low or too high"""

    def __post_init__(self) -> None:
        """Refuse what is no number."""
        of_kind("the weight 'strategies'", self.strategies, Mapping, "numbers by strategy")
        for name, value in {**vars(self), **self.strategies}.items():
            if name != "strategies":
                of_kind(f"the weight '{name}'", value, (int, float), "a number")


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Ranked:
    """An output for a test, with the programs that give it, simplest first."""

    output: Grid
    bits: float
    supporters: tuple[Found, ...]
    best: Found
    """the supporter with the least bits, after leave-one-out"""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An output that may become an attempt at a test, and where it comes from."""

    output: Grid
    ranked: Ranked | None = None
    """the fitting programs that give it, or None"""
    near: Found | None = None
    """otherwise a program that nearly fits; None for a guess"""
    said: tuple[BareAnswer, ...] = ()
    """what sources without programs say of it"""


def own_bits(found: Found, weights: Weights = WEIGHTS) -> float:
    """The bits of a program on its own, before leave-one-out."""
    bits = weights.cost * found.cost + weights.strategies.get(found.strategy, 0.0)
    return bits + weights.no_answer * sum(output is None for output in found.outputs)


def bits_of(found: Found, weights: Weights = WEIGHTS) -> float:
    """The bits of a program on its own."""
    bits = own_bits(found, weights)
    if found.left_out is not None and found.left_out[1]:
        right, total = found.left_out
        bits += weights.left_out * (1 - right / total) if right else weights.never
    return bits


def best_fit(evidence: Evidence, weights: Weights = WEIGHTS) -> Found | None:
    """The fitting program with the least bits."""
    return min(evidence.fits, key=lambda found: bits_of(found, weights), default=None)


def rank(
    evidence: Evidence,
    test: int,
    only: Collection[str] | None = None,
    weights: Weights = WEIGHTS,
) -> list[Ranked]:
    """The outputs that fitting programs give for a test, best first.

    With `only`, just the programs of these strategies count.
    """
    supporters: dict[tuple[tuple[int, ...], bytes], list[Found]] = {}
    for found in evidence.fits:
        output = found.outputs[test]
        if output is not None and (only is None or found.strategy in only):
            supporters.setdefault(output_key(output), []).append(found)
    ranked = [
        Ranked(
            _output(group[0], test),
            _together(group, weights),
            tuple(group),
            min(group, key=lambda found: bits_of(found, weights)),
        )
        for group in supporters.values()
    ]
    # Supporters are sorted, simplest first, and a hash is unique. So the order is total.
    return sorted(ranked, key=lambda r: (r.bits, r.supporters[0].program.hash))


def near_fits(
    evidence: Evidence, test: int, ranked: Iterable[Ranked], only: Collection[str] | None = None
) -> list[Proposal]:
    """The outputs that only programs give that do not fit, the nearest one's first."""
    known = {output_key(one.output) for one in ranked}
    given: dict[tuple[tuple[int, ...], bytes], Proposal] = {}
    for found in evidence.partial:
        output = found.outputs[test]
        if output is None or (only is not None and found.strategy not in only):
            continue
        if output_key(output) not in known:
            given.setdefault(output_key(output), Proposal(output, near=found))
    return list(given.values())


def guessed(task: Task, test: int, before: Iterable[Proposal], count: int) -> list[Proposal]:
    """Guesses, so that there are `count` distinct proposals with those before."""
    given = {output_key(one.output): one for one in before}
    known = len(given)
    for guess in guesses(task, test):
        if len(given) >= count:
            break
        given.setdefault(output_key(guess), Proposal(guess))
    return list(given.values())[known:]


def _together(group: list[Found], weights: Weights) -> float:
    """-log2 of the summed weights, minus the bonus for agreement between strategies."""
    t = weights.temperature
    bits = [bits_of(found, weights) for found in group]
    least = min(bits)
    mass = sum(2.0 ** ((least - b) / t) for b in bits)
    strategies = {found.strategy for found in group}
    others = len(strategies - GOES_ON) or 1
    return least - t * log2(mass) - weights.agreement * (others - 1)


def _output(found: Found, test: int) -> Grid:
    output = found.outputs[test]
    assert output is not None
    return output
