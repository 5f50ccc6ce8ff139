"""The seal on test outputs, and the one door through it.

A search that could read the expected test outputs would be worthless, so no sample carries them:
a task holds them in a `Sealed`, which shows nothing, and only `reveal` opens it. An import-linter
contract and a test let nothing but `arcloom.solve` (scoring and checking) import this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arcloom.tasks.grid import Grid
    from arcloom.tasks.task import Task


class Sealed:
    """Holds a task's expected test outputs out of sight."""

    __slots__ = ("_sealed_outputs",)

    def __init__(self, outputs: Iterable[Grid | None] = ()) -> None:
        self._sealed_outputs = tuple(outputs)

    def __repr__(self) -> str:
        return "<sealed>"


def reveal(task: Task) -> tuple[Grid | None, ...]:
    """The expected outputs of a task's tests, in order; None where the data does not give one."""
    outputs = task.sealed._sealed_outputs
    return outputs + (None,) * (len(task.tests) - len(outputs))
