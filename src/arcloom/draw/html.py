"""Grids, tasks and datasets for notebooks: HTML around the SVG drawings."""

from __future__ import annotations

from html import escape
from itertools import islice

from arcloom.draw.svg import grid_svg, task_svg
from arcloom.tasks.dataset import Dataset
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Task

# A notebook that shows a whole dataset would carry megabytes of drawings.
SHOWN_TASKS = 8


def grid_html(grid: Grid) -> str:
    """A grid, as a notebook shows it."""
    return grid_svg(grid)


def task_html(task: Task, cell: int = 10) -> str:
    """A task under its name, as a notebook shows it."""
    counts = f"{len(task.demos)} demos, {len(task.tests)} tests"
    name = f"<div><b>{escape(task.id)}</b> ({counts})</div>"
    return f'<div style="overflow-x: auto">{name}{task_svg(task, cell)}</div>'


def dataset_html(dataset: Dataset) -> str:
    """A dataset's name and counts, and its first tasks."""
    shown = list(islice(dataset.values(), SHOWN_TASKS))
    more = len(dataset) - len(shown)
    counts = f"{len(dataset)} tasks, {len(dataset.samples())} samples"
    if dataset.refused:
        counts += f", {len(dataset.refused)} refused"
    parts = [f"<div><b>{escape(dataset.name)}</b>: {counts}</div>"]
    parts += [task_html(task, cell=5) for task in shown]
    if more:
        parts.append(f"<div>and {more} more</div>")
    return "".join(parts)
