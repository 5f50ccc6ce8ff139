"""Dataset: an ordered mapping from id to Task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import islice
from typing import Final, overload

from arcloom.errors import InputError, of_kind
from arcloom.tasks.task import Sample, Task

SHOWN_TASKS: Final = 8
"""Tasks that a notebook shows. All tasks of a dataset would make megabytes of drawings."""


class Dataset(Mapping[str, Task]):
    """Tasks by id, in the order of their source.

    Attributes:
        name: What it was loaded from.
        refused: Maps the id of each task that was left out to the reason. It is empty unless the
            dataset was loaded with `strict=False`.

    Example:
        ```python
        tasks = al.load("arc1-train")
        tasks["00d62c1b"]  # a task
        tasks[:5]  # a dataset of the first five
        tasks.filter(lambda task: len(task.demos) > 3)
        ```
    """

    def __init__(
        self, name: str, tasks: Iterable[Task], refused: Mapping[str, InputError] | None = None
    ) -> None:
        self.name = name
        self.source = ""
        """what `load` reads these tasks from: a known name or a full path; empty if unknown"""
        self.refused: dict[str, InputError] = dict(refused or {})
        of_kind("tasks", tasks, Iterable, "tasks")
        given = list(tasks)
        for task in given:
            of_kind("each of the tasks", task, Task, "a Task")
        self._tasks = {task.id: task for task in given}
        if len(self._tasks) < len(given):
            twice = Counter(task.id for task in given).most_common(1)[0][0]
            raise InputError(
                f"two tasks have the id '{twice}'", remedy="give each an id of its own"
            )

    @overload
    def __getitem__(self, key: str) -> Task: ...
    @overload
    def __getitem__(self, key: slice) -> Dataset: ...

    def __getitem__(self, key: str | slice) -> Task | Dataset:
        """A task by its id, or a dataset of some tasks: `dataset[:5]`, `dataset[::2]`."""
        if isinstance(key, slice):
            return self._part(list(self._tasks.values())[key])
        return self._tasks[key]

    def filter(self, keep: Callable[[Task], bool] | Iterable[str]) -> Dataset:
        """A dataset of some of the tasks, in the same order.

        Args:
            keep: A function that says whether to keep a task, or the ids of the tasks to keep.

        Raises:
            InputError: There is no task of one of the ids.

        Example:
            ```python
            small = tasks.filter(lambda task: all(g.size <= 100 for g, _ in task.pairs))
            two = tasks.filter(["00d62c1b", "67a3c6ac"])
            ```
        """
        if callable(keep):
            return self._part(task for task in self._tasks.values() if keep(task))
        if not isinstance(keep, Iterable):
            raise InputError(
                f"{type(keep).__name__} chooses no tasks",
                remedy="give ids, or a function of a task",
            )
        ids = dict.fromkeys([keep] if isinstance(keep, str) else keep)
        missing = [task_id for task_id in ids if task_id not in self._tasks]
        if missing:
            raise InputError(
                f"no task '{missing[0]}' in {self.name}", remedy="its ids are in list(dataset)"
            )
        return self._part(task for key, task in self._tasks.items() if key in ids)

    def _part(self, tasks: Iterable[Task]) -> Dataset:
        """A dataset of some of these tasks. `load` finds them where it finds all."""
        part = Dataset(self.name, tasks)
        part.source = self.source
        return part

    def __iter__(self) -> Iterator[str]:
        return iter(self._tasks)

    def __len__(self) -> int:
        return len(self._tasks)

    def samples(self) -> list[Sample]:
        """All samples: each task's demos, then its tests, in dataset order."""
        return [sample for task in self._tasks.values() for sample in task.samples]

    def __repr__(self) -> str:
        refused = f", {len(self.refused)} refused" if self.refused else ""
        counts = f"{len(self)} tasks, {len(self.samples())} samples"
        return f"Dataset({self.name!r}: {counts}{refused})"

    def _repr_html_(self) -> str:
        shown = list(islice(self.values(), SHOWN_TASKS))
        counts = f"{len(self)} tasks, {len(self.samples())} samples"
        if self.refused:
            counts += f", {len(self.refused)} refused"
        parts = [f"<div><b>{escape(self.name)}</b>: {counts}</div>"]
        parts += [task.to_html(cell=5) for task in shown]
        if len(self) > len(shown):
            parts.append(f"<div>and {len(self) - len(shown)} more</div>")
        return "".join(parts)
