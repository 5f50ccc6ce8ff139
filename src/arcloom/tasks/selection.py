"""Chooses some tasks of a dataset by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from arcloom.errors import InputError
from arcloom.tasks.dataset import Dataset

_LONGEST: Final = 60
"""Characters of a name that is compared with others."""


def select_tasks(dataset: Dataset, task_ids: Iterable[str]) -> Dataset:
    """The tasks of these ids, in the dataset's order. An unknown or malformed one is an error."""
    wanted = dict.fromkeys(task_ids)
    for task_id in wanted:
        if task_id in dataset.refused:
            raise dataset.refused[task_id]
        if task_id not in dataset:
            raise InputError(
                f"no task '{task_id}' in {dataset.name}",
                remedy=did_you_mean(task_id, dataset) or "give the id of one of its tasks",
            )
    return dataset.filter(wanted)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A remedy for an unknown name: the known one that it resembles; empty if there is none."""
    near = [other for other in known if len(other) <= _LONGEST]
    close = get_close_matches(name, near, n=1, cutoff=0.7) if len(name) <= _LONGEST else []
    return f"did you mean '{close[0]}'?" if close else ""
