"""Runs programs woven into one batt and by the simple interpreter, and finds where they differ."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from arcloom.engine import Batt, Limits, Reason, weave
from arcloom.engine.functions import BUILTIN
from arcloom.lang import Program, ProgramBuilder
from tests.property.generate import DEMOS
from tests.property.interpret import UNDEFINED, interpret

Rows = tuple[tuple[int, ...], ...]

LIMITS = Limits(node_fuel=2_000_000, program_fuel=4_000_000)
_SKIPPED = (Reason.FUEL, Reason.MEMORY, Reason.OVERFLOW)


class Difference(NamedTuple):
    """A program that the batt and the interpreter disagree about."""

    program: Program
    grid: Rows
    woven: Any
    interpreted: Any

    def __str__(self) -> str:
        return (
            f"{self.program.source(inline=True)}on {self.grid}\n"
            f"  in the batt: {self.woven}\n  node by node: {self.interpreted}"
        )


def differences(programs: Sequence[Program], grids: Sequence[Rows]) -> Iterator[Difference]:
    """Every program and grid where the two ways give different values."""
    batt = weave(programs, LIMITS)
    for grid in grids:
        for program, woven in zip(programs, values_of(batt, grid), strict=True):
            if woven is None:
                continue
            expected = interpret(program, I=grid, S=DEMOS)
            if outline(woven[0]) != outline(expected):
                yield Difference(program, grid, woven[0], expected)


def values_of(batt: Batt, grid: Rows) -> Iterator[tuple[Any] | None]:
    """Each program's value or UNDEFINED, in a tuple of one; None where limits cut it."""
    cells = [np.array(rows, np.uint8) for rows in (grid, *DEMOS[0], *DEMOS[1])]
    demos = [(cells[1], cells[2]), (cells[3], cells[4])]
    outputs = range(len(batt.programs))
    for defined, value, reason, *_ in batt._core.evaluate(outputs, demos, cells[0], None):
        if defined:
            yield (value,)
        else:
            yield None if reason in _SKIPPED else (UNDEFINED,)


def minimal(found: Difference) -> Difference:
    """The smallest part of the program that, woven alone, is already different."""
    for part in parts(found.program):
        for smaller in differences([part], [found.grid]):
            return smaller
    return found


def parts(program: Program) -> Iterator[Program]:
    """The program of each node, the smallest first."""
    builder = ProgramBuilder()
    numbers: list[int] = []
    for kind, payload, args in program.nodes:
        given = [numbers[arg] for arg in args]
        if kind == "call":
            numbers.append(builder.call(payload, *given))
        elif kind == "apply":
            numbers.append(builder.apply(*given))
        else:
            numbers.append(getattr(builder, kind)(payload))
    yield from sorted(map(builder.build, numbers), key=len)


def outline(value: Any) -> Any:
    """The value with callables spelled out, so that equally built ones are equal."""
    if isinstance(value, tuple):
        return tuple(map(outline, value))
    if isinstance(value, frozenset):
        return frozenset(map(outline, value))
    builder = getattr(value, "builder", None)
    if builder is not None:
        return ("built", BUILTIN[builder].__name__, *map(outline, value.args))
    return value
