"""The tasks that a library is about: the datasets of its runs, as far as they are at hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from arcloom.errors import InputError
from arcloom.library.store import Library
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import NAMED, load


@dataclass
class LibraryTasks:
    """Tasks of one or several datasets. A task id that several have is taken from the first."""

    tasks: dict[str, Task] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    """the name of each task's dataset, by id"""
    refused: dict[str, InputError] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    """datasets of the library's runs that cannot be loaded, a line each"""
    missing: tuple[str, ...] = ()
    """tasks that the library has programs for, and whose grids are not at hand"""

    @property
    def names(self) -> list[str]:
        """The names of the datasets."""
        return list(dict.fromkeys(self.origins.values()))

    @property
    def dataset(self) -> Dataset:
        """All tasks as one dataset."""
        return Dataset(
            " + ".join(self.names) or "no dataset at hand", self.tasks.values(), self.refused
        )

    def add(self, dataset: Dataset) -> None:
        """Add the tasks of a dataset whose ids are not there yet."""
        for task_id, task in dataset.items():
            if task_id not in self.tasks:
                self.tasks[task_id], self.origins[task_id] = task, dataset.name
        self.refused |= dataset.refused

    @classmethod
    def of(cls, *sources: str) -> LibraryTasks:
        """The tasks of these datasets."""
        found = cls()
        for source in sources:
            found.add(load(source, strict=False))
        return found


def tasks_of(library: Library, otherwise: str = "arc1-train") -> LibraryTasks:
    """The tasks of the library's runs, the latest run's first.

    Runs of older versions did not note their dataset; then a known dataset that has the tasks'
    ids stands in. A library without any task gets the tasks of `otherwise`.
    """
    found = LibraryTasks()
    for source in _sources(library):
        try:
            found.add(load(source, strict=False))
        except InputError as error:
            found.problems.append(str(error))
    kept = [task.task_id for task in library.tasks()]
    for name in NAMED:
        if any(task_id not in found.tasks for task_id in kept):
            candidate = load(name, strict=False)
            if any(i in candidate and i not in found.tasks for i in kept):
                found.add(candidate)
    if not found.tasks and not kept:
        found.add(load(otherwise, strict=False))
    found.missing = tuple(task_id for task_id in kept if task_id not in found.tasks)
    return found


def _sources(library: Library) -> Iterator[str]:
    """What the runs' datasets were loaded from, each once, the latest first."""
    seen: set[str] = set()
    for run in reversed(library.runs()):
        noted = run.configuration.get("dataset") if isinstance(run.configuration, dict) else None
        source = noted.get("source") if isinstance(noted, dict) else None
        if isinstance(source, str) and source and source not in seen:
            seen.add(source)
            yield source


def note_of(tasks: object) -> dict[str, str]:
    """What a run notes about its tasks, in its configuration: the dataset's name and place."""
    if not isinstance(tasks, Dataset):
        return {"name": "", "source": ""}
    return {"name": tasks.name, "source": tasks.source}
