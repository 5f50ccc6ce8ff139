"""Odds: which outputs become attempts, how likely each is right, and why.

*Programs.* Each output that programs give for a test has a score: the sum of its features, each
times its coefficient. "None of them" has the score 0. An output's probability is proportional to
e^score, so the likeliest outputs become attempts. A guess has a fixed chance if all others are
wrong.

*Bare answers.* Each output that a network gives, or was asked about, has a score from its votes and
its likelihood. `pooling` turns the scores into chances, and these and the programs' chances into
one probability for each output. Without bare answers, the programs' order and chances stand.

Attempts differ, so at most one is right, and their probabilities add up to that of the test. A task
counts as its least likely test: tests of a task are right or wrong together.

`bench/calibrate.py` learns the coefficients of programs, `bench/net_odds.py` those of bare answers;
docs/odds.md shows how well they hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arcloom.search.bare_answer import BareAnswer, output_key
from arcloom.solve.evidence import Evidence
from arcloom.solve.features import answer_features, features, near_features
from arcloom.solve.pooling import lift, pooled, shared
from arcloom.solve.ranking import (
    WEIGHTS,
    Proposal,
    Ranked,
    Weights,
    guessed,
    near_fits,
    rank,
)
from arcloom.solve.reasons import reason
from arcloom.solve.submission import Attempts

INTERCEPT: Final = "intercept"
GUESSED: Final = 10
"""Proposals, with guesses, that a network's answers are put beside."""

PROGRAMS: Final[Mapping[str, float]] = {
    "fits": 2.0,
    "left_out": 1.08,
    "bits": -0.78,
    "programs": 0.44,
    "outputs": -0.75,
    "two_ways": 1.04,
    "tree": -0.81,
    "plain": 0.36,
    "bred": -1.28,
    "near": -1.54,
    "later_near": -1.35,
    "near_cost": -1.1,
    "same_as_input": -2.54,
    "new_colour": -1.87,
    "colours": -0.91,
    "changed": -0.59,
    "outlines": -0.33,
}
"""The score of an output that programs give. What is not named counts nothing."""

GUESS: Final = 0.002
"""A guess, if those before it are wrong."""
KEPT: Final = 2.0
"""Added for what `evolve` keeps. It keeps one program for each behaviour, so the number of programs
that agree is not known, and what it breeds from single ops is short."""

ANSWER: Final[Mapping[str, float]] = {
    INTERCEPT: 0.55,
    "share": 1.94,
    "gap": 0.41,
    "bits": -0.89,
}
"""The score of a bare answer; learnt, like the next two: see docs/odds.md."""
VOTES: Final[Mapping[str, float]] = {
    INTERCEPT: -3.70,
    "share": 7.28,
}
"""The same where a source tells no likelihoods."""
COINCIDENCE: Final = 0.126
"""How little the agreement of programs and a network proves: c in solve/pooling.py."""

Key = tuple[tuple[int, ...], bytes]


@dataclass(frozen=True, slots=True)
class AttemptOdds:
    """The probability that an attempt is right, and a line on why it ranks where it does."""

    probability: float
    why: str


@dataclass(frozen=True, slots=True)
class TaskOdds:
    """The probability that a task is solved: that each test has an attempt that is right."""

    probability: float
    tests: tuple[tuple[AttemptOdds, ...], ...]
    """for each test its attempts, in their order"""


@dataclass(frozen=True, slots=True)
class Chosen:
    """An attempt at a test, and how likely it is right."""

    proposal: Proposal
    probability: float
    why: str


def odds(
    evidence: Evidence, count: int, weights: Weights = WEIGHTS, *, shift: float = 0.0
) -> TaskOdds:
    """The odds of a task with `count` attempts for each test.

    `shift` is added to the scores of programs that fit, where they are of another origin than a run
    of `solve`.
    """
    return answered(evidence, count, weights, shift=shift)[1]


def answered(
    evidence: Evidence, count: int, weights: Weights = WEIGHTS, *, shift: float = 0.0
) -> tuple[Attempts, TaskOdds]:
    """The attempts of a task and their odds, from one ranking."""
    tests = [
        chosen(evidence, test, count, weights, shift=shift)
        for test in range(len(evidence.task.tests))
    ]
    outputs = tuple(tuple(one.proposal.output for one in test) for test in tests)
    told = tuple(tuple(AttemptOdds(one.probability, one.why) for one in test) for test in tests)
    of_tests = (sum(attempt.probability for attempt in test) for test in told)
    return outputs, TaskOdds(min(of_tests, default=0.0), told)


def attempts(
    evidence: Evidence,
    count: int,
    only: Collection[str] | None = None,
    weights: Weights = WEIGHTS,
) -> Attempts:
    """For each test `count` distinct outputs, the likeliest first.

    With `only`, just the programs of these strategies and the answers of these origins count.
    """
    return tuple(
        tuple(one.proposal.output for one in chosen(evidence, test, count, weights, only))
        for test in range(len(evidence.task.tests))
    )


def chosen(
    evidence: Evidence,
    test: int,
    count: int,
    weights: Weights = WEIGHTS,
    only: Collection[str] | None = None,
    shift: float = 0.0,
) -> tuple[Chosen, ...]:
    """The attempts at a test, with where each comes from."""
    outputs = rank(evidence, test, only, weights)
    said = [a for a in evidence.answers if a.test == test and (only is None or a.origin in only)]
    judged = _judged(evidence, test, max(count, GUESSED * bool(said)), outputs, only, shift)
    best = list(_Pool(judged, said).likeliest(count)) if said else judged[:count]
    chances = [chance for _, chance in best]
    return tuple(
        Chosen(one, chance, reason(evidence.task, test, outputs, chances, place, one))
        for place, (one, chance) in enumerate(best)
    )


