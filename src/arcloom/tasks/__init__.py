"""Tasks: grids, samples, tasks and datasets, how they are read and how they are drawn."""

from arcloom.tasks.dataset import Dataset
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Sample, Task

__all__ = ["Dataset", "Grid", "Sample", "Task"]
