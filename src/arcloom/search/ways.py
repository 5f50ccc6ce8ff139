"""Ways to see a task: normal forms and frames, and programs that look through them.

Tasks often show one rule in several orientations, or in colours that differ from demo to demo. A
normal form (`normal_form`) turns, recolours or reduces each grid by what the grid itself shows. A
frame (`learn_frame`) brings the inputs to the outputs' sizes. A program that fits the changed task
becomes a program for the task: first the change, then the program, then the change back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from arcloom import dsl
from arcloom.engine import UndefinedError
from arcloom.lang import Program, ProgramBuilder
from arcloom.tasks import Grid, Task

FORMS: Final = 18
"""The number of normal forms, numbered as in `normal_form`."""
GROUND: Final = 17
"""The form in which the most common colour of each grid is 0."""
FRAMES: Final = 3
BLACK: Final = 0.05
"""An input with a smaller part of black cells hardly has black as its ground."""


class Way(NamedTuple):
    """A way to see tasks: the number of a normal form or of a frame."""

    framed: bool
    number: int

    def __str__(self) -> str:
        return f"{'frame' if self.framed else 'form'} {self.number}"

    @classmethod
    def named(cls, name: str) -> Way:
        """The way that `str` writes like this."""
        kind, number = name.split()
        return cls(framed=kind == "frame", number=int(number))


ON_GROUND: Final = Way(framed=False, number=GROUND)


Cells = NDArray[np.uint8]


class View(NamedTuple):
    """A task seen in some way."""

    way: Way
    task: Task


def ground_changes(task: Task) -> bool:
    """Whether no colour can be the ground of all inputs.

    Their most common colours differ, and some input has hardly any black.
    """
    counts = [np.bincount(np.asarray(s.input).ravel(), minlength=10) for s in task.samples]
    common = {int(count.argmax()) for count in counts}
    return len(common) > 1 and any(count[0] < BLACK * count.sum() for count in counts)


def through(way: Way, program: Program) -> Program:
    """The program on the task as seen in a way, with the change before it and the way back."""
    b = ProgramBuilder()
    demos, grid, number = b.input("S"), b.input("I"), b.const(way.number)
    if way.framed:
        frame = b.call("lbind", b.opref("apply_rule"), b.call("learn_frame", demos, number))
        inputs = {"S": b.call("on_inputs", demos, frame), "I": b.apply(frame, grid)}
        return b.build(_woven(b, program, inputs))
    inputs = {
        "S": b.call("normal_demos", demos, number),
        "I": b.call("normal_form", grid, number),
    }
    return b.build(b.call("from_normal", _woven(b, program, inputs), grid, number))


def _woven(builder: ProgramBuilder, program: Program, inputs: dict[str, int]) -> int:
    """Copy the program's nodes into a builder, with other nodes as its inputs."""
    nodes: list[int] = []
    for kind, payload, args in program.nodes:
        known = [nodes[arg] for arg in args]
        match kind:
            case "input":
                nodes.append(inputs[payload])
            case "const":
                nodes.append(builder.const(payload))
            case "opref":
                nodes.append(builder.opref(payload))
            case "call":
                nodes.append(builder.call(payload, *known))
            case "apply":
                nodes.append(builder.apply(*known))
    return nodes[-1]


_known: WeakKeyDictionary[Task, tuple[View, ...]] = WeakKeyDictionary()


def views_of(task: Task) -> tuple[View, ...]:
    """The views in which the task really differs, each once; that of the ground comes first.

    They are kept as long as the task, because strategies look at them in every round.
    """
    known = _known.get(task)
    if known is None:
        known = _known[task] = tuple(_distinct_views(task))
    return known


def _ways_of(task: Task) -> Iterator[Way]:
    """All ways to see a task."""
    for number in (GROUND, *range(GROUND)):
        yield Way(framed=False, number=number)
    if any(given.shape != wanted.shape for given, wanted in task.pairs):
        for number in range(FRAMES):
            yield Way(framed=True, number=number)


def _distinct_views(task: Task) -> Iterator[View]:
    plain = _Grids(
        tuple((given.to_tuple(), wanted.to_tuple()) for given, wanted in task.pairs),
        tuple(sample.input.to_tuple() for sample in task.tests),
    )
    met = {plain}
    for way in _ways_of(task):
        seen = _in_frame(plain, way.number) if way.framed else _in_form(plain, way.number)
        if seen is None or seen in met:
            continue
        met.add(seen)
        view = Task(f"{task.id} in {way}", seen.demos, seen.tests)
        if not _alike(task, view):
            yield View(way, view)


Rows = tuple[tuple[int, ...], ...]


class _Grids(NamedTuple):
    """The grids of a task as values of the language."""

    demos: tuple[tuple[Rows, Rows], ...]
    tests: tuple[Rows, ...]


def _in_form(plain: _Grids, number: int) -> _Grids | None:
    """The task in a normal form; None if it has none, or if outputs could not be turned back."""
    try:
        demos = dsl.normal_demos(plain.demos, number)
        return _Grids(demos, tuple(dsl.normal_form(grid, number) for grid in plain.tests))
    except UndefinedError:
        return None


def _in_frame(plain: _Grids, number: int) -> _Grids | None:
    """The task with its inputs brought to the outputs' sizes; None if no rule does that."""
    try:
        rule = dsl.learn_frame(plain.demos, number)
        demos = tuple((dsl.apply_rule(rule, given), wanted) for given, wanted in plain.demos)
        return _Grids(demos, tuple(dsl.apply_rule(rule, grid) for grid in plain.tests))
    except UndefinedError:
        return None


def _grids(task: Task) -> Iterator[Grid]:
    for pair in task.pairs:
        yield from pair
    for sample in task.tests:
        yield sample.input


def _alike(task: Task, view: Task) -> bool:
    """Whether one turn or one change of colours maps all the task's grids to the view's."""
    both = [(np.asarray(a), np.asarray(b)) for a, b in zip(_grids(task), _grids(view), strict=True)]
    return any(all(np.array_equal(turn(a), b) for a, b in both) for turn in _TURNS) or _recoloured(
        both
    )


def _recoloured(both: Sequence[tuple[Cells, Cells]]) -> bool:
    """Whether one change of colours, which can be undone, maps each first grid to its second."""
    met = np.zeros((10, 10), bool)
    for a, b in both:
        if a.shape != b.shape:
            return False
        met[a, b] = True
        if met.sum(axis=0).max() > 1 or met.sum(axis=1).max() > 1:
            return False
    return True


_TURNS: Final[tuple[Callable[[Cells], Cells], ...]] = (
    lambda cells: cells,
    lambda cells: cells[::-1],
    lambda cells: cells[:, ::-1],
    lambda cells: cells[::-1, ::-1],
    lambda cells: cells.T,
    lambda cells: cells.T[::-1],
    lambda cells: cells.T[:, ::-1],
    lambda cells: cells.T[::-1, ::-1],
)
