"""Odds: which outputs become attempts, how likely each is right, and why.

*Programs.* The probability that the best-ranked output is right is a logistic function of its
features. For each later output, another such function gives the probability that it is right *if
those before it are wrong*.

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
from math import exp
from typing import Final

from arcloom.search.bare_answer import BareAnswer, output_key
from arcloom.solve.evidence import Evidence
from arcloom.solve.features import answer_features, features
from arcloom.solve.pooling import lift, pooled, shared
from arcloom.solve.ranking import WEIGHTS, Proposal, Ranked, Weights, proposals, rank
from arcloom.solve.reasons import reason
from arcloom.solve.submission import Attempts
from arcloom.tasks import Task

INTERCEPT: Final = "intercept"

FIRST: Final[Mapping[str, float]] = {
    INTERCEPT: -1.73,
    "left_out": 2.62,
    "learns_nothing": 0.69,
    "bits": -0.97,
    "programs": 0.51,
    "last": 2.04,
    "lead": 0.69,
    "larger_test": -0.49,
    "same_as_input": -2.2,
    "tree": -1.07,
}
"""Attempt 1, if a program that fits gives it. What is not named counts nothing."""

LATER: Final[Mapping[str, float]] = {
    INTERCEPT: -4.55,
    "left_out": 4.77,
    "programs": 1.01,
}
"""A later attempt, if a program that fits gives it and those before it are wrong."""

NEAR: Final = 0.038
"""An output of a program that nearly fits, if those before it are wrong."""
GUESS: Final = 0.001
"""A guess, if those before it are wrong."""
KEPT: Final = 2.2
"""Added for what `evolve` keeps. It keeps one program for each behaviour, so the number of programs
that agree is not known, and what it breeds from single ops is short."""

ANSWER: Final[Mapping[str, float]] = {
    INTERCEPT: -2.78,
    "share": 5.21,
    "gap": 3.14,
    "bits": -12.58,
}
"""The score of a bare answer; learnt, like the next number: see docs/odds.md."""
COINCIDENCE: Final = 30.9
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

    `shift` is added to what the logistic functions take, for programs of another origin than a
    run of `solve`.
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
    wanted = None if said else count
    given = proposals(evidence, test, wanted, only, weights)
    chances = list(_chances(evidence.task, test, outputs, given, weights, shift))
    if not said:
        return tuple(
            Chosen(one, chance, reason(evidence.task, outputs, place, one))
            for place, (one, chance) in enumerate(zip(given, chances, strict=True))
        )
    pool = _Pool(given, chances, said)
    return tuple(
        Chosen(one, chance, reason(evidence.task, outputs, None, one))
        for one, chance in pool.likeliest(count)
    )


def program_chances(evidence: Evidence, test: int, weights: Weights = WEIGHTS) -> dict[Key, float]:
    """How likely each output of a program, and each guess, is right by the programs alone."""
    outputs = rank(evidence, test, weights=weights)
    given = proposals(evidence, test, weights=weights)
    chances = _chances(evidence.task, test, outputs, given, weights)
    return dict(zip((output_key(one.output) for one in given), chances, strict=True))


def first_chance(evidence: Evidence) -> float:
    """How likely the programs' best outputs are right, at the least likely test; 0 without a fit.

    Bare answers and the user's weights do not count. So the search may go by this number: it does
    not depend on when a network answers, nor on how answers are ranked.
    """

    def chance(test: int) -> float:
        outputs = rank(evidence, test)
        return logistic(FIRST, features(evidence.task, test, outputs, 0)) if outputs else 0.0

    return min(map(chance, range(len(evidence.task.tests))), default=0.0)


def _chances(
    task: Task,
    test: int,
    outputs: list[Ranked],
    given: Sequence[Proposal],
    weights: Weights,
    shift: float = 0.0,
) -> Iterator[float]:
    """How likely each proposal of programs is right, by the programs alone."""
    left = 1.0
    for place, proposal in enumerate(given):
        if proposal.ranked is None:
            chance = left * (GUESS if proposal.near is None else NEAR)
        else:
            table = LATER if place else FIRST
            found = features(task, test, outputs, place, weights)
            chance = left * logistic(table, found, shift)
        left -= chance
        yield chance


class _Pool:
    """The proposals of programs and the bare answers of one test, with one probability each."""

    def __init__(
        self, given: Sequence[Proposal], chances: Sequence[float], said: Sequence[BareAnswer]
    ) -> None:
        by_programs = {output_key(one.output): one for one in given}
        programs = dict(zip(by_programs, chances, strict=True))
        # An answer that is only judged counts while a program proposes it.
        said = [one for one in said if one.votes or output_key(one.output) in by_programs]
        sources = [answer_chances(group) for group in _by_origin(said)]
        silent = [1.0 - sum(source.values()) for source in sources]
        self._chances = pooled([programs, *sources], COINCIDENCE)
        self._lifts = {
            key: lift([source.get(key, 0.0) for source in sources], silent, COINCIDENCE)
            for key in self._chances
        }
        self._left = {key: _proposal(key, by_programs, said) for key in self._chances}
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


def answer_chances(
    answers: Sequence[BareAnswer], coefficients: Mapping[str, float] = ANSWER
) -> dict[Key, float]:
    """How likely each of one origin's answers to a test is right, by that origin alone."""
    scores = {
        output_key(one.output): linear(coefficients, answer_features(one, answers))
        for one in answers
    }
    return shared(scores)


def _by_origin(said: Sequence[BareAnswer]) -> list[list[BareAnswer]]:
    groups: dict[str, list[BareAnswer]] = {}
    for one in said:
        groups.setdefault(one.origin, []).append(one)
    return list(groups.values())


def _proposal(
    key: Key, by_programs: Mapping[Key, Proposal], said: Sequence[BareAnswer]
) -> Proposal:
    about = tuple(one for one in said if output_key(one.output) == key)
    if key in by_programs:
        return replace(by_programs[key], said=about)
    return Proposal(about[0].output, said=about)


def linear(coefficients: Mapping[str, float], values: Mapping[str, float]) -> float:
    """The intercept, and each named feature times its coefficient."""
    named = (coefficients[name] * values[name] for name in coefficients if name != INTERCEPT)
    return coefficients[INTERCEPT] + sum(named)


def logistic(
    coefficients: Mapping[str, float], values: Mapping[str, float], shift: float = 0.0
) -> float:
    """The probability that the coefficients give to these features."""
    return 1 / (1 + exp(-(linear(coefficients, values) + shift)))
