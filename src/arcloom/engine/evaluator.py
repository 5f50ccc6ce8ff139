"""Runs single programs: the engine behind `program(grid)` and `program.steps(grid)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arcloom import _core
from arcloom.engine.functions import tell_user_ops
from arcloom.engine.limits import Limits
from arcloom.engine.results import NativeAnswer, from_native
from arcloom.engine.steps import Steps
from arcloom.errors import InputError
from arcloom.lang.node import Node
from arcloom.lang.runtime import Runnable, Step, set_evaluator
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import lookup
from arcloom.lang.writer import step_names
from arcloom.tasks.grid import Grid

_GRID_TYPES = {TYPES[name] for name in ("Grid", "Piece", "Element")}


class NativeEvaluator:
    """Evaluates programs one grid at a time, under the default limits."""

    def call(self, program: Runnable, grid: Any, demos: Any, candidate: Any, /) -> Any:
        core = _new_batt()
        output = core.add_output(core.add(*program.encode())[-1])
        [answer] = core.evaluate([output], _demos(demos), _cells(grid), _optional(candidate))
        return from_native(answer)

    def steps(self, program: Runnable, grid: Any, demos: Any, candidate: Any, /) -> Sequence[Step]:
        core = _new_batt()
        outputs = [core.add_output(node) for node in core.add(*program.encode())]
        answers = core.evaluate(outputs, _demos(demos), _cells(grid), _optional(candidate))
        names, grids = step_names(program.nodes), _grids_among(program.nodes)
        return Steps(
            Step(name, node, from_native(answer, grids=k in grids))
            for k, (name, node, answer) in enumerate(
                zip(names, program.nodes, answers, strict=True)
            )
        )


def visit_steps(
    program: Runnable,
    grid: Grid,
    demos: Sequence[tuple[Grid, Grid]] | None,
    candidate: Grid | None,
    seen: Callable[[int, Any, int, int], bool],
    most_elements: int,
) -> None:
    """Run a program on a grid, node by node, and keep no value.

    `seen` is given a node's number, its value, the fuel that was spent on it and its number of
    elements, and says whether to go on; if not, it is still shown the result. A value of more than
    `most_elements` is Undefined, for want of memory.
    """
    core = _new_batt()
    outputs = [core.add_output(node) for node in core.add(*program.encode())]
    last, grids = len(outputs) - 1, _grids_among(program.nodes)
    number, spent = 0, 0

    def visited(answer: NativeAnswer, fuel: int, elements: int) -> bool:
        nonlocal number, spent
        value = from_native(answer, grids=number in grids)
        go_on = seen(number, value, fuel - spent, elements)
        number, spent = number + 1, fuel
        return go_on

    core.evaluate(outputs, demos, grid, candidate, visited, most_elements)
    if number <= last:
        number, spent = last, 0
        core.evaluate(outputs[last:], demos, grid, candidate, visited, most_elements)


def _new_batt() -> _core.Batt:
    tell_user_ops()
    limits = Limits()
    return _core.Batt(limits.node_fuel, limits.program_fuel, limits.memory)


def _grids_among(nodes: Sequence[Node]) -> set[int]:
    """The nodes whose rectangle of numbers is a grid, and not, for example, a tuple of pairs.

    An op says so of its result, or of what it takes. A program's result is taken for a grid
    wherever it can be one, as `call` does.
    """
    found = {len(nodes) - 1}
    for number, node in enumerate(nodes):
        if node.kind == "call":
            op = lookup(node.payload)
            if op.result in _GRID_TYPES:
                found.add(number)
            taken = zip(node.args, op.params, strict=True)
            found |= {arg for arg, param in taken if param.type in _GRID_TYPES}
        elif node.kind == "input":
            found.add(number)
    return found


def _cells(grid: Any) -> Grid:
    return grid if isinstance(grid, Grid) else Grid(grid)


def _optional(grid: Any) -> Grid | None:
    return None if grid is None else _cells(grid)


def _demos(demos: Any) -> list[tuple[Grid, Grid]] | None:
    """`S` in any of its forms: a task, its demos, or pairs of grids."""
    if demos is None:
        return None
    pairs = getattr(demos, "pairs", demos)
    try:
        grids = [(p.input, p.output) if hasattr(p, "input") else (p[0], p[1]) for p in pairs]
    except (TypeError, LookupError):
        raise InputError(
            f"S must be a task, its demos or pairs of grids, not of type {type(demos).__name__}"
        ) from None
    return [(_cells(given), _cells(wanted)) for given, wanted in grids]


set_evaluator(NativeEvaluator())
