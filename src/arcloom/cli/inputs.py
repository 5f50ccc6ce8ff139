"""Reads a command's inputs, and reports the part that is refused."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from arcloom.cli.output import message
from arcloom.tasks import Dataset
from arcloom.tasks.load import load
from arcloom.tasks.selection import select_tasks

SOME_REFUSED = 1


def load_tasks(source: str, task_ids: Sequence[str] | None = None) -> Dataset:
    """The dataset without its malformed tasks, which are reported on standard error.

    With `task_ids`, only these tasks.
    """
    dataset = load(source, strict=False)
    if task_ids:
        return select_tasks(dataset, task_ids)
    refused = list(dataset.refused.values())
    if refused and not len(dataset):
        raise refused[0]
    for error in refused:
        message(f"left out: {error}")
    return dataset


def close(dataset: Dataset) -> None:
    """End a command: with exit code 1 if a part of its input was refused."""
    if dataset.refused:
        raise typer.Exit(SOME_REFUSED)
