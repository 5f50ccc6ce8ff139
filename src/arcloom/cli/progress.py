"""Progress on standard error, for work that takes long enough for a person to wonder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

PATIENCE: Final = 0.3
"""Seconds before the bar is drawn: shorter work needs none."""

Report = Callable[[int], None]


@contextmanager
def progress(label: str, total: int) -> Iterator[Report]:
    """Gives a function to call with the number done. It draws only on a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    bar = _bar(Console(stderr=True))
    task = bar.add_task(label, total=total)
    begun = monotonic()

    def report(done: int) -> None:
        if monotonic() - begun > PATIENCE:
            bar.start()
            bar.update(task, completed=done, refresh=True)

    try:
        yield report
    finally:
        bar.stop()


def _bar(console: Console) -> Progress:
    # The engine reports some 20 times a second: no thread of the bar's own is needed.
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        auto_refresh=False,
        transient=True,
    )
