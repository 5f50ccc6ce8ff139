"""Scores programs as evolution does, so that everything that a library keeps is comparable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arcloom import _core
from arcloom.engine.limits import Limits
from arcloom.engine.results import as_grid
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.library.records import Scored
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.tasks import Grid, Task


def scored(
    work: Iterable[tuple[Task, Sequence[Program]]], limits: Limits, threads: int
) -> list[Scored]:
    """Each task's programs as a library records them. Of equal behaviour, only the cheapest."""
    breeder = new_breeder(Mutations(), limits)
    tasks: list[Task] = []
    jobs = []
    for task, programs in work:
        numbers = [n for program in programs if (n := _add(breeder, program)) is not None]
        if numbers:
            tasks.append(task)
            breeder_task = breeder.add_task(task.pairs, [test.input for test in task.tests])
            jobs.append((breeder_task, numbers, 0, len(numbers), True, 0, 0, 0, True))
    if not jobs:
        return []
    rows = breeder.step(jobs, threads, True, None)["children"]
    return [_record(tasks[row[0]], decode(*breeder.program(row[1])), row) for row in rows]


def _add(breeder: _core.Breeder, program: Program) -> int | None:
    try:
        return breeder.add_program(*program.encode())
    except ValueError:  # an op with more arguments than the breeder supports
        return None


def _record(task: Task, program: Program, row: Any) -> Scored:
    _, _, _, matched, score, fuel, _, behaviour, _, answers = row
    grids = tuple(_grid(answer) for answer in answers)
    hexed = f"{behaviour:016x}"
    return Scored(program, task.id, matched, len(task.demos), score, fuel, hexed, grids)


def _grid(value: Any) -> Grid | None:
    grid = as_grid(value)
    return grid if isinstance(grid, Grid) else None
