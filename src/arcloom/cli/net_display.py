"""Shows a training and its answers: a bar on a terminal, otherwise lines on standard error."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from arcloom.budget import format_seconds
from arcloom.cli.output import message
from arcloom.search.net.worker import training_numbers
from arcloom.solve.display import training_line

if TYPE_CHECKING:
    from arcloom.net import AnswerProgress
    from arcloom.net import Progress as TrainingProgress


class NetDisplay:
    """Takes what a network tells of itself."""

    def __init__(self, say: Callable[[str, float], None]) -> None:
        self._say = say

    def training(self, progress: TrainingProgress) -> None:
        """The loss, the accuracy on held-out demos, the speed, and the time left."""
        left = progress.seconds_left
        parts = [training_line(training_numbers(progress))]
        if progress.utilisation is not None:
            parts.append(f"{progress.utilisation:.0%} of the GPU's peak")
        if left is not None:
            parts.append(f"{format_seconds(left)} left")
        whole = progress.seconds + (left or 0.0)
        self._say(", ".join(part for part in parts if part), progress.seconds / max(whole, 1e-9))

    def answering(self, progress: AnswerProgress) -> None:
        """How many views of tests have been answered."""
        share = progress.done / max(progress.of, 1)
        self._say(f"{progress.done} of {progress.of} views answered", share)


@contextmanager
def showing(lines: float) -> Iterator[NetDisplay]:
    """A bar on a terminal; elsewhere a line every `lines` seconds."""
    if not sys.stderr.isatty():
        yield NetDisplay(_lines(lines))
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("starting", total=1.0)
        yield NetDisplay(lambda text, share: bar.update(task, description=text, completed=share))


def _lines(every: float) -> Callable[[str, float], None]:
    last = monotonic()

    def say(text: str, share: float) -> None:
        nonlocal last
        if monotonic() - last >= every:
            last = monotonic()
            message(text)

    return say


@contextmanager
def ctrl_c_stops() -> Iterator[Callable[[], bool]]:
    """Within it Ctrl-C raises nothing; the function says whether someone pressed it."""
    pressed = False

    def note(*_: Any) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
