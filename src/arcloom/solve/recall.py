"""Recall: keeps a run's findings in a library, so that the next run continues from there.

Four things are kept. The programs themselves, as any search records them: other tasks and other
commands have them too. For each task its evidence as it stands (which strategy found what, at
which cost), so that a resumed run begins with the very same answers. The answers that have no
program. And how far the run is with each task and strategy (`progress`), so that the same command
on the same tasks does from there on what it would have done uninterrupted. A task is known by its
grids. Programs are run again when they are recalled: the vocabulary may have changed since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from arcloom.engine import weave
from arcloom.errors import InputError
from arcloom.lang import OPS, Program, read_program
from arcloom.library import Library, Scored, StoredBareAnswer, StoredProgram
from arcloom.library.datasets import note_of
from arcloom.library.reached import Reached
from arcloom.library.starter import digest_of_starters
from arcloom.search.bare_answer import BareAnswer
from arcloom.search.evolve.adopting import adopt
from arcloom.search.evolve.scoring import library_scorers, scored
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.strategy import Found
from arcloom.search.trial import Candidate, judged, within
from arcloom.solve.config import SolveConfig
from arcloom.solve.given import attempts_key, digest_of, given_bare_answers, odds_key, task_key
from arcloom.solve.odds import answered
from arcloom.solve.progress import (
    by_task,
    progress_content,
    reached_rows,
    read_progress,
    restore_task,
)
from arcloom.solve.scheduler import Scheduler
from arcloom.solve.task_state import TaskState
from arcloom.tasks import Task

LIMITS: Final = FIT_LIMITS
"""The highest limits of any strategy: whatever one found must be found again."""
RECORDED: Final = 8
"""Fitting programs of a task to record at a time. The library keeps one per behaviour anyway."""


@dataclass(frozen=True)
class Saving:
    """What is to be stored in one transaction."""

    batch: Sequence[Scored]
    state: Mapping[str, Any]
    fresh: frozenset[tuple[str, str]]
    """the programs of the batch, by task and hash"""
    tasks: tuple[str, ...]
    """whose evidence is among it"""
    bare: Mapping[str, Sequence[StoredBareAnswer]]
    """their answers without a program, by the content of the task"""
    reached: Sequence[Reached] = ()


class Recall:
    """A run's memory in a library, for one set of tasks."""

    def __init__(
        self,
        library: Library,
        config: SolveConfig,
        tasks: Sequence[Task],
        starters: Sequence[StoredProgram] = (),
    ) -> None:
        self._library = library
        self._config = config
        self._run: str | None = None
        self._tasks = tasks
        self._was_older = False
        self._recorded: set[tuple[str, str]] = set()
        self._stored: dict[str, tuple[Found | BareAnswer, ...]] = {}
        self._keys = {task.id: task.key for task in tasks}
        way: tuple[Any, ...] = (config.strategies, config.seed, list(OPS))
        if starters:  # how many programs `transfer` has tried says nothing about another list
            way = (*way, digest_of_starters(starters))
        self._way = f"solve {digest_of(repr(way))}"
        whole = digest_of(repr((*way, list(self._keys.values()))))
        self._search = f"solve {whole}"
        self._progress, self._pool = f"progress of solve {whole}", f"pool of solve {whole}"
        self._pooled = 0
        self._noted: dict[tuple[str, str], Reached] = {}
        self._differs: Sequence[Program] | None = None
        self._before: dict[str, Any] = library.load_state(self._progress) or {}
        self._runs: list[str] = self._before.get("runs", [])

    def stock(self) -> list[StoredProgram]:
        """The library's programs, without those that the run which is resumed has found."""
        stored = self._library.programs("program")
        return [program for program in stored if program.created_run not in self._runs]

    def start(self, tasks: object = None) -> str:
        """Note that the run begins, on this dataset; gives its id."""
        configuration = {**self._config.content(), "dataset": note_of(tasks)}
        self._was_older = adopt(self._library, self._tasks, self._config.threads)
        self._differs = library_scorers(self._library)
        self._run = self._library.start_run("solve", configuration, self._config.seed)
        self._runs = [*self._runs, self._run]
        return self._run

    def restore(self, states: Sequence[TaskState], scheduler: Scheduler | None = None) -> None:
        """Give tasks back what the last run had for them, and how far it was."""
        levels = self._library.levels(self._way)
        own = by_task(self._library.reached(self._search))
        whole = bool(self._before)
        for state, found in zip(states, self._recall_all(states), strict=True):
            key = state.task.key
            state.level, state.fuel = levels.get(key, (0, 0))
            if not (key in own and restore_task(state, own[key], found)):
                whole = False
                state.searched.add(found)
            state.evidence.add(found)
            state.give(given_bare_answers(self._library, state.task))
        if whole and scheduler is not None:
            sources = self._library.load_state(self._pool) or []
            progress = read_progress(self._before, sources)
            if progress is not None:
                self._pooled = len(progress.pool)
                scheduler.resume(progress)

    def _recall_all(self, states: Sequence[TaskState]) -> list[list[Found]]:
        """For each task its stored programs, run again. The tasks share the threads."""

        def recalled(state: TaskState, stored: Sequence[dict[str, Any]]) -> list[Found]:
            return _recalled(state.task, stored, self._config) if stored else []

        stored = [
            self._library.load_state(task_key(state.task)) or self._as_it_was_filed(state.task)
            for state in states
        ]
        with ThreadPoolExecutor(self._config.threads) as threads:
            return list(threads.map(recalled, states, stored))

    def prepare(self, scheduler: Scheduler, also: Mapping[str, Any] | None = None) -> Saving:
        """What is to be stored: what was found since the last time, and how far all tasks are.

        `also` holds further states to store in it.
        """
        limits = within(LIMITS, self._config.memory_per_thread)
        with scheduler.still():  # evidence and progress of one moment
            changed = [state for state in scheduler.states if self._has_changed(state)]
            new = [(state.task, self._new(state)) for state in changed]
            found = {task_key(s.task): _contents(s) for s in changed}
            progress = self._progress_content(scheduler)
            reached = self._reached(scheduler)
        batch = scored(new, limits, self._config.threads, self._differs)
        given = {key: value for s in changed for key, value in self._given(s)}
        fresh = frozenset((task.id, program.hash) for task, them in new for program in them)
        state = {**found, **given, **progress, **(also or {})}
        bare = {s.task.key: _stored_bare(s) for s in changed if s.evidence.answers}
        return Saving(batch, state, fresh, tuple(s.task.id for s in changed), bare, reached)

    def save(self, saving: Saving) -> None:
        """Store it, in one transaction."""
        self._library.record(saving.batch, self._run, saving.state, saving.reached, saving.bare)

    def failed(self, saving: Saving) -> None:
        """It was not stored: the programs are to come again."""
        self._recorded -= saving.fresh
        self._pooled = 0
        for task_id in saving.tasks:
            del self._stored[task_id]
        for row in saving.reached:
            self._noted.pop((row.task, row.strategy), None)

    def _has_changed(self, state: TaskState) -> bool:
        programs = (*state.searched.known, *state.evidence.known)
        known: tuple[Found | BareAnswer, ...] = (*programs, *state.evidence.answers)
        before = self._stored.get(state.task.id, ())
        self._stored[state.task.id] = known
        return known != before

    def _progress_content(self, scheduler: Scheduler) -> dict[str, Any]:
        progress = scheduler.progress()
        if progress is None:
            return {}
        content = progress_content(progress)
        out: dict[str, Any] = {self._progress: {**content, "runs": self._runs}}
        if len(progress.pool) != self._pooled:
            out[self._pool] = [program.source() for program in progress.pool]
            self._pooled = len(progress.pool)
        return out

    def _reached(self, scheduler: Scheduler) -> list[Reached]:
        """How far the tasks are, as far as that is not noted yet."""
        if scheduler.progress() is None:
            return []
        now = [row for s in scheduler.states for row in reached_rows(s, self._search, self._way)]
        new = [row for row in now if self._noted.get((row.task, row.strategy)) != row]
        self._noted |= {(row.task, row.strategy): row for row in new}
        return new

    def _as_it_was_filed(self, task: Task) -> Any:
        """What an older version has stored for a task, which it knew by its id as well."""
        if not self._was_older:
            return []
        return self._library.load_state(_filed_by_id(task)) or []

    def _given(self, state: TaskState) -> Iterator[tuple[str, Any]]:
        """The task's attempts and their odds, as states to store."""
        outputs, found = answered(state.evidence, self._config.attempts, self._config.weights)
        yield attempts_key(state.task), [[grid.tolist() for grid in test] for test in outputs]
        yield odds_key(state.task), {"task": state.task.id, **asdict(found)}

    def _new(self, state: TaskState) -> list[Program]:
        fresh = []
        for found in state.evidence.known[:RECORDED]:
            key = (state.task.id, found.program.hash)
            if key not in self._recorded:
                self._recorded.add(key)
                fresh.append(found.program)
        return fresh


