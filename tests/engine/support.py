"""What the engine's tests share: small tasks, programs from expressions, runs as plain arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np

import arcloom as al
from arcloom.engine import Batt, Limits, RunResult

GRIDS = (
    ((1, 2), (0, 1)),
    ((0, 0, 3), (0, 3, 0), (5, 0, 0)),
    ((7,),),
    ((0, 1, 1, 0), (2, 0, 0, 2), (0, 1, 1, 0)),
)
FIELDS = ("matches", "reasons", "fuel", "hashes")
KINDS = (np.uint8, np.uint8, np.int64, np.uint64)


def begun(batt: Batt, samples: int, threads: int = 1) -> tuple[Any, list[Any]]:
    """A run of what the batt's core has gathered, and the arrays that it fills in."""
    arrays = [np.zeros((len(batt.programs), samples), kind) for kind in KINDS]
    return batt._core.begin(threads, *arrays), arrays


def solve(expression: str, params: str = "I") -> al.Program:
    """The program that returns the expression; lines before the last are statements."""
    *lines, last = (line.strip() for line in expression.strip().splitlines())
    body = "".join(f"    {line}\n" for line in [*lines, f"return {last}"])
    return al.read_program(f"def solve({params}):\n{body}")


def mirror_task(name: str = "mirror") -> al.Task:
    """A task that vmirror solves, on every grid of GRIDS."""
    demos = [(grid, tuple(row[::-1] for row in grid)) for grid in GRIDS]
    return al.Task(name, demos=demos, tests=[GRIDS[0]])


def run(programs: Sequence[al.Program], limits: Limits | None = None, **options: Any) -> RunResult:
    """The programs on the mirror task, as one batt."""
    return al.weave(programs, limits).run(mirror_task().samples, **options)


def rows(result: RunResult, program: int = 0) -> list[list[Any]]:
    """All that a run says about one program."""
    return [getattr(result, field)[program].tolist() for field in FIELDS]


def assert_equal(a: RunResult, b: RunResult) -> None:
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(a, field), getattr(b, field), field)


def values(batt: Batt, grid: Any = ((1,),)) -> list[Any]:
    """The value of every program on one grid."""
    task = al.Task("one", demos=[], tests=[grid])
    return [batt.value(k, task.samples[0]) for k in range(len(batt.programs))]
