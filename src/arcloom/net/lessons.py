"""Lessons: the pairs that a network learns. Only here are seals opened, and only of training tasks.

Of the run's tasks only demos are learnt. Training tasks that the user names beside them give their
tests too, if they share no grid with the run (see `leakage`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from arcloom.errors import InputError
from arcloom.net.leakage import Refusal, grid_hash, without_leaks
from arcloom.net.tokens import SIDE
from arcloom.net.views import free_colours_of
from arcloom.tasks import Grid, Task
from arcloom.tasks.sealed import reveal


@dataclass(frozen=True)
class Lesson:
    """A pair to learn."""

    task: int
    """the place of its task among all that are learnt"""
    given: Grid
    wanted: Grid
    free: tuple[int, ...]
    """the colours that its views permute"""


@dataclass(frozen=True)
class Lessons:
    """All that a network learns."""

    learnt: tuple[Lesson, ...]
    held_out: tuple[Lesson, ...]
    """demos of the run's tasks that are kept from the training to measure it"""
    tasks: int
    refused: tuple[Refusal, ...]
    identity: str
    """changes with any grid, id or order"""
    whole: tuple[Task, ...] = ()
    """the training tasks, which are learnt with their tests"""


def lessons_of(tasks: Sequence[Task], extra: Sequence[Task], held_out: int, seed: int) -> Lessons:
    """The lessons of a run's tasks and of further training tasks."""
    if not tasks:
        raise InputError("no tasks to learn", remedy="give at least one task")
    kept, refused = without_leaks(tasks, extra)
    learnt: list[Lesson] = []
    for number, task in enumerate(tasks):
        learnt += _lessons(number, task, [])
    apart = _apart(learnt, held_out, seed)
    for number, task in enumerate(kept, len(tasks)):
        learnt += _whole(number, task)
    fitting = [lesson for lesson in learnt if _fits(lesson)]
    if not fitting:
        raise InputError(
            "no demo to learn", remedy=f"grids of at most {SIDE}x{SIDE} cells are learnt"
        )
    return Lessons(
        tuple(lesson for lesson in fitting if id(lesson) not in apart),
        tuple(lesson for lesson in fitting if id(lesson) in apart),
        len(tasks) + len(kept),
        tuple(refused),
        _identity(tasks, kept, held_out),
        tuple(kept),
    )


def lessons_of_whole(tasks: Sequence[Task], without: Sequence[Task]) -> Lessons:
    """The lessons of training tasks alone, tests included; none that holds a task of `without`."""
    kept, refused = without_leaks(without, tasks)
    learnt = [one for n, task in enumerate(kept) for one in _whole(n, task) if _fits(one)]
    if not learnt:
        raise InputError(
            "no task to learn", remedy=f"name tasks with grids of at most {SIDE}x{SIDE} cells"
        )
    identity = _identity((), kept, 0)
    return Lessons(tuple(learnt), (), len(kept), tuple(refused), identity, tuple(kept))


def _whole(number: int, task: Task) -> list[Lesson]:
    """The lessons of a training task, of its demos and tests."""
    pairs = zip(task.tests, reveal(task), strict=True)
    return _lessons(number, task, [(s.input, out) for s, out in pairs if out is not None])


def _lessons(number: int, task: Task, tests: Sequence[tuple[Grid, Grid]]) -> list[Lesson]:
    free = free_colours_of(task, tests)
    return [Lesson(number, given, wanted, free) for given, wanted in [*task.pairs, *tests]]


def _apart(learnt: Sequence[Lesson], count: int, seed: int) -> set[int]:
    """Which demos are held out: at most one per task, of tasks that have others."""
    if count <= 0:
        return set()
    by_task: dict[int, list[Lesson]] = {}
    for lesson in filter(_fits, learnt):
        by_task.setdefault(lesson.task, []).append(lesson)
    rng = np.random.default_rng([seed, 1])
    able = [group for group in by_task.values() if len(group) > 2]
    chosen = rng.permutation(len(able))[:count]
    return {id(able[place][int(rng.integers(len(able[place])))]) for place in chosen}


def _fits(lesson: Lesson) -> bool:
    return max(*lesson.given.shape, *lesson.wanted.shape) <= SIDE


def _identity(tasks: Sequence[Task], extra: Sequence[Task], held_out: int) -> str:
    digest = sha256(f"{len(tasks)} {held_out}".encode())
    for task in [*tasks, *extra]:
        digest.update(task.id.encode())
        for sample in task.samples:
            digest.update(grid_hash(sample.input))
            if sample.output is not None:
                digest.update(grid_hash(sample.output))
    return digest.hexdigest()
