"""Trial: a list of programs to try on tasks. Programs are woven once and run in match mode."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from threading import local
from typing import Final

from arcloom.engine import Batt, Limits, RunResult, weave
from arcloom.errors import of_kind
from arcloom.lang import Program
from arcloom.lang.program import check_program
from arcloom.search.description_length import description_length
from arcloom.search.strategy import Effort, Findings, Found, Stopped, poll_of
from arcloom.tasks import Grid, Task
from arcloom.tasks.read import MAX_SIDE

CHUNK: Final = 128
"""Programs that are woven and run together. The fuel is checked after each chunk."""
PARTIAL: Final = 2
"""How many programs that match the first demo but not all are kept as guesses."""
_WOVEN: Final = 32
"""Batts that a thread keeps."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program to try, with its cost in bits."""

    program: Program
    cost: float


class Trial:
    """A list of programs to try, which only grows. Each task continues where it stopped.

    A strategy that tries a list of programs needs little else.
    """

    def __init__(
        self, name: str, programs: Iterable[Program] = (), *, limits: Limits | None = None
    ) -> None:
        """Begin a list.

        Args:
            name: The strategy's name, for what it finds.
            programs: Programs to try, each at the cost of its description length.
            limits: How much work and memory a program may use.
        """
        of_kind("programs", programs, Iterable, "programs")
        of_kind("limits", limits, Limits, "a Limits", optional=True)
        self.name = name
        self._limits = limits or Limits()
        self._candidates: list[Candidate] = []
        self._known: set[str] = set()
        self._tried: dict[str, int] = {}
        self._threads = local()
        self.extend(
            [
                Candidate(program, description_length(program))
                for program in map(check_program, programs)
            ]
        )

    def __len__(self) -> int:
        return len(self._candidates)

    def tried(self, task: Task) -> int:
        """How many of the list were tried on a task."""
        return self._tried.get(task.id, 0)

    def go_on(self, task: Task, tried: int) -> None:
        """That many were tried on the task before, in another process."""
        self._tried[task.id] = tried

    def extend(self, candidates: Sequence[Candidate]) -> None:
        """Add the programs that are not on the list yet, simplest first."""
        new = {c.program.hash: c for c in candidates if c.program.hash not in self._known}
        self._known.update(new)
        self._candidates += sorted(new.values(), key=lambda c: (c.cost, c.program.hash))

    def run(self, task: Task, effort: Effort, upto: int | None = None) -> Findings:
        """Try further programs on a task, until fuel ends or the first `upto` have been tried.

        Args:
            task: The task.
            effort: What the call may spend.
            upto: How many of the list may be tried; all by default.

        Returns:
            The programs that fit, the best of the others, and the fuel that was spent.
        """
        end = len(self._candidates) if upto is None else upto
        at, fuel = self._tried.get(task.id, 0), 0
        fits: list[Found] = []
        partial: list[Found] = []
        try:
            while at < end and fuel < effort.fuel and not effort.stop():
                stop = min((at // CHUNK + 1) * CHUNK, end)
                fuel += self._chunk(task, at, stop, effort, fits, partial)
                at = self._tried[task.id] = stop
        except Stopped:
            pass
        partial.sort(key=lambda found: (-found.matched, found.cost, found.program.hash))
        return Findings((*fits, *partial[:PARTIAL]), fuel, at >= len(self._candidates))

    def _chunk(
        self,
        task: Task,
        first: int,
        stop: int,
        effort: Effort,
        fits: list[Found],
        partial: list[Found],
    ) -> int:
        batt = self._woven(first, stop, effort.memory)
        result = batt.run(task.samples, threads=1, match=True, progress=poll_of(effort.stop))
        for found in judged(task, self._candidates[first:stop], result, self.name, partial=PARTIAL):
            (fits if found.fits else partial).append(found)
        return result.work

    def _woven(self, first: int, stop: int, memory: int) -> Batt:
        """The batt of a part of the list, for this thread: threads cannot share a batt."""
        woven: dict[tuple[int, int, int], Batt] = self._threads.__dict__.setdefault("woven", {})
        key = (first, stop, memory)
        if key not in woven:
            while len(woven) >= _WOVEN:
                woven.pop(next(iter(woven)))
            programs = [c.program for c in self._candidates[first:stop]]
            woven[key] = weave(programs, within(self._limits, memory))
        return woven[key]


def within(limits: Limits, memory: int) -> Limits:
    """The limits, with at most this much memory."""
    return replace(limits, memory=min(limits.memory, memory))


def judged(
    task: Task,
    candidates: Sequence[Candidate],
    result: RunResult,
    strategy: str,
    *,
    least: int = 1,
    partial: int | None = None,
) -> list[Found]:
    """The programs of a run on one task that give the output of at least `least` demos.

    With `partial`, only the best `partial` of those that miss a demo are kept.
    """
    matched = result.matches[:, : len(task.demos)].sum(axis=1).tolist()
    rows = [row for row, count in enumerate(matched) if count >= least]
    if partial is not None:
        missing = [row for row in rows if matched[row] < len(task.demos)]
        missing.sort(
            key=lambda row: (-matched[row], candidates[row].cost, candidates[row].program.hash)
        )
        rows = sorted(set(rows) - set(missing[partial:]))
    return [
        Found(
            task.id,
            candidates[row].program,
            strategy,
            candidates[row].cost,
            matched[row],
            len(task.demos),
            outputs,
            1000 * matched[row] // len(task.demos),
            int(result.fuel[row].sum()),
        )
        for row, outputs in zip(rows, _answers(result.batt, rows, task), strict=True)
    ]


def _answers(batt: Batt, rows: Sequence[int], task: Task) -> list[tuple[Grid | None, ...]]:
    """The programs' answers to each test. They run together, as they share what they learn."""
    if not rows:
        return []
    tests = [map(answer_of, batt.values(rows, sample)) for sample in task.tests]
    return list(zip(*tests, strict=True)) if tests else [()] * len(rows)


def answer_of(value: object) -> Grid | None:
    """The value if it can be an answer, that is, a grid no larger than a task's; otherwise None."""
    return value if isinstance(value, Grid) and max(value.shape) <= MAX_SIDE else None
