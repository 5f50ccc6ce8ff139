"""Answers and a run's progress for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from arcloom.draw.html import grid_html, task_html
from arcloom.solve.budget import format_seconds

if TYPE_CHECKING:
    from arcloom.solve.answers import Answer, Answers
    from arcloom.solve.run import Run

SHOWN: Final = 8
_COLOURS: Final = {"open": "#d5d5d5", "fitted": "#7bc77b", "settled": "#2e8b57"}


def answers_html(answers: Answers) -> str:
    """The totals, and the first tasks with a program."""
    figures = answers.figures
    head = (
        f"<div><b>{escape(answers.name)}</b>: {figures.fitted} of {len(answers)} tasks fitted in "
        f"{figures.seconds:.0f} s ({escape(figures.stop)})</div>"
    )
    shown = [answer for answer in answers.values() if answer.best is not None][:SHOWN]
    return head + "".join(map(answer_html, shown))


def answer_html(answer: Answer) -> str:
    """A task, the best program that fits it, and the attempts for its tests."""
    parts = [task_html(answer.task, cell=5)]
    if answer.best is not None:
        source = escape(answer.best.program.source())
        parts.append(f"<div>{escape(answer.best.strategy)}</div><pre>{source}</pre>")
    for grids in answer.attempts:
        parts += [grid_html(grid) for grid in grids]
    return f"<div>{' '.join(parts)}</div>"


def progress_html(run: Run) -> str:
    """A square a task that lights up, and how far the run is."""
    squares = "".join(
        f'<span title="{escape(state.task.id)}" style="display:inline-block;width:9px;height:9px;'
        f'margin:1px;background:{_colour(state.evidence.fitted, state.evidence.settled)}"></span>'
        for state in run.states
    )
    of = f" of {format_seconds(run.config.seconds)}" if run.config.seconds else ""
    text = (
        f"{run.figures.fitted} of {len(run.states)} tasks fitted, "
        f"{format_seconds(run.seconds)}{of}, round {run.scheduler.round + 1}"
    )
    return f'<div style="max-width:560px;line-height:11px">{squares}</div><div>{text}</div>'


def _colour(fitted: bool, settled: bool) -> str:
    return _COLOURS["settled" if settled else "fitted" if fitted else "open"]
