"""The seal on test outputs, and the only function that opens it.

A search that could read the expected test outputs would be worthless. So no sample carries them. A
task holds them in a `Sealed`, which shows nothing, and only `reveal` opens it. Only `arcloom.solve`
(scoring and checking) may import this module: an import-linter contract and a test enforce it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from arcloom.tasks.grid import Grid


class Sealed:
    """Keeps a task's expected test outputs out of sight."""

    __slots__ = ("_sealed_outputs",)

    def __init__(self, outputs: Iterable[Grid | None] = ()) -> None:
        self._sealed_outputs = tuple(outputs)

    def __repr__(self) -> str:
        return "<sealed>"


class HasSeal(Protocol):
    """What `reveal` needs of a task."""

    @property
    def sealed(self) -> Sealed:
        """The expected outputs, out of sight."""

    @property
    def tests(self) -> Sequence[object]:
        """The samples that they belong to."""


def reveal(task: HasSeal) -> tuple[Grid | None, ...]:
    """The expected outputs of a task's tests, in order; None if the data lacks one."""
    outputs = task.sealed._sealed_outputs
    return outputs + (None,) * (len(task.tests) - len(outputs))
