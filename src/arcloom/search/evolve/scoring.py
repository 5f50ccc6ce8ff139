"""Scores programs as evolution does, so that everything that a library keeps is comparable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from arcloom import _core
from arcloom.engine.limits import Limits
from arcloom.engine.results import as_grid
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.library.records import Scored, Scoring, Spelled
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.tasks import Grid, Task

if TYPE_CHECKING:  # workers do without SQLAlchemy, whose import takes as long as all else
    from arcloom.library.store import Library

SCORED_WITH: Final = "scored with"
"""The library's state that says which differs, besides the built-in ones, made its scores."""


def scoring_of(limits: Limits, differs: tuple[str, ...] | None = ()) -> Scoring:
    """How scores are made under these limits, and with these differs besides the built-in ones."""
    return Scoring(limits.node_fuel, limits.program_fuel, limits.memory, differs)


def library_scorers(library: Library) -> list[Program] | None:
    """The differs that made the library's scores; None if matched demos alone count."""
    jury = (library.load_state(SCORED_WITH) or {"jury": []})["jury"]
    if not jury:
        return None if jury is None else []
    differs = {stored.hash: stored for stored in library.programs("differ")}
    return [differs[one].parse() for one in jury if one in differs]


def scored(
    work: Iterable[tuple[Task, Sequence[Program]]],
    limits: Limits,
    threads: int,
    differs: Sequence[Program] | None = (),
) -> list[Scored]:
    """Each task's programs as a library records them. Of equal behaviour, only the cheapest.

    `differs` score besides the built-in ones; with None, matched demos alone count.
    """
    breeder = new_breeder(Mutations(), limits)
    hashes = None if differs is None else tuple(_set_scorers(breeder, differs))
    scoring = scoring_of(limits, hashes)
    tasks: list[Task] = []
    jobs = []
    for task, programs in work:
        numbers = [n for program in programs if (n := _add(breeder, program)) is not None]
        if numbers:
            tasks.append(task)
            breeder_task = breeder.add_task(task.pairs, [test.input for test in task.tests])
            jobs.append(_core.BreedJob(breeder_task, numbers, as_they_are=True, keep=len(numbers)))
    if not jobs:
        return []
    children = breeder.step(jobs, threads, differs is not None, None).children
    return [
        record_of(tasks[c.job], decode(*breeder.program(c.number)), c, scoring, c.answers)
        for c in children
    ]


def _set_scorers(breeder: _core.Breeder, differs: Sequence[Program]) -> list[str]:
    numbers = {program.hash: _add(breeder, program) for program in differs}
    taken = {hash_: number for hash_, number in numbers.items() if number is not None}
    if taken:
        breeder.set_scorers(list(taken.values()))
    return list(taken)


def _add(breeder: _core.Breeder, program: Program) -> int | None:
    try:
        return breeder.add_program(*program.encode())
    except ValueError:  # an op with more arguments than the breeder supports
        return None


def record_of(
    task: Task,
    program: Program | Spelled,
    child: _core.BredChild,
    scoring: Scoring,
    answers: Sequence[Any],
    parents: tuple[str, ...] = (),
) -> Scored:
    """A scored child as a library keeps it."""
    return Scored(
        program,
        task.id,
        child.matched,
        len(task.demos),
        child.score,
        child.fuel,
        f"{child.behaviour:016x}",
        tuple(map(grid_of, answers)),
        parents,
        task=task.key,
        scoring=scoring,
    )


def grid_of(value: Any) -> Grid | None:
    """A native output as a grid; None if it is none."""
    grid = as_grid(value)
    return grid if isinstance(grid, Grid) else None
