"""Reads a command's inputs, and reports the part that is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from arcloom.cli.output import message
from arcloom.errors import InputError
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


def keep_apart(outputs: Iterable[Path | None], inputs: Iterable[str | Path | None] = ()) -> None:
    """Refuse to write to a file that the command reads, or to one file twice."""
    taken = {_place(Path(name)): "is read by this command" for name in inputs if name is not None}
    for path in outputs:
        place = None if path is None else _place(path)
        if place is None:
            continue
        if place in taken:
            raise InputError(
                f"{taken[place]}, so it cannot be written to",
                place=str(path),
                remedy="name another file",
            )
        taken[place] = "is written by another option"


def _place(path: Path) -> Path | None:
    """Where a file lies or will lie; None for devices and pipes, which take any number of writers,
    and for names that the system refuses: whoever opens them says why.
    """
    try:
        return path.resolve() if path.is_file() or not path.exists() else None
    except OSError:
        return None
