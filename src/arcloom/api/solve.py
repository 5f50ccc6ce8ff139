"""`arcloom.solve`: find programs for tasks, and answer every test."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from arcloom.api.inputs import LibraryLike, OnInterrupt, check_on_interrupt, library_of
from arcloom.errors import InputError, callables, of_kind
from arcloom.library import Library
from arcloom.library.starter import DEFAULT, NONE
from arcloom.search.net.config import NetConfig
from arcloom.search.stopping import Interrupted
from arcloom.search.strategy import Found, Strategy
from arcloom.solve.answers import Answers
from arcloom.solve.beside import checkpoint_place
from arcloom.solve.config import MEMORY, SolveConfig, net_lines
from arcloom.solve.display import watching
from arcloom.solve.ranking import Weights, best_fit
from arcloom.solve.run import SolveRun, Watch
from arcloom.solve.votes_file import read_votes
from arcloom.tasks.load import Tasks, tasks_of

LOG: Final = logging.getLogger("arcloom")


@dataclass(frozen=True)
class SolveProgress:
    """How far a run of `solve` is: what `on_progress` gets.

    Attributes:
        tasks: The number of tasks.
        fitted: Tasks with a program that fits and is not refuted.
        round: The round that the search is in, from 1.
        strategy: The strategy whose turn it is.
        fuel: Work that was spent, over all tasks.
        seconds: Seconds since the call.
        budget: The time limit in seconds; None if there is none.
    """

    tasks: int
    fitted: int
    round: int
    strategy: str
    fuel: int
    seconds: float
    budget: float | None


def solve(
    tasks: Tasks,
    budget: str | float | None = None,
    *,
    fuel: int | None = None,
    memory: str = MEMORY,
    seed: int = 0,
    threads: int | None = None,
    device: str = "auto",
    library: LibraryLike | None = None,
    strategies: str | Iterable[str | Strategy] | None = None,
    attempts: int = 2,
    weights: Weights | Mapping[str, Any] | None = None,
    net: NetConfig | Mapping[str, Any] | None = None,
    workers: str = "auto",
    address: str | None = None,
    starter: str | None = DEFAULT,
    max_task_memory: str | None = None,
    config: SolveConfig | None = None,
    out: str | os.PathLike[str] | None = None,
    net_votes: str | os.PathLike[str] | None = None,
    progress: bool = True,
    on_progress: Callable[[SolveProgress], object] | None = None,
    on_found: Callable[[Found], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Answers:
    """Look for programs for all tasks until the budget ends, and answer every test.

    Progress is drawn in a notebook and on a terminal. Elsewhere it goes to the logger `arcloom`.

    Args:
        tasks: A dataset, a task, a list of tasks, or anything that `load` takes.
        budget: Time limit, such as `90`, `"30s"`, `"10m"` or `"2h"`. Five minutes if there is no
            limit of time or fuel.
        fuel: Limit of work per task, about a nanosecond per unit. Give it instead of a budget,
            and the answers are the same on any machine and any number of threads.
        memory: Memory limit of the process, such as `"8G"`.
        seed: Seed of all random choices.
        threads: Number of threads; all cores by default.
        device: `"auto"`, `"cpu"` or `"gpu"`.
        library: A path, a URL or a `Library`. The run continues from what it holds, and stores
            what it finds. `"none"`: no library, and no starter programs either.
        strategies: Names, or objects of your own: `["enumerate", Mine()]`. All built-in ones by
            default.
        attempts: Answers per test input.
        weights: What counts for or against a program in ranking: a `Weights`, or the fields of it
            that are to differ.
        net: Asks for the network, with these settings: a `NetConfig`, or the fields of it that are
            to differ. Where it cannot run, it is left out, and the logger `arcloom` says so. Named
            in `strategies` (`"all,net"`), it must be able to run.
        workers: What does the work: `"threads"`, `"processes"` of this machine, or `"ray"`, a
            cluster. `"auto"` is processes for five threads or more, and threads for fewer, with a
            GPU, or with ops or strategies of your own. With `fuel` the answers are the same.
        address: The address of a Ray cluster, such as `"auto"` or `"10.0.0.1:6379"`. Without one,
            Ray starts on this machine.
        starter: `None`: begin without the starter programs that come with Arcloom. Those that were
            found on these tasks alone are left out in any case.
        max_task_memory: The most that one call of a strategy may hold, such as `"2G"`. A worker
            process that holds more is ended, and another one does the call again.
        config: All of these settings at once, from `budget` on, without `library`.
        out: A file. A complete submission is there from the start, and is rewritten as answers
            improve.
        net_votes: A file of a network's votes for these tasks, made elsewhere: they count as
            answers beside those of programs.
        progress: Whether to show progress.
        on_progress: Called a few times per second. It may raise `StopSearch`.
        on_found: Called with the first program that fits a task, and with each that ranks better.
            It may raise `StopSearch`.
        on_interrupt: What Ctrl-C does: `"raise"` an `Interrupted` that has the answers so far, or
            `"return"` them.

    Returns:
        The answers of all tasks. `answers.figures.stop` says what ended the search.

    Raises:
        InputError: An argument makes no sense, or an input cannot be read.
        Interrupted: Someone pressed Ctrl-C. It is a KeyboardInterrupt.

    Example:
        ```python
        tasks = al.load("arc1-train")
        answers = al.solve(tasks[:20], budget="30s", on_found=print)
        print(answers.score())
        ```
    """
    begun = perf_counter()
    check_on_interrupt(on_interrupt)
    callables(on_progress=on_progress, on_found=on_found)
    of_kind("config", config, SolveConfig, "a SolveConfig", optional=True)
    of_kind("out", out, (str, os.PathLike), "a path", optional=True)
    of_kind("net_votes", net_votes, (str, os.PathLike), "a path", optional=True)
    settings = (
        *(budget, fuel, memory, seed, threads, device, strategies, attempts, weights, net),
        *(workers, address, starter, max_task_memory),
    )
    if config is None:
        config = SolveConfig(*settings)
    elif settings != _UNSET:
        raise InputError("config excludes other settings", remedy="put them into the SolveConfig")
    if library == NONE:
        library, config = None, config.without_starter()
    dataset = tasks_of(tasks)
    for line in net_lines(config):
        LOG.warning(line)
    with ExitStack() as stack:
        opened = None if library is None else stack.enter_context(library_of(library))
        shown = stack.enter_context(watching(say=LOG.info)) if progress else None
        run = SolveRun(
            dataset,
            config,
            name=dataset.name,
            library=opened,
            out=None if out is None else Path(out),
            watch=_Callbacks(shown, on_progress, on_found),
            begun=begun,
            votes=() if net_votes is None else read_votes(Path(net_votes), dataset),
            checkpoint=checkpoint_place(
                config.net, _file_of(library), None if out is None else Path(out)
            ),
        )
        answers = run.run()
    if answers.figures.stop == "interrupted" and on_interrupt == "raise":
        raise Interrupted(answers)
    return answers


def _file_of(library: LibraryLike | None) -> str | os.PathLike[str] | None:
    return library.place if isinstance(library, Library) else library


_UNSET: Final = (
    *(None, None, MEMORY, 0, None, "auto", None, 2, None, None),
    *("auto", None, DEFAULT, None),
)
"""The settings of `solve` where none is given."""


class _Callbacks:
    """Shows a run, and tells a user's functions about it."""

    def __init__(
        self,
        shown: Watch | None,
        on_progress: Callable[[SolveProgress], object] | None,
        on_found: Callable[[Found], object] | None,
    ) -> None:
        self._shown = shown
        self._on_progress = on_progress
        self._on_found = on_found
        self._told: dict[str, str] = {}

    def __call__(self, run: SolveRun) -> None:
        if self._shown is not None:
            self._shown(run)
        if self._on_found is not None:
            self._tell_found(run, self._on_found)
        if self._on_progress is not None:
            self._on_progress(_progress_of(run))

    def _tell_found(self, run: SolveRun, on_found: Callable[[Found], object]) -> None:
        for state in run.states:
            best = best_fit(state.evidence, run.config.weights) if state.evidence.fits else None
            if best is not None and self._told.get(state.task.id) != best.program.hash:
                self._told[state.task.id] = best.program.hash
                on_found(best)


def _progress_of(run: SolveRun) -> SolveProgress:
    return SolveProgress(
        tasks=len(run.states),
        fitted=run.figures.fitted,
        round=run.scheduler.round + 1,
        strategy=run.scheduler.current,
        fuel=run.figures.fuel,
        seconds=run.seconds,
        budget=run.config.seconds,
    )


# `arcloom.solve` is this function, and the name of a package too. `import arcloom.solve.ranking as
# ranking` asks it for the package's modules, so it has the package's namespace.
solve.__dict__ = vars(sys.modules["arcloom.solve"])
