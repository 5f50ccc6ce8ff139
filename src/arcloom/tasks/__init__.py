"""Tasks: grids, samples, tasks and datasets, and how to read and draw them."""

from arcloom.tasks.dataset import Dataset
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Sample, Task

__all__ = ["Dataset", "Grid", "Sample", "Task"]
