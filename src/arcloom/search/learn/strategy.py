"""Learn: tries programs that learn a rule from the demos, on every task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from arcloom.lang import Program
from arcloom.search.learn.candidates import FIT_LIMITS, LearnerProgram, on_ground, programs
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings, Found
from arcloom.search.trial import Candidate, Trial, within
from arcloom.search.ways import ground_changes
from arcloom.tasks import Task

DEAR: Final = frozenset({"scene", "tree"})
"""The kinds whose rules take nearly all the fuel of a level."""


class _Course:
    """Lists of programs in the order in which they are tried, some for each level."""

    def __init__(self, name: str) -> None:
        self.trial = Trial(name, limits=FIT_LIMITS)
        self._ends: list[list[int]] = []

    def extend(self, lists: Sequence[Sequence[Candidate]]) -> None:
        """Add the lists of the next level."""
        ends = []
        for candidates in lists:
            self.trial.extend(candidates)
            ends.append(len(self.trial))
        self._ends.append(ends)

    def ends(self, level: int) -> list[int]:
        """Where the lists up to a level end."""
        return [end for ends in self._ends[: level + 1] for end in ends]


class Learn:
    """Tries the programs of a level after those of the levels below.

    If the ground changes from grid to grid, a level is tried with the ground as 0: hardly a rule
    about parts or cells makes sense there in any other colours. Of the level in its own colours
    only what costs little comes with it; the rest is tried after the next level.
    """

    name: Final = "fit"
    share: Final = 2.0
    reads_known: Final = False

    def __init__(self) -> None:
        self._plain = _Course(self.name)
        self._ground_first = _Course(self.name)
        self._levels = 0
        self._reach()

    def prepare(self, pool: Sequence[Program]) -> None:
        # Stay one level ahead of every task, so that the list does not grow during a search.
        self._reach()

    def remembered(self, task: Task) -> Any:
        return self._course(task).trial.tried(task)

    def remember(self, task: Task, memory: Any) -> None:
        self._course(task).trial.go_on(task, memory)

    def search(self, task: Task, effort: Effort) -> Findings:
        course = self._course(task)
        found: list[Found] = []
        fuel, exhausted = 0, False
        for end in course.ends(effort.level):
            left = replace(effort, fuel=effort.fuel - fuel)
            findings = course.trial.run(task, left, end)
            found.extend(findings.found)
            fuel, exhausted = fuel + findings.fuel, findings.exhausted
        if effort.stop():
            return Findings(tuple(found), fuel, exhausted)
        tested, more = with_left_out(task, found, within(FIT_LIMITS, effort.memory))
        return Findings(tested, fuel + more, exhausted)

    def _course(self, task: Task) -> _Course:
        return self._ground_first if ground_changes(task) else self._plain

    def _reach(self) -> None:
        made, before = programs(self._levels), programs(max(self._levels - 1, 0))
        self._plain.extend([[_candidate(p) for p in made]])
        cheap = [_candidate(p) for p in made if not _dear(p)]
        late = [_candidate(p) for p in before if _dear(p)] if self._levels else []
        self._ground_first.extend([cheap + [_candidate(on_ground(p)) for p in made], late])
        self._levels += 1


def _dear(made: LearnerProgram) -> bool:
    return made.parts[0] in DEAR


def _candidate(made: LearnerProgram) -> Candidate:
    return Candidate(made.program, made.cost)
