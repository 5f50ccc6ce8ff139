"""Transfer: tries known programs, from the library or from other tasks of this run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from arcloom.engine import Limits
from arcloom.lang import Program
from arcloom.search.description_length import description_length
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.search.trial import Candidate, Trial, within
from arcloom.tasks import Task

STEP: Final = 2000
"""Programs to take from the library per round. Parsing them takes about a second."""


class Transfer:
    """Tries the library's programs, more in every round, and the programs that fit other tasks."""

    name: Final = "transfer"
    share: Final = 0.5
    reads_known: Final = False

    def __init__(self, stored: StoredPrograms) -> None:
        self._stored = stored
        self._taken = 0
        self._trial = Trial(self.name)

    def prepare(self, pool: Sequence[Program]) -> None:
        fresh = self._stored.first(self._taken + STEP)[self._taken :]
        self._taken += len(fresh)
        self._trial.extend([Candidate(p, description_length(p)) for p in (*fresh, *pool)])

    def remembered(self, task: Task) -> Any:
        return self._trial.tried(task)

    def remember(self, task: Task, memory: Any) -> None:
        self._trial.go_on(task, memory)

    def search(self, task: Task, effort: Effort) -> Findings:
        findings = self._trial.run(task, effort)
        found, fuel = with_left_out(task, findings.found, within(Limits(), effort.memory))
        # Never exhausted: the next round may bring programs of other tasks.
        return Findings(found, findings.fuel + fuel, exhausted=False)
