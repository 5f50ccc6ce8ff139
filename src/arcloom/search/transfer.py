"""Transfer: programs that are known already, from the library or from other tasks of this run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from arcloom.lang import Program
from arcloom.search.cost import description_length
from arcloom.search.strategy import Effort, Findings
from arcloom.search.trial import Candidate, Trial
from arcloom.tasks import Task


class Transfer:
    """Tries the library's programs, then whatever fits some other task."""

    name: Final = "transfer"

    def __init__(self, programs: Iterable[Program] = ()) -> None:
        self._trial = Trial(self.name)
        self._extend(programs)

    def prepare(self, pool: Sequence[Program]) -> None:
        self._extend(pool)

    def search(self, task: Task, effort: Effort) -> Findings:
        # Never exhausted: the next round may bring programs of other tasks.
        return replace(self._trial.run(task, effort), exhausted=False)

    def _extend(self, programs: Iterable[Program]) -> None:
        self._trial.extend([Candidate(p, description_length(p)) for p in programs])
