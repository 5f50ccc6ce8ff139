"""Sample and Task: a sample is an input with its output, a task is some demos and tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

from arcloom.draw.layout import Pair
from arcloom.errors import InputError, of_kind
from arcloom.tasks.grid import Grid
from arcloom.tasks.sealed import Sealed

if TYPE_CHECKING:
    from rich.table import Table

Kind = Literal["demo", "test"]


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Sample:
    """One input of a task with its output. A test's output is always None (see `sealed`)."""

    task: Task
    kind: Kind
    index: int
    input: Grid
    output: Grid | None

    @property
    def task_id(self) -> str:
        return self.task.id

    def __repr__(self) -> str:
        sizes = " -> ".join(_size(grid) for grid in (self.input, self.output))
        return f"Sample({self.task_id} {self.kind} {self.index}: {sizes})"


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Task:
    """A task: demos to learn from, tests to answer.

    >>> task = Task("flip", demos=[([[1, 2]], [[2, 1]])], tests=[[[3, 4]]])
    >>> task.demos[0]
    Sample(flip demo 0: 1x2 -> 1x2)
    >>> task.tests[0].output is None
    True
    """

    id: str
    demos: tuple[Sample, ...]
    tests: tuple[Sample, ...]
    sealed: Sealed

    def __init__(
        self,
        id: str,
        demos: Iterable[tuple[object, object]],
        tests: Iterable[object],
        sealed: Sealed | None = None,
    ) -> None:
        """Take grids, or anything that `Grid` takes: demos as (input, output), tests as inputs."""
        of_kind("a task's id", id, str, "text")
        of_kind("demos", demos, Iterable, "pairs of an input and an output")
        of_kind("tests", tests, Iterable, "inputs")
        of_kind("sealed", sealed, Sealed, "a Sealed", optional=True)
        pairs = [_pair(demo, number) for number, demo in enumerate(demos, 1)]
        inputs = [Grid(given) for given in tests]
        # Samples refer to their task, so the task is frozen only after they are made.
        set_field = object.__setattr__
        set_field(self, "id", id)
        set_field(self, "sealed", sealed or Sealed())
        set_field(
            self, "demos", tuple(Sample(self, "demo", i, *pair) for i, pair in enumerate(pairs))
        )
        set_field(
            self, "tests", tuple(Sample(self, "test", i, g, None) for i, g in enumerate(inputs))
        )

    def without_outputs(self) -> Task:
        """The same task without the outputs of its tests, for those who must not have them."""
        return Task(self.id, self.pairs, [test.input for test in self.tests])

    @property
    def pairs(self) -> tuple[tuple[Grid, Grid], ...]:
        """The demos as (input, output): what programs see as `S`."""
        return tuple((s.input, s.output) for s in self.demos if s.output is not None)

    @cached_property
    def key(self) -> str:
        """What the task is known by wherever something is stored: a hash of its grids.

        Two collections may give one id to different tasks, and different ids to one task.
        """
        found = blake2b(f"{len(self.demos)} {len(self.tests)}".encode(), digest_size=16)
        for grid in (
            *(grid for pair in self.pairs for grid in pair),
            *(t.input for t in self.tests),
        ):
            found.update(f" {grid.shape[0]} {grid.shape[1]} ".encode() + grid.tobytes())
        return found.hexdigest()

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The demos, then the tests."""
        return self.demos + self.tests

    def __repr__(self) -> str:
        return f"Task({self.id}: {len(self.demos)} demos, {len(self.tests)} tests)"

    def drawn(self, answers: Sequence[Grid | None] = ()) -> list[Pair]:
        """The samples as pairs to draw. `answers` stand in for the outputs of the tests."""
        pairs = []
        for sample in self.samples:
            output = sample.output
            if sample.kind == "test" and sample.index < len(answers):
                output = answers[sample.index]
            pairs.append(Pair(f"{sample.kind} {sample.index + 1}", sample.input, output))
        return pairs

    def __rich__(self) -> Table:
        from arcloom.draw.terminal import pairs_table

        return pairs_table(f"task {self.id}", self.drawn())

    def to_html(self, cell: int = 10) -> str:
        """The task as a notebook shows it, with `cell` pixels per cell."""
        from arcloom.draw.html import pairs_html

        facts = f"{len(self.demos)} demos, {len(self.tests)} tests"
        return pairs_html(self.id, facts, self.drawn(), cell)

    def _repr_html_(self) -> str:
        return self.to_html()


def _pair(demo: Any, number: int) -> tuple[Grid, Grid]:
    try:
        given, wanted = demo
    except (TypeError, ValueError):
        raise InputError(f"demo {number} must be a pair of an input and an output") from None
    return Grid(given), Grid(wanted)


def _size(grid: Grid | None) -> str:
    return "?" if grid is None else f"{grid.shape[0]}x{grid.shape[1]}"
