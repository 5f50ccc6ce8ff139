"""What is shown while a run evolves: a live table for a person, a line now and then for a script.

A round is reported only after its programs are in the library.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from arcloom.budget import format_seconds
from arcloom.cli.output import message
from arcloom.draw.notebook import at_most_every
from arcloom.search.evolve.figures import EvolveFigures

REDRAW: Final = 0.1
"""Seconds between two drawings: rounds of small datasets are much shorter."""

Watch = Callable[[EvolveFigures], None]


@contextmanager
def watching(every: float, budget: float | None) -> Iterator[Watch]:
    """Gives a function to call with the figures of a run after each of its rounds.

    On a terminal it draws a table; elsewhere it prints a line every `every` seconds.
    """
    if not sys.stderr.isatty():
        yield at_most_every(every, _say, wait=True)
        return
    console = Console(stderr=True)
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def draw(figures: EvolveFigures) -> None:
            live.update(drawn(figures, budget), refresh=True)

        yield at_most_every(REDRAW, draw)


def _say(figures: EvolveFigures) -> None:
    """A line that scripts can follow; numbers without separators."""
    message(
        f"stored {figures.stored} programs, known {figures.known}; generation "
        f"{figures.generation}, {figures.candidates} candidates, {figures.rate:.0f}/s; "
        f"{figures.fitted_text}, mean best score "
        f"{_best(figures):.1f}"
    )


def progress_text(figures: EvolveFigures) -> str:
    """How near the tasks are, on the mean. Only a dataset that is fitted as a whole has 1000."""
    return f"mean best score {int(_best(figures))} of 1000"


def _best(figures: EvolveFigures) -> float:
    """The mean of the tasks' best scores, never rounded up to that of a dataset that is fitted."""
    best = figures.best_partial
    return best if figures.fitted == figures.tasks else min(int(10 * best) / 10, 999.9)


def drawn(figures: EvolveFigures, budget: float | None) -> RenderableType:
    """The figures as a small table."""
    of = f" of {format_seconds(budget)}" if budget is not None else ""
    table = Table.grid(padding=(0, 2))
    table.add_row("generation", f"{figures.generation}", f"{format_seconds(figures.seconds)}{of}")
    table.add_row("candidates", f"{figures.candidates:,}", f"{figures.rate:,.0f}/s")
    table.add_row(
        "tasks fitted",
        Text(f"{figures.fitted} of {figures.tasks}", style="bold green"),
        f"{figures.expected or 0:.0f} expected right, {progress_text(figures)}",
    )
    table.add_row("stored", f"{figures.stored:,}", f"children met before {figures.known:,}")
    table.add_row("time", "", _shares(figures))
    return table


def _shares(figures: EvolveFigures) -> Text:
    total = figures.seconds or 1.0
    parts = [f"{name} {seconds / total:.0%}" for name, seconds in figures.stages.items()]
    return Text("  ".join(parts), style="dim")


def timing_table(figures: EvolveFigures) -> Table:
    """The stages of a run, adding up to the wall clock."""
    table = Table("stage", box=None, pad_edge=False)
    for heading in ("seconds", "share"):
        table.add_column(heading, justify="right")
    total = sum(figures.stages.values())
    for name, seconds in figures.stages.items():
        table.add_row(name, f"{seconds:.3f}", f"{seconds / (total or 1.0):.1%}")
    table.add_row("total", f"{total:.3f}", "100.0%", style="bold")
    table.add_row("storing in the background", f"{figures.store_cpu_seconds:.3f}", "", style="dim")
    return table
