"""What a person sees of a run: tasks lighting up, on a terminal or in a notebook, else lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from arcloom.solve.budget import format_seconds
from arcloom.solve.html import progress_html
from arcloom.solve.run import Run, Watch

LINES: Final = 10.0
"""Seconds between two lines where there is no terminal."""
REDRAW: Final = 0.25
REDRAW_NOTEBOOK: Final = 1.0
ROW: Final = 50


@contextmanager
def watching(lines: float = LINES) -> Iterator[Watch]:
    """Gives a function to call with a run, now and then, that shows how far it is."""
    shell = _notebook()
    if shell is not None:
        yield _at_most(REDRAW_NOTEBOOK, _Notebook())
    elif not sys.stderr.isatty():
        yield _at_most(lines, _say, wait=True)
    else:
        with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
            yield _at_most(REDRAW, lambda run: live.update(drawn(run), refresh=True))


def _at_most(every: float, watch: Watch, wait: bool = False) -> Watch:
    last = perf_counter() if wait else float("-inf")

    def rarely(run: Run) -> None:
        nonlocal last
        if perf_counter() - last >= every:
            last = perf_counter()
            watch(run)

    return rarely


def _say(run: Run) -> None:
    print(f"arcloom: {progress_line(run)}", file=sys.stderr, flush=True)


def progress_line(run: Run) -> str:
    """How far a run is, in one line; numbers without separators, for scripts."""
    fitted, tasks = run.figures.fitted, len(run.states)
    minutes = max(run.seconds, 1e-9) / 60
    left = ""
    if run.config.seconds is not None:
        left = f", {format_seconds(max(0.0, run.config.seconds - run.seconds))} left"
    return (
        f"{fitted} of {tasks} tasks fitted ({fitted / minutes:.1f} a minute); round "
        f"{run.scheduler.round + 1}, {run.scheduler.current}; {format_seconds(run.seconds)}{left}"
    )


def drawn(run: Run) -> RenderableType:
    """The tasks as lights, in the dataset's order, over a line of figures."""
    lights = Text()
    for number, state in enumerate(run.states):
        if number and number % ROW == 0:
            lights.append("\n")
        fitted, settled = state.evidence.fitted, state.evidence.settled
        style = "bold green" if settled else "green" if fitted else "bright_black"
        lights.append("■" if fitted else "·", style=style)
    return Group(lights, Text(progress_line(run)))


class _Notebook:
    """One output cell that is redrawn; needs IPython, no widgets."""

    def __init__(self) -> None:
        self._handle: Any = None

    def __call__(self, run: Run) -> None:
        from IPython.display import HTML, display  # type: ignore[import-not-found,unused-ignore]

        content = HTML(progress_html(run))
        if self._handle is None:
            self._handle = display(content, display_id=True)
        else:
            self._handle.update(content)


def _notebook() -> Callable[[], Any] | None:
    """IPython's shell where a notebook runs this, found without importing IPython."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return shell if shell is not None and hasattr(shell, "kernel") else None