def program_chances(evidence: Evidence, test: int) -> dict[Key, float]:
    """How likely each output of a program, and each guess, is right by the programs alone."""
    judged = _judged(evidence, test, GUESSED, rank(evidence, test))
    return {output_key(one.output): chance for one, chance in judged}


def first_chance(evidence: Evidence) -> float:
    """How likely the programs' best outputs are right, at the least likely test; 0 without a fit.

    Bare answers and the user's weights do not count. So the search may go by this number: it does
    not depend on when a network answers, nor on how answers are ranked.
    """

    def chance(test: int) -> float:
        outputs = rank(evidence, test)
        judged = _judged(evidence, test, 0, outputs) if outputs else []
        return max((chance for one, chance in judged if one.ranked is not None), default=0.0)

    return min(map(chance, range(len(evidence.task.tests))), default=0.0)


def scored(
    evidence: Evidence,
    test: int,
    outputs: Sequence[Ranked],
    only: Collection[str] | None = None,
) -> list[tuple[Proposal, dict[str, float]]]:
    """The outputs that programs give for a test, with their features; `outputs` are the fits'."""
    task = evidence.task
    fits = [
        (Proposal(one.output, one), features(task, test, outputs, place))
        for place, one in enumerate(outputs)
    ]
    near = [
        (one, near_features(task, test, one.near, place))
        for place, one in enumerate(near_fits(evidence, test, outputs, only))
        if one.near is not None
    ]
    return fits + near


def _judged(
    evidence: Evidence,
    test: int,
    count: int,
    outputs: Sequence[Ranked],
    only: Collection[str] | None = None,
    shift: float = 0.0,
) -> list[tuple[Proposal, float]]:
    """All outputs of programs, and as many guesses as make `count`: the likeliest first."""
    given = scored(evidence, test, outputs, only)
    scores = {
        place: total(PROGRAMS, values) + (shift if one.ranked is not None else 0.0)
        for place, (one, values) in enumerate(given)
    }
    chances = shared(scores)
    order = sorted(chances, key=lambda place: -scores[place])  # of equals, the one with less bits
    judged = [(given[place][0], chances[place]) for place in order]
    left = 1.0 - sum(chances.values())
    for one in guessed(evidence.task, test, (one for one, _ in judged), count):
        judged.append((one, left * GUESS))
        left -= left * GUESS
    return judged


class _Pool:
    """The proposals of programs and the bare answers of one test, with one probability each."""

    def __init__(
        self, judged: Sequence[tuple[Proposal, float]], said: Sequence[BareAnswer]
    ) -> None:
        by_programs = {output_key(one.output): one for one, _ in judged}
        programs = dict(zip(by_programs, (chance for _, chance in judged), strict=True))
        about: dict[Key, list[BareAnswer]] = {}
        by_origin: dict[str, list[BareAnswer]] = {}
        for one in said:
            key = output_key(one.output)
            # An answer that is only judged counts while a program proposes it.
            if one.votes or key in by_programs:
                about.setdefault(key, []).append(one)
                by_origin.setdefault(one.origin, []).append(one)
        sources = [answer_chances(group) for group in by_origin.values()]
        silent = [1.0 - sum(source.values()) for source in sources]
        self._chances = pooled([programs, *sources], COINCIDENCE)
        self._lifts = {
            key: lift([source.get(key, 0.0) for source in sources], silent, COINCIDENCE)
            for key in self._chances
        }
        self._left = {
            key: _proposal(by_programs.get(key), tuple(about.get(key, ()))) for key in self._chances
        }
        self._of_programs = frozenset(by_programs)

    def likeliest(self, count: int) -> Iterator[tuple[Proposal, float]]:
        """The likeliest outputs, and their probabilities.

        The ranking of programs stands: an output of a program overtakes one that ranks better only
        if the other sources like it better.
        """
        for _ in range(min(count, len(self._left))):
            key = max(self._eligible(), key=lambda key: self._chances[key])
            yield self._left.pop(key), self._chances[key]

    def _eligible(self) -> Iterator[Key]:
        most = -1.0
        for key in self._left:  # the programs' in the order of their ranking
            if key not in self._of_programs:
                yield key
            elif self._lifts[key] > most:
                most = self._lifts[key]
                yield key


def answer_chances(answers: Sequence[BareAnswer]) -> dict[Key, float]:
    """How likely each of one origin's answers to a test is right, by that origin alone."""
    coefficients = ANSWER if all(one.bits is not None for one in answers) else VOTES
    scores = {
        output_key(one.output): linear(coefficients, values)
        for one, values in zip(answers, answer_features(answers), strict=True)
    }
    return shared(scores)


def _proposal(by_programs: Proposal | None, about: tuple[BareAnswer, ...]) -> Proposal:
    if by_programs is None:
        return Proposal(about[0].output, said=about)
    return replace(by_programs, said=about)


def linear(coefficients: Mapping[str, float], values: Mapping[str, float]) -> float:
    """The intercept, and each named feature times its coefficient."""
    named = (coefficients[name] * values[name] for name in coefficients if name != INTERCEPT)
    return coefficients[INTERCEPT] + sum(named)


def total(coefficients: Mapping[str, float], values: Mapping[str, float]) -> float:
    """Each feature times its coefficient. An output need not have every feature."""
    return sum(value * values[name] for name, value in coefficients.items() if name in values)
