"""The interface of strategies: a task and an effort in, scored programs out.

A strategy looks for programs that give the outputs of a task's demos. The scheduler calls `prepare`
before a round, on one thread, and then `search` for one task after another, on many threads at
once but never twice at once for the same task. What `search` gives may depend on the task, the
effort and what `prepare` was told, and on nothing else: no clock, no other task. So a run whose
efforts are counted in fuel has one result on any number of threads.

A new strategy is a class with these two methods and a name, and a line in `solve/strategies.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from arcloom.lang import Program
from arcloom.tasks import Grid, Task

Stop = Callable[[], bool]


class Stopped(Exception):  # noqa: N818 - it is no error
    """Raised through native code to end it: the budget is spent, or someone pressed Ctrl-C."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A program and what it is worth on a task."""

    task_id: str
    program: Program
    strategy: str
    cost: float
    """description length in bits; less is simpler"""
    matched: int
    """demos whose output it gives"""
    demos: int
    outputs: tuple[Grid | None, ...]
    """for each test input; None where it gives no grid that could be an answer"""
    score: int
    """partial credit, 0 to 1000; 1000 where all demos are matched"""
    fuel: int
    """what running it on the task takes"""
    left_out: tuple[int, int] | None = None
    """for a program that learns from demos: of how many, left out of `S`, it gives the output"""

    @property
    def fits(self) -> bool:
        """Whether it gives the output of every demo."""
        return self.matched == self.demos


@dataclass(frozen=True, slots=True)
class Findings:
    """What one call of a strategy came to."""

    found: tuple[Found, ...] = ()
    fuel: int = 0
    """spent, about a nanosecond of one core each"""
    exhausted: bool = False
    """more fuel would find nothing else for this task"""


@dataclass(frozen=True, slots=True)
class Effort:
    """What one call may take. The level grows with the calls for a task: 0, 1, 2, ..."""

    level: int
    fuel: int
    memory: int
    """bytes that the call may hold; a bound for native code"""
    seed: int
    stop: Stop
    """asked often; once it is true the call returns soon, with what it has"""
    known: tuple[Found, ...] = ()
    """what was found for the task so far, best first"""


class Strategy(Protocol):
    """A way to look for programs."""

    @property
    def name(self) -> str:
        """In reports and in `--strategies`."""

    def prepare(self, pool: Sequence[Program]) -> None:
        """A round begins. `pool` are the programs that fit some task, in an order that lasts."""

    def search(self, task: Task, effort: Effort) -> Findings:
        """Look for programs for one task."""


@runtime_checkable
class LooksAhead(Strategy, Protocol):
    """A strategy that does part of a round's work for all tasks at once, before their turns.

    The scheduler calls `look_ahead` in every round, on one thread, when all turns before this
    strategy's are over; then `search` as ever, with the same efforts. What `search` gives is what
    it would give without.
    """

    def look_ahead(self, turns: Sequence[tuple[Task, Effort]]) -> None:
        """The tasks of the round, each with its effort."""


@runtime_checkable
class Remembers(Strategy, Protocol):
    """A strategy that goes on, task by task, from where its last call stopped."""

    def remembered(self, task: Task) -> Any:
        """What it would need to know of the task in another process, as JSON; None: nothing."""

    def remember(self, task: Task, memory: Any) -> None:
        """Go on from there."""


def poll_of(stop: Stop) -> Callable[..., None]:
    """A function for native code to call now and then; it raises `Stopped` when it is time."""

    def poll(*_: object) -> None:
        if stop():
            raise Stopped

    return poll
