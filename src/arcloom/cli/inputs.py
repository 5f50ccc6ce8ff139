"""Reads a command's inputs, and reports the part that is refused."""

from __future__ import annotations

import typer

from arcloom.cli.output import message
from arcloom.tasks import Dataset
from arcloom.tasks.load import load

SOME_REFUSED = 1


def load_tasks(source: str) -> Dataset:
    """The dataset without its malformed tasks, which are reported on standard error."""
    dataset = load(source, strict=False)
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
