"""Where the grids of a task stand in a picture: a column a sample, the output under the input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Task


@dataclass(frozen=True)
class Placed:
    """A grid and its upper left corner, in pixels."""

    grid: Grid
    x: int
    y: int


@dataclass(frozen=True)
class Layout:
    """A picture's size in pixels and what stands in it; `open` marks outputs not known."""

    width: int
    height: int
    grids: tuple[Placed, ...]
    open: tuple[tuple[int, int], ...]


def extent(cells: int, cell: int) -> int:
    """Pixels that a side of so many cells takes: each cell, and the lines around them."""
    return cells * (cell + 1) + 1


def lay_out(task: Task, cell: int, answers: Sequence[Grid | None] = ()) -> Layout:
    """Place a task's samples; `answers` are drawn as the outputs of its tests."""
    gap = 2 * cell
    bottom = gap + max(extent(sample.input.shape[0], cell) for sample in task.samples) + gap
    grids: list[Placed] = []
    unknown: list[tuple[int, int]] = []
    x, height = gap, bottom + gap
    for sample in task.samples:
        output = sample.output
        if sample.kind == "test" and sample.index < len(answers):
            output = answers[sample.index]
        grids.append(Placed(sample.input, x, gap))
        if output is None:
            unknown.append((x, bottom))
        else:
            grids.append(Placed(output, x, bottom))
            height = max(height, bottom + extent(output.shape[0], cell))
        widest = max(g.shape[1] for g in (sample.input, output) if g is not None)
        x += extent(widest, cell) + gap
    return Layout(x, height + gap, tuple(grids), tuple(unknown))
