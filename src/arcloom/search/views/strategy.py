"""Views: learns rules on changed forms of a task, and turns the answers back.

The forms are those of `ways`. Enumeration searches them too, and frames; see `enumerate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from arcloom.lang import Program, values
from arcloom.lang.node import Node
from arcloom.search.learn.candidates import FIT_LIMITS, LEVELS, programs
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings, Found
from arcloom.search.trial import Candidate, Trial, within
from arcloom.search.ways import FORMS, ON_GROUND, View, Way, ground_changes, through, views_of
from arcloom.tasks import Task

NO_FORM: Final = 9999
"""A number that no program has as a constant."""
_NO_FORM_NODE: Final = Node("const", NO_FORM)
FIRST_LEVEL: Final = 1
"""The first level with enough fuel for many views. The view of the ground is used before: if the
ground changes from demo to demo, a task makes little sense in any other view."""
VIEW_BITS: Final = 5.0


class Views:
    """Learns rules in each form of a task, more of them in every round.

    `beside_fit`: whether `fit` runs too. That begins with the ground as 0 where the ground changes,
    so this view is left out then.
    """

    name: Final = "views"
    share: Final = 1.0
    reads_known: Final = False

    def __init__(self, *, beside_fit: bool = True) -> None:
        self._beside_fit = beside_fit
        self._trials = [Trial(self.name, limits=FIT_LIMITS) for _ in range(FORMS)]
        self._ends: list[int] = []

    def prepare(self, pool: Sequence[Program]) -> None:
        # Stay one level ahead of every task, so that the list does not grow during a search.
        level = len(self._ends)
        if level < LEVELS:
            seen = [_in_all_forms(p.program, p.cost) for p in programs(level)]
            for form, trial in enumerate(self._trials):
                trial.extend([candidates[form] for candidates in seen])
            self._ends.append(len(self._trials[0]))

    def remembered(self, task: Task) -> Any:
        return [trial.tried(task) for trial in self._trials]

    def remember(self, task: Task, memory: Any) -> None:
        for trial, tried_before in zip(self._trials, memory, strict=False):
            trial.go_on(task, tried_before)

    def search(self, task: Task, effort: Effort) -> Findings:
        views = [view for view in views_of(task) if not view.way.framed]
        if self._beside_fit and ground_changes(task):
            views = [view for view in views if view.way != ON_GROUND]
        if effort.level < FIRST_LEVEL:
            views = [view for view in views if view.way == ON_GROUND]
        found: list[Found] = []
        fuel = 0
        for number, view in enumerate(views):
            if effort.stop():
                break
            parts = len(views) - number
            left = (effort.fuel - fuel) // (min(parts, 2) if view.way == ON_GROUND else parts)
            fuel += self._fit(view, task, effort, left, found)
        return Findings(tuple(found), fuel, exhausted=not views and effort.level >= FIRST_LEVEL)

    def _fit(self, view: View, task: Task, effort: Effort, fuel: int, found: list[Found]) -> int:
        level = effort.level if view.way == ON_GROUND else effort.level - FIRST_LEVEL + 1
        end = self._ends[min(level, len(self._ends) - 1)]
        trial = self._trials[view.way.number]
        findings = trial.run(task, replace(effort, fuel=fuel), end)
        fits, more = with_left_out(task, findings.found, within(FIT_LIMITS, effort.memory))
        found.extend(fits)
        return findings.fuel + more


def _in_all_forms(program: Program, cost: float) -> list[Candidate]:
    """The program as seen in every form. The forms differ in a constant, so it is built once."""
    built = through(Way(framed=False, number=NO_FORM), program)
    used = {values.token(node.payload) for node in built.nodes if node.kind == "const"}

    def seen(form: int) -> Program:
        if values.token(form) in used:  # two nodes become one
            return through(Way(framed=False, number=form), program)
        numbered = Node("const", form)
        nodes = tuple([numbered if node == _NO_FORM_NODE else node for node in built.nodes])
        return Program(built.name, built.params, nodes)

    return [Candidate(seen(form), cost + VIEW_BITS) for form in range(FORMS)]
