"""Shows a run to a person: lights for tasks in a terminal or a notebook, otherwise lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html import escape
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from arcloom.budget import format_seconds
from arcloom.draw.html import lights_html
from arcloom.draw.notebook import at_most_every, notebook_output
from arcloom.solve.evidence import Evidence
from arcloom.solve.run import SolveRun, Watch

LINES: Final = 10.0
"""Seconds between two lines if there is no terminal."""
REDRAW: Final = 0.25
REDRAW_NOTEBOOK: Final = 1.0
ROW: Final = 50
SEVERAL: Final = 2
_LIGHTS: Final = {
    "open": "#d5d5d5",
    "answered": "#7fb8d6",
    "fitted": "#7bc77b",
    "settled": "#2e8b57",
}


@contextmanager
def watching(lines: float = LINES, say: Callable[[str], None] | None = None) -> Iterator[Watch]:
    """Give a function that shows a run's progress. Call it with the run now and then.

    Without a terminal or a notebook it gives a line every `lines` seconds to `say`; by default it
    prints them to standard error.
    """
    tell = say or _print_line
    show = notebook_output()
    if show is not None:
        yield at_most_every(REDRAW_NOTEBOOK, lambda run: show(progress_html(run)))
    elif not sys.stderr.isatty():
        yield at_most_every(lines, lambda run: tell(progress_line(run)), wait=True)
    else:
        with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
            yield at_most_every(REDRAW, lambda run: live.update(drawn(run), refresh=True))


def _print_line(line: str) -> None:
    print(f"arcloom: {line}", file=sys.stderr, flush=True)


def progress_line(run: SolveRun) -> str:
    """A run's progress in one line. Numbers have no separators, so scripts can read them."""
    fitted, tasks = run.figures.fitted, len(run.states)
    minutes = max(run.seconds, 1e-9) / 60
    left = ""
    if run.config.seconds is not None:
        left = f", {format_seconds(max(0.0, run.config.seconds - run.seconds))} left"
    return (
        f"{fitted} of {tasks} tasks fitted ({fitted / minutes:.1f} a minute), "
        f"{run.figures.expected:.0f} expected right; round "
        f"{run.scheduler.round + 1}, {run.scheduler.current}; {format_seconds(run.seconds)}{left}"
        f"{crew_line(run.figures.crew)}{network_line(run)}"
    )


def crew_line(crew: Mapping[str, int]) -> str:
    """What the workers do now; empty on threads."""
    if not crew:
        return ""
    workers, nodes = (
        f"{crew[name]} {name[:-1] if crew[name] == 1 else name}" for name in ("workers", "nodes")
    )
    lost = f", {crew['lost']} lost" if crew["lost"] else ""
    return f"; {workers} on {nodes}, {crew['busy']} busy{lost}"


def node_lines(run: SolveRun) -> list[str]:
    """The rate of each node; nothing where there is but one."""
    rates = run.figures.nodes
    if len(rates) < SEVERAL:
        return []
    return [f"{node}: {rate:.1f} calls a second" for node, rate in rates.items()]


def training_line(numbers: Mapping[str, float]) -> str:
    """Where a network's training stands: "loss 0.0312, 41 % of held-out demos right"."""
    parts = []
    if "loss" in numbers:
        parts.append(f"loss {numbers['loss']:.4f}")
    if "held_out_accuracy" in numbers:
        parts.append(f"{numbers['held_out_accuracy']:.0%} of held-out demos right")
    if "epochs" in numbers:
        parts.append(f"{numbers['epochs']:.1f} epochs in {format_seconds(numbers['seconds'])}")
    return ", ".join(parts)


def network_line(run: SolveRun) -> str:
    """What the network does now; empty without one."""
    network = run.network
    if network is None:
        return ""
    if network.phase == "training":
        left = network.seconds_left
        tail = "" if left is None else f", {format_seconds(left)} left"
        return f"; network: {training_line(network.training) or 'training'}{tail}"
    if network.phase == "answering" and network.to_answer:
        return f"; network: {network.answered} of {network.to_answer} views answered"
    if network.phase == "judging":
        return f"; network: {network.judged} outputs judged"
    return f"; network: {network.phase}"


def drawn(run: SolveRun) -> RenderableType:
    """The tasks as lights, in the dataset's order, above a line of figures."""
    lights = Text()
    for number, state in enumerate(run.states):
        if number and number % ROW == 0:
            lights.append("\n")
        fitted, settled = state.evidence.fitted, state.evidence.settled
        answered = state.evidence.answered
        style = "bold green" if settled else "green" if fitted else "bright_black"
        style = "cyan" if answered and not fitted else style
        lights.append("■" if fitted else "□" if answered else "·", style=style)
    nodes = (Text(line, style="bright_black") for line in node_lines(run))
    return Group(lights, Text(progress_line(run)), *nodes)


def progress_html(run: SolveRun) -> str:
    """A square per task, which lights up when the task is fitted, and the run's progress."""
    lights = lights_html((state.task.id, _light(state.evidence)) for state in run.states)
    of = f" of {format_seconds(run.config.seconds)}" if run.config.seconds else ""
    text = (
        f"{run.figures.fitted} of {len(run.states)} tasks fitted, "
        f"{run.figures.expected:.0f} expected right, "
        f"{format_seconds(run.seconds)}{of}, round {run.scheduler.round + 1}"
        f"{crew_line(run.figures.crew)}"
    )
    nodes = "".join(f"<div>{escape(line)}</div>" for line in node_lines(run))
    return f"{lights}<div>{text}</div>{nodes}"


def _light(found: Evidence) -> str:
    if found.settled:
        return _LIGHTS["settled"]
    return _LIGHTS["fitted" if found.fitted else "answered" if found.answered else "open"]
