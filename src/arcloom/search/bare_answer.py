"""Bare answers: outputs for a test that no program stands behind, such as a network's votes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from arcloom.errors import InputError
from arcloom.tasks import Grid, Task
from arcloom.tasks.read import MAX_SIDE

NETWORK = "network"
"""The origin of a network's answers."""

MOST_VIEWS = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class BareAnswer:
    """An output for one test of a task, with the votes for it.

    A source may look at a task in several views (turned, mirrored, recoloured) and answer each. The
    votes are the views that gave this output. An answer without votes is only *judged*: a program
    gave it, and the source says how likely it finds it.

    Example:
        ```python
        al.BareAnswer("00d62c1b", 0, al.Grid([[1, 2]]), votes=3, of=4, origin="mine")
        ```
    """

    task_id: str
    test: int
    """the number of the test, from 0"""
    output: Grid
    votes: int
    """views that gave it; 0: none did, it was only judged"""
    of: int
    """views that were asked"""
    bits: float | None = None
    """-log2 of the likelihood of the whole grid, as a mean over all views; None if the source has
    none"""
    origin: str = NETWORK
    """who gives it, for people and in `Evidence.origins`"""

    def __repr__(self) -> str:
        return f"BareAnswer({self.task_id}, test {self.test + 1}: {said(self)})"


def said(answer: BareAnswer) -> str:
    """What the source says, for people: "network: 14 of 16 views agree"."""
    if answer.votes:
        views = "view agrees" if answer.of == 1 else "views agree"
        return f"{answer.origin}: {answer.votes} of {answer.of} {views}"
    if answer.bits is None:
        return f"{answer.origin}: no view gives it"
    return f"{answer.origin}: no view gives it, {answer.bits:.1f} bits"


def output_key(grid: Grid) -> tuple[tuple[int, ...], bytes]:
    """What equal outputs have in common: shape and cells."""
    return grid.shape, grid.tobytes()


def checked_answers(task: Task, answers: Iterable[BareAnswer]) -> tuple[BareAnswer, ...]:
    """The answers, if all are possible for the task.

    Raises:
        InputError: One is of another task or test, no grid of a task, or has impossible votes.
    """
    found = tuple(answers)
    for one in found:
        problem = _problem(task, one)
        if problem:
            raise InputError(f"an answer of {one.origin}: {problem}", place=f"task {task.id}")
    return found


def _problem(task: Task, one: BareAnswer) -> str:
    if one.task_id != task.id:
        return f"it is for the task {one.task_id}"
    if not 0 <= one.test < len(task.tests):
        return f"there is no test {one.test + 1}"
    if not isinstance(one.output, Grid) or max(one.output.shape) > MAX_SIDE:
        return f"its output is no grid of at most {MAX_SIDE}x{MAX_SIDE}"
    if not 0 <= one.votes <= one.of or not 1 <= one.of <= MOST_VIEWS:
        return f"{one.votes} of {one.of} votes cannot be"
    if one.bits is not None and not (isfinite(one.bits) and one.bits >= 0):
        return f"{one.bits} bits cannot be"
    return ""
