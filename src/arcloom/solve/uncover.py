"""Uncovering: what a person may ask to see of the test outputs, after the fact.

Searching and answering never come here. It is for those who look at results: the explorer, which
asks only when a person has clicked, and its report, when told to on the command line.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcloom.tasks import Grid, Task
from arcloom.tasks.sealed import reveal


def uncover(task: Task) -> tuple[Grid | None, ...]:
    """The expected outputs of a task's tests; None where the data does not give one."""
    return reveal(task)


def solved(task: Task, attempts: Sequence[Sequence[Grid]]) -> bool | None:
    """Whether for every test some attempt is right; None where the data does not tell."""
    expected = reveal(task)
    if any(output is None for output in expected):
        return None
    return all(
        any(output is not None and output.same(grid) for grid in grids)
        for output, grids in zip(expected, attempts, strict=True)
    )
