"""Learn: tries programs that learn a rule from the demos, on every task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from arcloom.lang import Program
from arcloom.search.learn.candidates import FIT_LIMITS, programs
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings
from arcloom.search.trial import Candidate, Trial, within
from arcloom.tasks import Task


class Learn:
    """Tries the programs of a level after those of the levels below."""

    name: Final = "fit"
    share: Final = 2.0
    reads_known: Final = False

    def __init__(self) -> None:
        self._trial = Trial(self.name, limits=FIT_LIMITS)
        self._ends: list[int] = []
        self._reach(0)

    def prepare(self, pool: Sequence[Program]) -> None:
        # Stay one level ahead of every task, so that the list does not grow during a search.
        self._reach(len(self._ends))

    def remembered(self, task: Task) -> Any:
        return self._trial.tried(task)

    def remember(self, task: Task, memory: Any) -> None:
        self._trial.go_on(task, memory)

    def search(self, task: Task, effort: Effort) -> Findings:
        end = self._ends[min(effort.level, len(self._ends) - 1)]
        findings = self._trial.run(task, effort, end)
        if effort.stop():
            return findings
        found, fuel = with_left_out(task, findings.found, within(FIT_LIMITS, effort.memory))
        return Findings(found, findings.fuel + fuel, findings.exhausted)

    def _reach(self, level: int) -> None:
        self._trial.extend([Candidate(p.program, p.cost) for p in programs(level)])
        self._ends.append(len(self._trial))
