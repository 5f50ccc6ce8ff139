"""LearnOnStates: learns rules on cheap states of the enumeration instead of the grid itself.

The enumerator gives the states that a few steps make of a task's grids. For each state, a program
sees the demos through the state's chain, learns a rule of some kind from them, and applies it to
the chain's value on the test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from arcloom.engine import weave
from arcloom.lang import Program, ProgramBuilder
from arcloom.search.enumerate.chains import Chains
from arcloom.search.enumerate.prior import UNITS_PER_BIT
from arcloom.search.enumerate.strategy import FUEL_PER_STEP
from arcloom.search.enumerate.task_search import MOST_COST, TaskSearch
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings, Found, Stopped, poll_of
from arcloom.search.trial import Candidate, judged, within
from arcloom.tasks import Task

KINDS: Final = ("sizes", "repair", "pick", "summary", "panels", "tree")
"""The kinds of rules to learn, surest first, without colours (the enumerator has them) and scenes
(they cost too much)."""
RULE_BITS: Final = 6.0
STATES: Final = (0, 12, 60, 240, 1000, 4000)
"""The most states to try by level, including those of the levels below."""
SHARE: Final = 0.25
"""The share of the fuel for finding states."""
CHUNK: Final = 12
"""States whose programs are woven together. The fuel is checked after each chunk."""


class LearnOnStates:
    """Learns rules from the cheapest states, more of them in every round."""

    name: Final = "rules"
    share: Final = 1.0
    reads_known: Final = False

    def __init__(self) -> None:
        self._tried: dict[str, int] = {}

    def prepare(self, pool: Sequence[Program]) -> None:
        """Do nothing: each task is searched on its own."""

    def remembered(self, task: Task) -> Any:
        return self._tried.get(task.id, 0)

    def remember(self, task: Task, memory: Any) -> None:
        self._tried[task.id] = memory

    def search(self, task: Task, effort: Effort) -> Findings:
        begin, end = self._tried.get(task.id, 0), STATES[min(effort.level, len(STATES) - 1)]
        search = TaskSearch.of(task) if end > begin else None
        if search is None:
            return Findings(exhausted=effort.level > 0)
        steps = int(effort.fuel * SHARE) // FUEL_PER_STEP
        search.native.run(steps, effort.memory // 2, MOST_COST, effort.stop)
        fuel = search.native.fuel_used * FUEL_PER_STEP
        found: list[Found] = []
        states = search.native.grid_states(end)
        try:
            for at in range(begin, len(states), CHUNK):
                if fuel >= effort.fuel or effort.stop():
                    break
                fuel += _try(task, list(_rules(search, states[at : at + CHUNK])), effort, found)
                self._tried[task.id] = min(at + CHUNK, len(states))
        except Stopped:
            pass
        return Findings(tuple(found), fuel)


def _try(task: Task, candidates: list[Candidate], effort: Effort, found: list[Found]) -> int:
    """Run candidates and add those that fit. Returns the fuel."""
    limits = within(FIT_LIMITS, effort.memory)
    batt = weave([c.program for c in candidates], limits)
    run = batt.run(task.samples, threads=1, match=True, progress=poll_of(effort.stop))
    fits = judged(task, candidates, run, LearnOnStates.name, least=len(task.demos))
    tested, more = with_left_out(task, fits, limits)
    found.extend(tested)
    return run.work + more


def _rules(search: TaskSearch, states: Sequence[int]) -> Iterator[Candidate]:
    for state in states:
        bits = search.native.cost_of(state) / UNITS_PER_BIT + RULE_BITS
        builder = ProgramBuilder()
        view = Chains(builder, search.ground).function(search.chain(state))
        demos = builder.call("on_inputs", builder.input("S"), view)
        shown = builder.apply(view, builder.input("I"))
        for number, kind in enumerate(KINDS):
            rule = builder.call(f"learn_{kind}", demos, builder.const(0))
            yield Candidate(builder.build(builder.call("apply_rule", rule, shown)), bits + number)