def _stored_bare(state: TaskState) -> list[StoredBareAnswer]:
    task = state.task
    return [
        StoredBareAnswer(task.key, task.id, a.origin, a.test, a.output, a.votes, a.of, a.bits)
        for a in state.evidence.answers
    ]


def _contents(state: TaskState) -> list[dict[str, Any]]:
    """What the search goes on from, in its order, then what only shows in the answers."""
    searched = state.searched.known
    hashes = {found.program.hash for found in searched}
    others = (f for f in state.evidence.known if f.program.hash not in hashes)
    return [_content(found) for found in (*searched, *others)]


def _content(found: Found) -> dict[str, Any]:
    return {
        "source": found.program.source(),
        "strategy": found.strategy,
        "cost": found.cost,
        "matched": found.matched,
        "score": found.score,
        "fuel": found.fuel,
        "given": [grid is not None for grid in found.outputs],
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
    result = weave([c.program for c in candidates], limits).run(task.samples, threads=1)
    return [_as_it_was(found, known) for found in judged(task, candidates, result, "", least=0)]


def _as_it_was(found: Found, known: dict[str, dict[str, Any]]) -> Found:
    content = known[found.program.hash]
    left_out = content["left_out"]
    found = replace(
        found,
        strategy=content["strategy"],
        score=found.score if found.fits else content["score"],
        left_out=None if left_out is None else (left_out[0], left_out[1]),
    )
    matched, given = content.get("matched", 0), content.get("given", [])
    if "fuel" not in content or found.matched < matched or len(given) != len(found.outputs):
        return found  # of an older version; or it does worse than it did
    # A strategy may have run it with tighter limits than these, or counted its fuel otherwise.
    outputs = tuple(g if was else None for g, was in zip(found.outputs, given, strict=True))
    score = content["score"]
    return replace(found, matched=matched, score=score, fuel=content["fuel"], outputs=outputs)


def _filed_by_id(task: Task) -> str:
    """What older versions filed a task's findings under."""
    pairs = [(a.to_tuple(), b.to_tuple()) for a, b in task.pairs]
    tests = [test.input.to_tuple() for test in task.tests]
    return f"solve {digest_of(repr((task.id, pairs, tests)))}"
