"""The tasks that a command shows: of chosen datasets, or of the library's runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcloom.cli.output import message
from arcloom.library.datasets import LibraryTasks, tasks_of
from arcloom.tasks.selection import select_tasks
from arcloom.web.library_reader import LibraryReader

OTHERWISE: Final = "arc1-train"
_NAMED: Final = 3
"""Tasks without grids that a message names."""


def shown_tasks(
    shelf: LibraryReader | None, datasets: Sequence[str] | None, task_ids: Sequence[str] | None
) -> LibraryTasks:
    """The tasks to show. What is not at hand is told on standard error."""
    known = _known(shelf, datasets)
    if task_ids:
        chosen = select_tasks(known.dataset, task_ids)
        known.tasks, known.refused, known.missing = dict(chosen), {}, ()
        known.origins = {task_id: known.origins[task_id] for task_id in chosen}
    for error in known.refused.values():
        message(f"left out: {error}")
    for problem in known.problems:
        message(f"a dataset of the library is not at hand: {problem}")
    if known.missing:
        more = ", ..." if len(known.missing) > _NAMED else ""
        message(
            f"{len(known.missing)} tasks of the library are in no dataset at hand "
            f"({', '.join(known.missing[:_NAMED])}{more}); name theirs with --dataset"
        )
    return known


def _known(shelf: LibraryReader | None, datasets: Sequence[str] | None) -> LibraryTasks:
    if shelf is None:
        return LibraryTasks.of(*(datasets or [OTHERWISE]))
    with shelf.reading() as library:  # also if datasets are given: it should be readable
        return LibraryTasks.of(*datasets) if datasets else tasks_of(library, OTHERWISE)
