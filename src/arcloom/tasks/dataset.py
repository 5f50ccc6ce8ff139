"""Dataset: an ordered mapping from id to Task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import islice
from typing import Final

from arcloom.errors import InputError
from arcloom.tasks.task import Sample, Task

SHOWN_TASKS: Final = 8
"""Tasks that a notebook shows. All tasks of a dataset would make megabytes of drawings."""


class Dataset(Mapping[str, Task]):
    """Tasks by id, in the order of their source.

    `refused` maps the id of each task that was left out to the reason. It is empty unless the
    dataset was loaded with `strict=False`.
    """

    def __init__(
        self, name: str, tasks: Iterable[Task], refused: Mapping[str, InputError] | None = None
    ) -> None:
        self.name = name
        self.source = ""
        """what `load` reads these tasks from: a known name or a full path; empty if unknown"""
        self.refused: dict[str, InputError] = dict(refused or {})
        self._tasks = {task.id: task for task in tasks}

    def __getitem__(self, task_id: str) -> Task:
        return self._tasks[task_id]

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
