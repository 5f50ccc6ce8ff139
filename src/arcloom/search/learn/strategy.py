"""Learn: tries programs that learn a rule from the demos, on every task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arcloom.lang import Program
from arcloom.search.learn.candidates import FIT_LIMITS, LearnerProgram, on_ground, programs
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings
from arcloom.search.trial import Candidate, Trial, within
from arcloom.search.ways import ground_changes
from arcloom.tasks import Task

DEAR: Final[Mapping[str, int]] = {"scene": 2, "tree": 1}
"""The kinds whose rules take nearly all the fuel of a level. If the ground changes, those in the
task's own colours come so many levels later."""


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
    only what costs little comes with it; the rest comes with later levels (`DEAR`).
    """

    name: Final = "fit"
    share: Final = 1.0
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
        self._plain.extend(made)
        self._ground_first.extend([*map(on_ground, made), *self._in_own_colours()])
        self._levels += 1

    def _in_own_colours(self) -> list[LearnerProgram]:
        """What comes in the task's own colours with the next level, if its ground changes."""
        late = [programs(self._levels - k) if k <= self._levels else () for k in range(3)]
        return [
            one
            for levels_later, made in enumerate(late)
            for one in made
            if DEAR.get(one.parts[0], 0) == levels_later
        ]
