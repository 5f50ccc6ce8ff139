"""The interface of strategies: a task and an effort go in, findings come out.

A strategy looks for programs that give the outputs of a task's demos. It may also give answers that
have no program (`BareAnswer`).

Before a round the scheduler calls `prepare`, on one thread. Then it calls `search` for one task
after another, on many threads, but never twice at once for the same task. The result of `search`
may depend only on the task, the effort and what `prepare` received. It may not depend on a clock or
on other tasks. So a run whose efforts are counted in fuel has the same result on any number of
threads.

A new strategy is a class with these two methods, a name and a share. `arcloom.solve` takes an
object of it (`strategies=["enumerate", Mine()]`), and the command takes its file (`--strategy
FILE:Class`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.search.bare_answer import BareAnswer, checked_answers
from arcloom.tasks import Grid, Task

Stop = Callable[[], bool]

SHARE: Final = 1.0
"""The share of a strategy that declares none."""
REFUTING: Final = 3
"""Demos that leave-one-out needs to refute a rule. Such rules are right once in ten times."""


class Stopped(Exception):  # noqa: N818 - it is no error
    """Raised through native code to stop it: the budget is spent, or someone pressed Ctrl-C."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A program and its value for a task."""

    task_id: str
    program: Program
    strategy: str
    cost: float
    """description length in bits; less is simpler"""
    matched: int
    """number of demos whose output it gives"""
    demos: int
    outputs: tuple[Grid | None, ...]
    """one per test input; None if the program gives no grid that could be an answer"""
    score: int
    """partial credit from 0 to 1000; 1000 if it matches all demos"""
    fuel: int
    """cost of running it on the task"""
    left_out: tuple[int, int] | None = None
    """for a program that learns: how many demos it gives while they are left out, of how many"""

    def __reduce__(self) -> Any:
        # Findings travel by the dozen, and the way of dataclasses looks up every field by name.
        return Found, (
            *(self.task_id, self.program, self.strategy, self.cost, self.matched, self.demos),
            *(self.outputs, self.score, self.fuel, self.left_out),
        )

    @property
    def refuted(self) -> bool:
        """Whether it has learnt the demos by heart: it gives none of them while it is left out.

        Two demos are too few to say so, since one alone seldom determines a rule.
        """
        if self.left_out is None or self.left_out[1] < REFUTING:
            return False
        return self.left_out[0] == 0

    @property
    def fits(self) -> bool:
        """Whether it gives the output of every demo."""
        return self.matched == self.demos

    def __repr__(self) -> str:
        demos = f"{self.matched} of {self.demos} demos"
        nodes = len(self.program)
        return f"Found({self.task_id}: {nodes} nodes by {self.strategy}, {demos})"


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of one call of a strategy."""

    found: tuple[Found, ...] = ()
    fuel: int = 0
    """fuel spent, about a nanosecond of one core each"""
    exhausted: bool = False
    """whether more fuel would find nothing else for this task"""
    answers: tuple[BareAnswer, ...] = ()
    """outputs without a program; they replace what the same origin said of the same test before"""


@dataclass(frozen=True, slots=True)
class Effort:
    """What one call may spend. The level counts the calls for a task: 0, 1, 2, ..."""

    level: int
    fuel: int
    memory: int
    """bytes that the call may hold; a bound for native code"""
    seed: int
    stop: Stop
    """called often; once it is true, the call returns soon with what it has"""
    known: tuple[Found, ...] = ()
    """what was found for the task so far, best first; empty for a strategy that does not look"""


class Strategy(Protocol):
    """A way to look for programs.

    Any class with these members is a strategy. One that inherits from this class needs only a name
    and `search`.

    Example:
        ```python
        class Mirrors(al.Strategy):
            name = "mirrors"
            share = 0.5

            def __init__(self) -> None:
                sources = ("def solve(I): return vmirror(I)", "def solve(I): return hmirror(I)")
                self._trial = al.Trial(self.name, map(al.read_program, sources))

            def search(self, task: al.Task, effort: al.Effort) -> al.Findings:
                return self._trial.run(task, effort)
        ```
    """

    @property
    def name(self) -> str:
        """The name in reports and in `--strategies`: letters, digits, `_` and `-`."""
        raise NotImplementedError

    @property
    def share(self) -> float:
        """Its part of a task's fuel in a round, where the built-in strategies have 1 to 4."""
        return SHARE

    def prepare(self, pool: Sequence[Program]) -> None:
        """Begin a round. `pool` holds the programs that fit some task, in a stable order."""
        return None

    def search(self, task: Task, effort: Effort) -> Findings:
        """Look for programs for one task, on any thread. The result depends on nothing else."""
        raise NotImplementedError


@runtime_checkable
class LooksAhead(Strategy, Protocol):
    """A strategy that does part of a round's work for all tasks at once, before their turns.

    The scheduler calls `look_ahead` in every round, on one thread, after all turns before this
    strategy's. Then it calls `search` as usual, with the same efforts. `search` returns the same as
    it would without `look_ahead`.
    """

    def look_ahead(self, turns: Sequence[tuple[Task, Effort]]) -> None:
        """Work ahead for the tasks of the round, each with its effort."""

    def has_looked(self, task: Task, effort: Effort) -> bool:
        """Whether `look_ahead` left something for this turn. If not, any worker can have it."""


@runtime_checkable
class Remembers(Strategy, Protocol):
    """A strategy that goes on, task by task, from where its last call stopped."""

    def remembered(self, task: Task) -> Any:
        """What it would need to know of the task in another process, as JSON; None: nothing."""

    def remember(self, task: Task, memory: Any) -> None:
        """Go on from there."""


def checked_findings(task: Task, findings: object) -> Findings:
    """What a call of a strategy returned, if it can be used: a user may have written it.

    Raises:
        InputError: It is no `Findings`, or something in it is not what it should be.
    """
    if not isinstance(findings, Findings):
        raise InputError(
            f"search returned {type(findings).__name__}", remedy="return an arcloom.Findings"
        )
    strange: list[object] = [one for one in findings.found if not isinstance(one, Found)]
    strange += [one for one in findings.answers if not isinstance(one, BareAnswer)]
    strange += [] if isinstance(findings.fuel, int) else [findings.fuel]
    if strange:
        raise InputError(
            f"search returned a Findings that holds {type(strange[0]).__name__}",
            remedy="found holds arcloom.Found, answers arcloom.BareAnswer, and fuel is an integer",
        )
    checked_answers(task, findings.answers)
    return findings


def share_of(strategy: Strategy) -> float:
    """The share that a strategy declares."""
    return float(getattr(strategy, "share", SHARE))


def reads_known(strategy: Strategy) -> bool:
    """Whether a strategy looks at `Effort.known`. One that does not says `reads_known = False`.

    What is known of a task travels with every job to a worker, and is the most of it.
    """
    return bool(getattr(strategy, "reads_known", True))


def poll_of(stop: Stop) -> Callable[..., None]:
    """A function that native code calls now and then. It raises `Stopped` once `stop` is true."""

    def poll(*_: object) -> None:
        if stop():
            raise Stopped

    return poll
