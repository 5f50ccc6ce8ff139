"""Odds: how likely each attempt is right, and why it ranks where it does.

The probability that attempt 1 is right is a logistic function of its features. For each later
attempt, another such function gives the probability that it is right *if those before it are
wrong*. Attempts differ, so at most one is right, and their probabilities add up to that of the
test. A task counts as its least likely test: tests of a task are right or wrong together.

`bench/calibrate.py` learns the coefficients; docs/odds.md shows how well they hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import Final

from arcloom.solve.evidence import Evidence
from arcloom.solve.features import features
from arcloom.solve.ranking import WEIGHTS, Proposal, Ranked, Weights, proposals, rank
from arcloom.solve.reasons import reason
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
KEPT: Final = 3.1
"""Added for what `evolve` keeps. It keeps one program for each behaviour, so the number of programs
that agree is not known, and what it breeds from single ops is short."""


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


def odds(
    evidence: Evidence, count: int, weights: Weights = WEIGHTS, *, shift: float = 0.0
) -> TaskOdds:
    """The odds of a task with `count` attempts for each test.

    `shift` is added to what the logistic functions take, for programs of another origin than a
    run of `solve`.
    """
    tests = tuple(
        _test(evidence, test, count, weights, shift) for test in range(len(evidence.task.tests))
    )
    of_tests = (sum(attempt.probability for attempt in attempts) for attempts in tests)
    return TaskOdds(min(of_tests, default=0.0), tests)


def _test(
    evidence: Evidence, test: int, count: int, weights: Weights, shift: float
) -> tuple[AttemptOdds, ...]:
    outputs = rank(evidence, test, weights=weights)
    left, found = 1.0, []
    for place, proposal in enumerate(proposals(evidence, test, count, weights=weights)):
        chance = left * _chance(evidence.task, test, outputs, place, proposal, weights, shift)
        left -= chance
        found.append(AttemptOdds(chance, reason(evidence.task, outputs, place, proposal)))
    return tuple(found)


def _chance(
    task: Task,
    test: int,
    outputs: list[Ranked],
    place: int,
    proposal: Proposal,
    weights: Weights,
    shift: float,
) -> float:
    """The probability that a proposal is right if those before it are wrong."""
    if proposal.ranked is None:
        return GUESS if proposal.near is None else NEAR
    found = features(task, test, outputs, place, weights)
    return logistic(LATER if place else FIRST, found, shift)


def logistic(
    coefficients: Mapping[str, float], values: Mapping[str, float], shift: float = 0.0
) -> float:
    """The probability that the coefficients give to these features."""
    named = (coefficients[name] * values[name] for name in coefficients if name != INTERCEPT)
    total = coefficients[INTERCEPT] + sum(named) + shift
    return 1 / (1 + exp(-total))
