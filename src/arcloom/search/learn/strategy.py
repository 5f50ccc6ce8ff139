"""Learn: tries programs that learn a rule from the demos, on every task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from arcloom.lang import Program
from arcloom.search.learn.candidates import FIT_LIMITS, LearnerProgram, on_ground, programs
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings
from arcloom.search.trial import Candidate, Trial, within
from arcloom.search.ways import ground_changes
from arcloom.tasks import Task

DEAR: Final = frozenset({"scene", "tree"})
"""The kinds whose rules take nearly all the fuel of a level."""


class _Course:
    """Programs in the order in which they are tried, and where each level of them ends."""

    def __init__(self, name: str) -> None:
        self.trial = Trial(name, limits=FIT_LIMITS)
        self._ends: list[int] = []

    def extend(self, programs: Sequence[LearnerProgram]) -> None:
        """Add the next level."""
        self.trial.extend([Candidate(one.program, one.cost) for one in programs])
        self._ends.append(len(self.trial))

    def end(self, level: int) -> int:
        return self._ends[min(level, len(self._ends) - 1)]


class Learn:
    """Tries the programs of a level after those of the levels below.

    If the ground changes from grid to grid, a level is tried with the ground as 0: hardly a rule
    about parts or cells makes sense there in any other colours. Of the level in its own colours
    only what costs little comes with it; the rest comes with the next level.
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
        findings = course.trial.run(task, effort, course.end(effort.level))
        if effort.stop():
            return findings
        found, fuel = with_left_out(task, findings.found, within(FIT_LIMITS, effort.memory))
        return Findings(found, findings.fuel + fuel, findings.exhausted)

    def _course(self, task: Task) -> _Course:
        return self._ground_first if ground_changes(task) else self._plain

    def _reach(self) -> None:
        made = programs(self._levels)
        before = programs(self._levels - 1) if self._levels else ()
        cheap = [one for one in made if one.parts[0] not in DEAR]
        late = [one for one in before if one.parts[0] in DEAR]
        self._plain.extend(made)
        self._ground_first.extend([*map(on_ground, made), *cheap, *late])
        self._levels += 1
