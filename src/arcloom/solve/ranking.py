"""Ranking: decides which outputs are the answers, given the programs that fit.

An output's rank is a description length in bits; less is better. Programs that give the same output
add up like probabilities. Each weighs 2^-bits, so two equally simple programs are worth one program
that is a bit shorter. Agreement between strategies counts extra, because they make different
mistakes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import log2

from arcloom.search.strategy import Found
from arcloom.solve.evidence import Evidence
from arcloom.solve.guesses import guesses
from arcloom.tasks import Grid


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


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Ranked:
    """An output for a test, with the programs that give it, simplest first."""

    output: Grid
    bits: float
    supporters: tuple[Found, ...]


def bits_of(found: Found, weights: Weights = WEIGHTS) -> float:
    """The bits of a program on its own."""
    bits = weights.cost * found.cost + weights.strategies.get(found.strategy, 0.0)
    bits += weights.no_answer * sum(output is None for output in found.outputs)
    if found.left_out is not None and found.left_out[1]:
        right, total = found.left_out
        bits += weights.left_out * (1 - right / total) if right else weights.never
    return bits


def best_fit(evidence: Evidence) -> Found | None:
    """The fitting program with the least bits."""
    return min(evidence.fits, key=bits_of, default=None)


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
            supporters.setdefault(_key(output), []).append(found)
    ranked = [
        Ranked(_output(group[0], test), _together(group, weights), tuple(group))
        for group in supporters.values()
    ]
    # Supporters are sorted, simplest first, and a hash is unique. So the order is total.
    return sorted(ranked, key=lambda r: (r.bits, r.supporters[0].program.hash))


def attempts(
    evidence: Evidence,
    count: int,
    only: Collection[str] | None = None,
    weights: Weights = WEIGHTS,
) -> tuple[tuple[Grid, ...], ...]:
    """For each test `count` distinct outputs: from fitting programs, near fits, then guesses."""
    return tuple(
        _distinct(_candidates(evidence, test, only, weights), count)
        for test in range(len(evidence.task.tests))
    )


def _candidates(
    evidence: Evidence, test: int, only: Collection[str] | None, weights: Weights
) -> Iterator[Grid]:
    for ranked in rank(evidence, test, only, weights):
        yield ranked.output
    for found in evidence.partial:
        output = found.outputs[test]
        if output is not None and (only is None or found.strategy in only):
            yield output
    yield from guesses(evidence.task, test)


def _distinct(candidates: Iterator[Grid], count: int) -> tuple[Grid, ...]:
    chosen: dict[tuple[tuple[int, ...], bytes], Grid] = {}
    for grid in candidates:
        chosen.setdefault(_key(grid), grid)
        if len(chosen) == count:
            break
    return tuple(chosen.values())


def _together(group: list[Found], weights: Weights) -> float:
    """-log2 of the summed weights, minus the bonus for agreement between strategies."""
    t = weights.temperature
    bits = [bits_of(found, weights) for found in group]
    least = min(bits)
    mass = sum(2.0 ** ((least - b) / t) for b in bits)
    strategies = len({found.strategy for found in group})
    return least - t * log2(mass) - weights.agreement * (strategies - 1)


def _output(found: Found, test: int) -> Grid:
    output = found.outputs[test]
    assert output is not None
    return output


def _key(grid: Grid) -> tuple[tuple[int, ...], bytes]:
    return grid.shape, grid.tobytes()
