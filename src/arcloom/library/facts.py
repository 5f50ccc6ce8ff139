"""What a library holds, in a line and as a notebook shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from arcloom.draw.html import table_html, title_html
from arcloom.library.odds import percent, stored_probabilities
from arcloom.library.records import Kind, TaskSummary

SHOWN: Final = 12
"""Tasks that a notebook lists."""


class Countable(Protocol):
    """What is asked of a library here."""

    @property
    def place(self) -> str: ...
    def count(self, kind: Kind = "program") -> int: ...
    def tasks(self) -> Sequence[TaskSummary]: ...
    def states(self, beginning: str) -> Mapping[str, Any]: ...


def summary_of(library: Countable) -> str:
    """How many programs and differs there are."""
    programs, differs = library.count("program"), library.count("differ")
    return f"{_many(programs, 'program')}, {_many(differs, 'differ')}"


def library_html(library: Countable) -> str:
    """The counts, and the first tasks with the best program that each keeps."""
    tasks = library.tasks()
    chances = stored_probabilities(library)
    fitted = [task.best.task for task in tasks if task.best.fits]
    likely = [chances[task] for task in fitted if task in chances]
    right = f", {sum(likely):.0f} expected right" if likely else ""
    head = title_html(library.place, summary_of(library))
    head += f"<div>{len(fitted)} of {_many(len(tasks), 'task')} fitted{right}</div>"
    rows = [
        (
            task.task_id,
            str(task.programs),
            f"{task.best.demos_matched} of {task.best.demos_total}",
            percent(chances.get(task.best.task)) if task.best.fits else "",
            task.best.program[:8],
        )
        for task in tasks[:SHOWN]
    ]
    more = f"<div>and {len(tasks) - SHOWN} more</div>" if len(tasks) > SHOWN else ""
    titles = ("task", "programs", "demos matched", "right with", "best program")
    return head + (table_html(titles, rows) if rows else "") + more


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
