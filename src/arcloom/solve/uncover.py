"""Uncovers test outputs for a person who asks to see them after a search.

Searching and answering never use this module. The explorer uses it when a person has clicked, and
its report uses it when told to on the command line.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcloom.tasks import Grid, Task
from arcloom.tasks.sealed import reveal


def uncover(task: Task) -> tuple[Grid | None, ...]:
    """The expected outputs of a task's tests; None if the data lacks one."""
    return reveal(task)


def solved(task: Task, attempts: Sequence[Sequence[Grid]]) -> bool | None:
    """Whether every test has a right attempt; None if the data lacks an output."""
    expected = reveal(task)
    if any(output is None for output in expected):
        return None
    return all(
        any(output is not None and output.same(grid) for grid in grids)
        for output, grids in zip(expected, attempts, strict=True)
    )
