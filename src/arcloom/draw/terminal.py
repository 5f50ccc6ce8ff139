"""Grids and tasks in the terminal, through rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from arcloom.draw.palette import COLOURS
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Task


def grid_text(grid: Grid) -> Text:
    """A grid in cells two characters wide, for a square look.

    A cell holds its digit in its own background colour: unseen in colour, and what remains where
    the output has none (a pipe, NO_COLOR, a copy and paste).
    """
    text = Text(no_wrap=True, end="")
    for i, row in enumerate(grid.tolist()):
        if i:
            text.append("\n")
        for colour in row:
            text.append(f"{colour} ", style=f"{COLOURS[colour]} on {COLOURS[colour]}")
    return text


def compact_text(grid: Grid) -> Text:
    """A grid in half blocks, two rows a line: a quarter of the room, but needs colour."""
    rows = grid.tolist()
    text = Text(no_wrap=True, end="")
    for i in range(0, len(rows), 2):
        if i:
            text.append("\n")
        for j, upper in enumerate(rows[i]):
            lower = f" on {COLOURS[rows[i + 1][j]]}" if i + 1 < len(rows) else ""
            text.append("▀", style=f"{COLOURS[upper]}{lower}")
    return text


def task_table(task: Task, answers: Sequence[Grid | None] = (), compact: bool = False) -> Table:
    """A task, a row a sample; `answers` stand for the outputs of its tests."""
    draw = compact_text if compact else grid_text
    table = Table(title=f"task {task.id}", box=box.SIMPLE, show_lines=True)
    for heading in ("", "input", "output"):
        table.add_column(heading, vertical="middle")
    for sample in task.samples:
        output = sample.output
        if sample.kind == "test" and sample.index < len(answers):
            output = answers[sample.index]
        name = f"{sample.kind} {sample.index + 1}"
        table.add_row(name, draw(sample.input), Text("?") if output is None else draw(output))
    return table
