"""Stepping: a program's source, run on a grid, with the value of every node as a picture."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any, Final

from arcloom.engine.evaluator import visit_steps
from arcloom.engine.pictures import Picture, rows_of
from arcloom.engine.rules import rule_of
from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.lang.reader import read_source
from arcloom.lang.writer import step_names
from arcloom.tasks import Grid, Sample, Task
from arcloom.web.explorer import Explorer
from arcloom.web.limits import ELEMENT_FUEL, MAX_ELEMENTS, MAX_NODES, MAX_SOURCE
from arcloom.web.rows import Content
from arcloom.web.work import Work, too_much

MAX_SIDE: Final = 60
"""The longest side of a grid that a person paints."""

RESULT_FUEL: Final = (MAX_ELEMENTS + 1) * ELEMENT_FUEL
"""Enough to draw a result, even where the steps before it took all there was."""

_NAME: Final = "program"
_PLACE: Final = re.compile(rf"{_NAME}:(\d+):(\d+)")


def step(explorer: Explorer, request: Content, work: Work) -> Content:
    """Run the `source` on a `sample` ("demo" or "test", and its index) of a `task`, or on a `grid`.

    What the reader refuses is an `error` with its line and column. A task gives `S` its demos.
    """
    task_id = request.get("task")
    task = explorer.find_task(task_id) if isinstance(task_id, str) and task_id else None
    try:
        program = _read(request.get("source"))
    except InputError as error:
        return {"error": _error_content(error)}
    sample = None if request.get("grid") else _sample(task, request.get("sample"))
    grid = sample.input if sample is not None else _painted(request.get("grid"))
    return {"error": None, **stepped(program, grid, task, sample, work)}


def stepped(
    program: Program, grid: Grid, task: Task | None, sample: Sample | None, work: Work
) -> Content:
    """The steps of a program on a grid: the result, and as many others as the work allows."""
    expected = sample.output if sample is not None else None
    judged = (expected if expected is not None else grid) if "C" in program.params else None
    walk = _Walk(program, expected, work)
    begun = perf_counter()
    demos = task.pairs if task is not None else None
    visit_steps(program, grid, demos, judged, walk.see, MAX_ELEMENTS)
    seconds = perf_counter() - begun - walk.drawing
    lines = _expressions(program)
    return {
        "name": program.name,
        "hash": program.hash,
        "source": program.source(),
        "input": rows_of(grid),
        "expected": None if expected is None else rows_of(expected),
        "right": walk.right,
        "seconds": seconds,
        "steps": [
            {
                "name": name,
                "kind": node.kind,
                "op": node.payload if node.kind in ("call", "opref") else None,
                "args": list(node.args),
                "text": lines.get(number, name),
                "picture": walk.pictures.get(number) or too_much(),
                "rule": walk.rules.get(number),
            }
            for number, (name, node) in enumerate(
                zip(step_names(program.nodes), program.nodes, strict=True)
            )
        ],
    }


class _Walk:
    """What is seen on the way through a program, and what it cost."""

    def __init__(self, program: Program, expected: Grid | None, work: Work) -> None:
        self._nodes = program.nodes
        self._result = len(program) - 1
        self._expected = expected
        self._work = work
        self.pictures: dict[int, Picture] = {}
        self.rules: dict[int, Content] = {}
        self.right: bool | None = None
        self.drawing = 0.0
        """Seconds of it all that were not the program's."""

    def see(self, number: int, value: Any, fuel: int, elements: int) -> bool:
        begun = perf_counter()
        self._work.spend(fuel)
        if number == self._result:
            if self._expected is not None:
                self.right = bool(self._expected.same(value))
            self._work.left = max(self._work.left, RESULT_FUEL)  # it is what was asked for
        self.pictures[number] = self._work.draw(value, elements)
        rule = rule_of(self._nodes[number], value)
        if rule is not None:
            self.rules[number] = rule.to_json()
        self.drawing += perf_counter() - begun
        return self._work.left > 0


def _read(source: Any) -> Program:
    if not isinstance(source, str):
        raise InputError("no source is given", place=f"{_NAME}:1:1")
    if len(source) > MAX_SOURCE:
        raise InputError(
            f"a source of {len(source):,} characters; the page takes {MAX_SOURCE:,}",
            place=f"{_NAME}:1:1",
            remedy="use `arcloom show --steps`",
        )
    programs = list(read_source(source, _NAME).values())
    program = programs[-1]
    if len(program) > MAX_NODES:
        raise InputError(
            f"a program of {len(program):,} nodes; the page steps through {MAX_NODES:,}",
            place=f"{_NAME}:1:1",
            remedy="use `arcloom show --steps`",
        )
    return program


def _error_content(error: InputError) -> Content:
    found = _PLACE.fullmatch(error.place)
    line, column = (int(found[1]), int(found[2])) if found else (1, 1)
    remedy = f"; {error.remedy}" if error.remedy else ""
    return {"line": line, "column": column, "message": f"{error.problem}{remedy}"}


def _sample(task: Task | None, wanted: Any) -> Sample:
    if task is None:
        raise InputError("neither a task nor a grid is given")
    kind, index = wanted if isinstance(wanted, list) and len(wanted) == 2 else ("demo", 0)
    kind = "test" if kind == "test" else "demo"
    samples = task.tests if kind == "test" else task.demos
    if not isinstance(index, int) or not 0 <= index < len(samples):
        raise InputError(f"task {task.id} has {len(samples)} {kind}s", remedy="choose another")
    return samples[index]


def _painted(text: Any) -> Grid:
    if not isinstance(text, str) or not re.fullmatch(r"[0-9/]+", text):
        raise InputError("a grid is rows of the digits 0 to 9, parted by /")
    rows = [[int(cell) for cell in row] for row in text.split("/")]
    if len(rows) > MAX_SIDE or len(rows[0]) > MAX_SIDE:
        raise InputError(f"a painted grid has at most {MAX_SIDE} rows and columns")
    try:
        return Grid(rows)
    except InputError as error:
        raise InputError(f"the painted grid: {error}") from None


def _expressions(program: Program) -> dict[int, str]:
    """What each node that has a line of its own in the source is assigned there."""
    lines = [line.strip() for line in program.source().splitlines()]
    assigned = dict(line.split(" = ", 1) for line in lines if " = " in line)
    names = step_names(program.nodes)
    return {
        number: assigned[name]
        for number, (name, node) in enumerate(zip(names, program.nodes, strict=True))
        if node.args and name in assigned
    }
