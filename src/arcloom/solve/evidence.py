"""Evidence: the programs and bare answers found for one task that are worth keeping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from arcloom.search.bare_answer import BareAnswer, output_key
from arcloom.search.strategy import Found
from arcloom.tasks import Task

FITS: Final = 32
"""Fitting programs to keep per strategy: the simplest ones, and at most SAME of those that give
the same answers to every test."""
SAME: Final = 8
PARTIAL: Final = 8
"""Programs that do not fit, to keep for all strategies together."""
VOTED: Final = 16
"""Bare answers with votes to keep, for each test and origin: those with the most votes."""


def _simpler(found: Found) -> tuple[float, int, str]:
    return found.cost, found.fuel, found.program.hash


def _nearer(found: Found) -> tuple[int, int, float, str]:
    return -found.matched, -found.score, found.cost, found.program.hash


class Evidence:
    """What was found for a task. A program counts once, for the strategy that found it first.

    The search goes by the programs alone, so bare answers do not change what it does.

    One thread may add programs while others read. Readers never see a half-made change.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.fits: tuple[Found, ...] = ()
        """the programs that fit all demos, simplest first"""
        self.partial: tuple[Found, ...] = ()
        """the other programs, nearest to a fit first"""
        self.fitted = False
        """whether some program fits that leave-one-out does not refute"""
        self.settled = False
        """whether several programs fit and all give the same answers to every test"""
        self.answers: tuple[BareAnswer, ...] = ()
        """answers without a program, by test and origin, those with the most votes first"""

    def add(self, found: Iterable[Found]) -> bool:
        """Add new programs. Returns whether there were any."""
        known = {one.program.hash: one for one in self.known}
        new = {f.program.hash: f for f in found if f.program.hash not in known}
        if not new:
            return False
        fits = sorted((f for f in (*self.fits, *new.values()) if f.fits), key=_simpler)
        near = sorted((f for f in (*self.partial, *new.values()) if not f.fits), key=_nearer)
        self.partial = tuple(near[:PARTIAL])
        self.fits = tuple(_first_of_each(fits))
        self.fitted = any(not found.refuted for found in self.fits)
        self.settled = len(self.fits) > 1 and len(set(map(_answers, self.fits))) == 1
        return True

    def give(self, answers: Iterable[BareAnswer]) -> bool:
        """Add bare answers. Returns whether there were any.

        Answers with votes replace all that their origin said of the test before. Answers that are
        only judged are added, or replace what was said of the same output.
        """
        new = tuple(answers)
        voted = {(one.origin, one.test) for one in new if one.votes}
        kept = [one for one in self.answers if (one.origin, one.test) not in voted]
        known = {_said_of(one): one for one in kept}
        for one in sorted(new, key=_by_votes, reverse=True):  # so that the better of two stays
            before = known.get(_said_of(one))
            if one.votes or before is None or not before.votes:
                known[_said_of(one)] = one
        self.answers = tuple(_most_voted(sorted(known.values(), key=_by_votes)))
        return bool(new)

    def copy(self) -> Evidence:
        """Evidence of its own, with the same programs and answers."""
        other = Evidence(self.task)
        other.fits, other.partial, other.answers = self.fits, self.partial, self.answers
        other.fitted, other.settled = self.fitted, self.settled
        return other

    @property
    def known(self) -> tuple[Found, ...]:
        """All programs, best first."""
        return (*self.fits, *self.partial)

    @property
    def strategies(self) -> list[str]:
        """The names of the strategies with a program that fits."""
        return sorted({found.strategy for found in self.fits})

    @property
    def origins(self) -> list[str]:
        """Who gives answers without a program."""
        return sorted({one.origin for one in self.answers if one.votes})

    @property
    def answered(self) -> bool:
        """Whether some test has an answer without a program."""
        return any(one.votes for one in self.answers)


def _first_of_each(fits: Iterable[Found]) -> Iterator[Found]:
    """The first FITS programs of each strategy, with at most SAME for each answer."""
    seen: Counter[object] = Counter()
    for found in fits:
        answer = (found.strategy, _answers(found))
        if seen[found.strategy] < FITS and seen[answer] < SAME:
            seen[found.strategy] += 1
            seen[answer] += 1
            yield found


def _answers(found: Found) -> tuple[object, ...]:
    return tuple(None if grid is None else grid.to_tuple() for grid in found.outputs)


def _said_of(one: BareAnswer) -> tuple[object, ...]:
    return one.origin, one.test, output_key(one.output)


def _by_votes(one: BareAnswer) -> tuple[int, str, float, float, tuple[tuple[int, ...], bytes]]:
    bits = float("inf") if one.bits is None else one.bits
    return one.test, one.origin, -one.votes / one.of, bits, output_key(one.output)


def _most_voted(answers: Iterable[BareAnswer]) -> Iterator[BareAnswer]:
    """The first VOTED answers of each test and origin that have votes, and all without."""
    seen: Counter[object] = Counter()
    for one in answers:
        place = (one.test, one.origin)
        seen[place] += bool(one.votes)
        if not one.votes or seen[place] <= VOTED:
            yield one
