"""Recall: keeps a run's findings in a library, so that the next run continues from there.

It keeps two things. First the programs, as every search records them, for other tasks and other
commands. Second, for each task, its evidence (which strategy found what, at which cost) and the
level it has reached. So a resumed run begins with exactly the same answers. Recalled programs are
run again, because a task or the vocabulary may have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final

from arcloom.engine import weave
from arcloom.errors import InputError
from arcloom.lang import OPS, Program, read_program
from arcloom.library import Library
from arcloom.search.evolve.scoring import scored
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.strategy import Found
from arcloom.search.trial import Candidate, judged, within
from arcloom.solve.config import SolveConfig
from arcloom.solve.ranking import attempts
from arcloom.solve.scheduler import TaskState
from arcloom.tasks import Grid, Task

LIMITS: Final = FIT_LIMITS
"""The highest limits of any strategy: whatever one found must be found again."""
RECORDED: Final = 8
"""Fitting programs of a task to record at a time. The library keeps one per behaviour anyway."""


class Recall:
    """A run's memory in a library."""

    def __init__(self, library: Library, config: SolveConfig, run: str) -> None:
        self._library = library
        self._config = config
        self._run = run
        self._recorded: set[tuple[str, str]] = set()
        way = (config.strategies, config.seed, list(OPS))
        self._way = f"solve levels {_digest(repr(way))}"

    def restore(self, states: Iterable[TaskState]) -> None:
        """Give tasks the evidence and the level that the last run had for them."""
        reached = self._library.load_state(self._way) or {}
        for state in states:
            key = _key(state.task)
            state.level, state.fuel = reached.get(key, (0, 0))
            found = self._library.load_state(key)
            if found:
                state.evidence.add(_recalled(state.task, found, self._config))

    def save(
        self,
        changed: Sequence[TaskState],
        states: Sequence[TaskState],
        also: Mapping[str, Any] | None = None,
    ) -> None:
        """Store the findings of the changed tasks and the progress of all, in one transaction.

        `also` holds further states to store in it.
        """
        limits = within(LIMITS, self._config.memory_per_thread)
        new = [(state.task, self._new(state)) for state in changed]
        batch = scored(new, limits, self._config.threads)
        found = {_key(s.task): [_content(f) for f in s.evidence.known] for s in changed}
        given = {_attempts_key(s.task): self._attempts(s) for s in changed}
        reached = {_key(s.task): (s.level, s.fuel) for s in states}
        state = {**found, **given, self._way: reached, **(also or {})}
        self._library.record(batch, self._run, state)

    def _attempts(self, state: TaskState) -> list[list[Any]]:
        tests = attempts(state.evidence, self._config.attempts)
        return [[grid.tolist() for grid in test] for test in tests]

    def _new(self, state: TaskState) -> list[Program]:
        fresh = []
        for found in state.evidence.known[:RECORDED]:
            key = (state.task.id, found.program.hash)
            if key not in self._recorded:
                self._recorded.add(key)
                fresh.append(found.program)
        return fresh


def given_attempts(library: Library, task: Task) -> list[list[Grid]] | None:
    """For each test the answers of the last `solve` on this library; None if there was none."""
    stored = library.load_state(_attempts_key(task))
    return None if stored is None else [[Grid(rows) for rows in test] for test in stored]


def _content(found: Found) -> dict[str, Any]:
    return {
        "source": found.program.source(),
        "strategy": found.strategy,
        "cost": found.cost,
        "score": found.score,
        "left_out": found.left_out,
    }


def _recalled(task: Task, stored: Sequence[dict[str, Any]], config: SolveConfig) -> list[Found]:
    """The stored programs with their results on the task now, and what was known about them."""
    known: dict[str, dict[str, Any]] = {}
    candidates = []
    for content in stored:
        try:
            program = read_program(content["source"])
        except InputError:  # an op that this version or this session lacks
            continue
        known[program.hash] = content
        candidates.append(Candidate(program, content["cost"]))
    limits = within(LIMITS, config.memory_per_thread)
    result = weave([c.program for c in candidates], limits).run(task.samples, config.threads)
    return [_as_it_was(found, known) for found in judged(task, candidates, result, "", least=0)]


def _as_it_was(found: Found, known: dict[str, dict[str, Any]]) -> Found:
    content = known[found.program.hash]
    left_out = content["left_out"]
    return replace(
        found,
        strategy=content["strategy"],
        score=found.score if found.fits else content["score"],
        left_out=None if left_out is None else (left_out[0], left_out[1]),
    )


def _key(task: Task) -> str:
    """A key from the task's content, because two collections may share ids."""
    grids = [(a.to_tuple(), b.to_tuple()) for a, b in task.pairs]
    tests = [test.input.to_tuple() for test in task.tests]
    return f"solve {_digest(repr((task.id, grids, tests)))}"


def _attempts_key(task: Task) -> str:
    return f"attempts of {_key(task)}"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
