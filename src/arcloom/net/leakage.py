"""Leakage: refuses training tasks that hold a task of the run, whatever their ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import numpy as np

from arcloom.tasks import Grid, Task

_BY_CHANCE: Final = 25
"""cells of a small output"""


@dataclass(frozen=True)
class Refusal:
    """A task that was left out."""

    task_id: str
    reason: str


def without_leaks(tasks: Sequence[Task], extra: Sequence[Task]) -> tuple[list[Task], list[Refusal]]:
    """The training tasks that share no input with the tasks of the run, and the refused ones.

    An input of the run, of a demo or a test, may not occur in a training task, as an input or as a
    demo's output; small outputs are equal by chance, and do not count. Outputs of the run's tests
    are sealed, and need not be known: a copy of a test has its input too.
    """
    owners = {
        grid_hash(sample.input): (task.id, sample.kind, sample.index)
        for task in reversed(tasks)
        for sample in reversed(task.samples)
    }
    kept, refused = [], []
    for task in extra:
        shared = next((owners[key] for key in _grids(task) if key in owners), None)
        if shared is None:
            kept.append(task)
        else:
            owner, kind, index = shared
            reason = f"it has the input of {kind} {index + 1} of task {owner}"
            refused.append(Refusal(task.id, reason))
    return kept, refused


def grids_learnt(tasks: Iterable[Task]) -> set[bytes]:
    """Hashes of the grids by which tasks that were learnt are known."""
    return {key for task in tasks for key in _grids(task)}


def known_before(tasks: Sequence[Task], knows: Callable[[bytes], bool]) -> list[Refusal]:
    """The tasks of the run with an input that a network has learnt elsewhere."""
    found = []
    for task in tasks:
        seen = next((one for one in task.samples if knows(grid_hash(one.input))), None)
        if seen is not None:
            reason = f"the pretrained network has learnt the input of {seen.kind} {seen.index + 1}"
            found.append(Refusal(task.id, reason))
    return found


def grid_hash(grid: Grid) -> bytes:
    """A hash of a grid's shape and cells."""
    cells = np.asarray(grid)
    return sha256(repr(cells.shape).encode() + cells.tobytes()).digest()


def _grids(task: Task) -> Iterable[bytes]:
    for sample in task.samples:
        yield grid_hash(sample.input)
        if sample.output is not None and sample.output.size > _BY_CHANCE:
            yield grid_hash(sample.output)
