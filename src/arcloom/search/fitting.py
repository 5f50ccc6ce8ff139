"""Fit: programs whose ops learn their parameters from the demos, tried on every task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arcloom.engine import weave
from arcloom.lang import Program
from arcloom.search.fit import FIT_LIMITS, programs
from arcloom.search.leave_out import leave_one_out
from arcloom.search.strategy import Effort, Findings, Found
from arcloom.search.trial import Candidate, Trial, within
from arcloom.tasks import Task


class Fit:
    """Tries the fitted programs of a level after those of the levels below it."""

    name: Final = "fit"

    def __init__(self) -> None:
        self._trial = Trial(self.name, FIT_LIMITS)
        self._ends: list[int] = []
        self._reach(0)

    def prepare(self, pool: Sequence[Program]) -> None:
        # One level ahead of what any task has reached: while tasks are searched, nothing grows.
        self._reach(len(self._ends))

    def search(self, task: Task, effort: Effort) -> Findings:
        end = self._ends[min(effort.level, len(self._ends) - 1)]
        findings = self._trial.run(task, effort, end)
        learnt = [found for found in findings.found if _learns(found)]
        if not learnt or len(task.demos) < 2 or effort.stop():
            return findings
        rest = (found for found in findings.found if not _learns(found))
        tested = _left_out(task, learnt, effort.memory)
        # Learning again, from all demos but one, costs about what it did from all.
        fuel = findings.fuel + sum(found.fuel for found in learnt)
        return Findings((*tested, *rest), fuel, findings.exhausted)

    def _reach(self, level: int) -> None:
        self._trial.extend([Candidate(p.program, p.cost) for p in programs(level)])
        self._ends.append(len(self._trial))


def _learns(found: Found) -> bool:
    nodes = found.program.nodes
    return found.fits and any(node.kind == "input" and node.payload == "S" for node in nodes)


def _left_out(task: Task, learnt: Sequence[Found], memory: int) -> list[Found]:
    """The same, with how many demos each gives that it has not learnt from."""
    batt = weave([found.program for found in learnt], within(FIT_LIMITS, memory))
    counts = leave_one_out(batt, [task], threads=1)[:, 0].tolist()
    return [
        replace(found, left_out=(count, len(task.demos)))
        for found, count in zip(learnt, counts, strict=True)
    ]
