"""`arcloom.check`: which program solves which task."""

from __future__ import annotations

from collections.abc import Callable

from arcloom.api.inputs import ProgramsLike, programs_of
from arcloom.engine import Limits
from arcloom.errors import callables
from arcloom.solve import check as checking
from arcloom.tasks.load import Tasks, tasks_of


def check(
    tasks: Tasks,
    programs: ProgramsLike,
    *,
    threads: int | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> checking.Check:
    """Run every program on every task, and find which solves what. This opens the test outputs.

    A task is solved if one program gives the output of every demo and of every test.

    Args:
        tasks: A dataset, a task, a list of tasks, or anything that `load` takes.
        programs: A program, several, several by name, or a file or folder of programs.
        threads: Number of threads; all cores by default.
        limits: How much work and memory a program may use.
        on_progress: Called with the number of finished samples.

    Returns:
        The cheapest program of each task that is solved, and the tasks that are not.

    Raises:
        InputError: An input cannot be read.

    Example:
        ```python
        checked = al.check("arc1-train", "examples/programs.py")
        len(checked.solvers)
        ```
    """
    callables(on_progress=on_progress)
    dataset, named = tasks_of(tasks), programs_of(programs)
    return checking.check(dataset, named, threads=threads, limits=limits, progress=on_progress)
