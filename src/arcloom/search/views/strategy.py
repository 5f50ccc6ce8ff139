"""Views: learns and enumerates on changed forms of a task, and turns the answers back.

Tasks often show one rule in several orientations, or in colours that differ from demo to demo. A
normal form (`normal_form`) turns, recolours or reduces each grid by what the grid itself shows. A
frame (`learn_frame`) brings the inputs to the outputs' sizes. A program that fits the changed task
becomes a program for the task: first the change, then the program, then the change back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcloom import dsl
from arcloom.engine import UndefinedError
from arcloom.lang import Program, ProgramBuilder, values
from arcloom.lang.node import Node
from arcloom.search.enumerate.strategy import FUEL_PER_STEP, tried
from arcloom.search.enumerate.task_search import enumerate_task
from arcloom.search.learn.candidates import FIT_LIMITS, LEVELS, programs
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings, Found
from arcloom.search.trial import Candidate, Trial, within
from arcloom.tasks import Grid, Task

FORMS: Final = 18
"""The number of normal forms, numbered as in `normal_form`."""
NO_FORM: Final = 9999
"""A number that no program has as a constant."""
_NO_FORM_NODE: Final = Node("const", NO_FORM)
GROUND: Final = 17
"""The form in which the most common colour of each grid is 0."""
FRAMES: Final = 3
FIRST_LEVEL: Final = 2
"""The first level with enough fuel for many views. The view of the ground is used before: if the
ground changes from demo to demo, a task makes little sense in any other view."""
VIEW_BITS: Final = 5.0
ENUMERATED: Final = -14.0
"""Added to the bits of enumerated programs, because enumeration counts them more strictly."""
FITS: Final = 8
"""Programs of each kind that enumeration reports."""


class Way(NamedTuple):
    """A way to see tasks: the number of a normal form or of a frame."""

    framed: bool
    number: int


ON_GROUND: Final = Way(framed=False, number=GROUND)


class View(NamedTuple):
    """A task seen in some way."""

    way: Way
    task: Task


class Views:
    """Searches each view of a task, further in every round."""

    name: Final = "views"
    share: Final = 4.0
    reads_known: Final = False

    def __init__(self) -> None:
        self._trials = [Trial(self.name, limits=FIT_LIMITS) for _ in range(FORMS)]
        self._ends: list[int] = []

    def prepare(self, pool: Sequence[Program]) -> None:
        # Stay one level ahead of every task, so that the list does not grow during a search.
        level = len(self._ends)
        if level < LEVELS:
            seen = [_in_all_forms(p.program, p.cost) for p in programs(level)]
            for form, trial in enumerate(self._trials):
                trial.extend([candidates[form] for candidates in seen])
            self._ends.append(len(self._trials[0]))

    def remembered(self, task: Task) -> Any:
        return [trial.tried(task) for trial in self._trials]

    def remember(self, task: Task, memory: Any) -> None:
        for trial, tried_before in zip(self._trials, memory, strict=False):
            trial.go_on(task, tried_before)

    def search(self, task: Task, effort: Effort) -> Findings:
        ways = ways_of(task) if effort.level >= FIRST_LEVEL else [ON_GROUND]
        views = views_of(task, ways)
        found: list[Found] = []
        fuel = 0
        for number, view in enumerate(views):
            if effort.stop():
                break
            parts = len(views) - number
            left = (effort.fuel - fuel) // (min(parts, 2) if view.way == ON_GROUND else parts)
            # Learning tries whole sets of programs and may exceed its half, so it comes last.
            half = left if view.way.framed else left // 2
            fuel += self._enumerate(view, task, effort, half, found)
            fuel += self._fit(view, task, effort, left - half, found)
        return Findings(tuple(found), fuel, exhausted=not views and effort.level >= FIRST_LEVEL)

    def _fit(self, view: View, task: Task, effort: Effort, fuel: int, found: list[Found]) -> int:
        if view.way.framed:
            return 0
        level = effort.level if view.way == ON_GROUND else effort.level - FIRST_LEVEL + 1
        end = self._ends[min(level, len(self._ends) - 1)]
        trial = self._trials[view.way.number]
        findings = trial.run(task, replace(effort, fuel=fuel), end)
        fits, more = with_left_out(task, findings.found, within(FIT_LIMITS, effort.memory))
        found.extend(fits)
        return findings.fuel + more

    def _enumerate(
        self, view: View, task: Task, effort: Effort, fuel: int, found: list[Found]
    ) -> int:
        steps = max(fuel, 0) // FUEL_PER_STEP
        result = enumerate_task(view.task, steps, effort.memory, effort.stop, most=FITS)
        spent = result.fuel * FUEL_PER_STEP
        seen = [_seen(view.way, c.program, c.cost + ENUMERATED) for c in result.candidates]
        if not seen or effort.stop():
            return spent
        fits, more = tried(task, seen, effort.memory, self.name)
        found.extend(fits)
        return spent + more


def _seen(way: Way, program: Program, cost: float) -> Candidate:
    return Candidate(through(way, program), cost + VIEW_BITS)


def _in_all_forms(program: Program, cost: float) -> list[Candidate]:
    """The program as seen in every form. The forms differ in a constant, so it is built once."""
    built = through(Way(framed=False, number=NO_FORM), program)
    used = {values.token(node.payload) for node in built.nodes if node.kind == "const"}

    def seen(form: int) -> Program:
        if values.token(form) in used:  # two nodes become one
            return through(Way(framed=False, number=form), program)
        numbered = Node("const", form)
        nodes = tuple([numbered if node == _NO_FORM_NODE else node for node in built.nodes])
        return Program(built.name, built.params, nodes)

    return [Candidate(seen(form), cost + VIEW_BITS) for form in range(FORMS)]


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


def ways_of(task: Task) -> list[Way]:
    """All ways to see a task."""
    ways = [Way(framed=False, number=number) for number in (GROUND, *range(GROUND))]
    if any(given.shape != wanted.shape for given, wanted in task.pairs):
        ways += [Way(framed=True, number=number) for number in range(FRAMES)]
    return ways


def views_of(task: Task, ways: Sequence[Way]) -> list[View]:
    """The views in which the task really differs, each once."""
    views: list[View] = []
    met: set[tuple[bytes, ...]] = set()
    for way in ways:
        view = _in_frame(task, way.number) if way.framed else _in_form(task, way.number)
        if view is None:
            continue
        key = tuple(grid.tobytes() + bytes(grid.shape) for grid in _grids(view))
        if key not in met and not _alike(task, view):
            views.append(View(way, view))
        met.add(key)
    return views


def _in_form(task: Task, form: int) -> Task | None:
    """The task in a normal form; None if it has none, or if outputs could not be turned back."""
    try:
        demos = dsl.normal_demos(task.pairs, form)
        tests = [dsl.normal_form(sample.input, form) for sample in task.tests]
    except UndefinedError:
        return None
    return Task(task.id, demos, tests)


def _in_frame(task: Task, number: int) -> Task | None:
    """The task with its inputs brought to the outputs' sizes; None if no rule does that."""
    try:
        rule = dsl.learn_frame(task.pairs, number)
        demos = [(dsl.apply_rule(rule, given), wanted) for given, wanted in task.pairs]
        tests = [dsl.apply_rule(rule, sample.input) for sample in task.tests]
    except UndefinedError:
        return None
    return Task(task.id, demos, tests)


def _grids(task: Task) -> Iterator[Grid]:
    for pair in task.pairs:
        yield from pair
    for sample in task.tests:
        yield sample.input


def _alike(task: Task, view: Task) -> bool:
    """Whether one turn or one change of colours maps all the task's grids to the view's."""
    both = [(np.asarray(a), np.asarray(b)) for a, b in zip(_grids(task), _grids(view), strict=True)]
    if any(all(np.array_equal(turn(a), b) for a, b in both) for turn in _TURNS):
        return True
    if any(a.shape != b.shape for a, b in both):
        return False
    pairs = {p for a, b in both for p in zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)}
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


Cells = NDArray[np.uint8]


def _turn(quarters: int, mirrored: bool) -> Callable[[Cells], Cells]:
    return lambda cells: np.rot90(cells.T if mirrored else cells, quarters)


_TURNS: Final = tuple(
    _turn(quarters, mirrored) for mirrored in (False, True) for quarters in range(4)
)
