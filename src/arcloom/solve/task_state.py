"""Task states: how far each task is in a run of `solve`, and the jobs that take it further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from arcloom.lang import Program
from arcloom.search.bare_answer import BareAnswer, checked_answers
from arcloom.search.strategy import Findings, Strategy
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import first_chance
from arcloom.tasks import Task

LAGGING: Final = (0.9, 0.98)
"""A task falls a round behind for each of these chances that its first attempt reaches.

The work of a round pays about six times as much as that of the next. So a task waits for a round
once it is about that much less likely wrong than the others (bench/figures/solving.md).
"""


@dataclass
class Tally:
    """What a strategy did, on one task or on all."""

    calls: int = 0
    fuel: int = 0
    seconds: float = 0.0
    found: int = 0
    """programs that fit all demos, including those that another strategy found before"""

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.calls += other.calls
        self.fuel += other.fuel
        self.seconds += other.seconds
        self.found += other.found


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """What a round took. On N cores, `cpu_seconds / (N * seconds)` of them were busy."""

    round: int
    """from 1 on"""
    calls: int
    fuel: int
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a task stands in a round that it is not through with."""

    left: int
    """of its fuel"""
    done: tuple[str, ...] = ()
    """strategies that have had their call"""


@dataclass
class TaskState:
    """A task's way through a run. Only the thread that has the task changes it.

    `evidence` is what answers rest on. `searched` is what the search goes on from: the same,
    without what calls found that were cut short, since those are repeated.
    """

    task: Task
    number: int
    evidence: Evidence
    level: int = 0
    fuel: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    exhausted: set[str] = field(default_factory=set)
    turn: Turn | None = None
    memories: dict[str, Any] = field(default_factory=dict)
    """what strategies remember of the task, after the last call that came to its end"""

    def __post_init__(self) -> None:
        self.searched = self.evidence.copy()

    @property
    def lag(self) -> int:
        """Rounds that the task stays behind."""
        chance = first_chance(self.searched)
        return sum(chance >= least for least in LAGGING)

    def take(self, findings: Findings, cut_short: bool) -> bool:
        """Take in what a call found; whether anything is new."""
        if cut_short:
            found = self.evidence.add(findings.found)
            return self.evidence.give(findings.answers) or found
        self.searched.add(findings.found)
        self.searched.give(findings.answers)
        before, self.evidence = self.evidence, self.searched.copy()
        return before.known != self.evidence.known or before.answers != self.evidence.answers

    def give(self, answers: Sequence[BareAnswer]) -> None:
        """Take in bare answers that came from outside the calls."""
        answers = checked_answers(self.task, answers)
        for evidence in (self.searched, self.evidence):
            evidence.give(answers)

    @property
    def size(self) -> int:
        """The number of cells in its grids: roughly the cost of a step."""
        return sum(sample.input.size for sample in self.task.samples)


@dataclass(frozen=True, slots=True)
class Failure:
    """A strategy that failed on a task. The run continues without that call."""

    task_id: str
    strategy: str
    problem: str
    stack: str = ""
    """where the code failed, for those who wrote it"""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far all tasks are, such that another process can go on from there."""

    round: int
    begun: bool
    """whether the round has begun: the tasks that have a turn are not through with it"""
    idle: int
    """rounds before it in which nothing was spent"""
    fuel: int
    """spent before the round"""
    told: tuple[int, ...]
    """how many programs of the pool the strategies were told, round by round"""
    pool: tuple[Program, ...]


@dataclass
class Purse:
    """A task's fuel in one round, the calls that are still to come, and their shares."""

    left: int
    shares: float = 0.0
    calls: int = 0


@dataclass
class Job:
    """One strategy on one task. Its fuel is what the strategies before it left."""

    state: TaskState
    strategy: Strategy
    purse: Purse
    remembered: Any = None
    """what the strategy remembers of the task after the call, where a worker did it"""
