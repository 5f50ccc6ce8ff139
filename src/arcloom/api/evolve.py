"""`arcloom.evolve`: breed programs for tasks, and keep the best in a library."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from arcloom.api.inputs import (
    LibraryLike,
    OnInterrupt,
    ProgramsLike,
    check_on_interrupt,
    library_of,
    programs_of,
)
from arcloom.draw.notebook import at_most_every
from arcloom.errors import InputError, callables, of_kind
from arcloom.frames import data_frame
from arcloom.lang import Program, read_program
from arcloom.library import Library, TaskSummary
from arcloom.library.starter import DEFAULT, starters_for
from arcloom.search.description_length import description_length
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.differ_types import check_differ, looks_at_output
from arcloom.search.evolve.evolution import Evolution, Watch
from arcloom.search.evolve.figures import EvolveFigures
from arcloom.search.evolve.notebook import watch_in_notebook
from arcloom.search.stopping import Interrupted
from arcloom.search.strategy import Found
from arcloom.search.trial import answer_of
from arcloom.solve.kept import KeptOdds
from arcloom.tasks import Dataset
from arcloom.tasks.load import Tasks, tasks_of

if TYPE_CHECKING:
    import pandas as pd

LOG: Final = logging.getLogger("arcloom")
BUDGET: Final = "10m"
EVERY: Final = 10.0
"""Seconds between two lines of the log."""
REDRAW: Final = 0.25


@dataclass(frozen=True)
class Evolved:
    """What `evolve` leaves: its figures, and the best program of each task in the library.

    Attributes:
        figures: Counts and costs of the run; `figures.stop` says what ended it.
        best: By task id, the best program that the library keeps, for tasks that have one.
        probabilities: By task id, how likely the kept programs have the task right with two
            attempts, for tasks that some program fits.
    """

    figures: EvolveFigures
    best: Mapping[str, TaskSummary]
    probabilities: Mapping[str, float] = field(default_factory=dict)

    @property
    def programs(self) -> dict[str, Program]:
        """For each task that has one, the best program that fits all its demos."""
        fitted = {task: kept for task, kept in self.best.items() if kept.best.fits}
        return {task: read_program(kept.source) for task, kept in fitted.items()}

    def to_pandas(self) -> pd.DataFrame:
        """A data frame with a row per task: its best program, and what that is worth.

        Raises:
            InputError: pandas is not installed.
        """
        columns = (
            "task",
            "fitted",
            "probability",
            "matched",
            "demos",
            "score",
            "nodes",
            "fuel",
            "program",
        )
        rows = (
            {
                "task": task,
                "fitted": kept.best.fits,
                "probability": self.probabilities.get(task, 0.0),
                "matched": kept.best.demos_matched,
                "demos": kept.best.demos_total,
                "score": kept.best.mean_score,
                "nodes": kept.best.nodes,
                "fuel": kept.best.fuel,
                "program": kept.source,
            }
            for task, kept in self.best.items()
        )
        return data_frame(columns, rows, "task")

    def __repr__(self) -> str:
        return f"Evolved({self.figures.fitted_text})"

    def _repr_html_(self) -> str:
        return self.figures._repr_html_()


def evolve(
    tasks: Tasks,
    library: LibraryLike,
    budget: str | float | None = None,
    *,
    generations: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    programs: ProgramsLike | None = None,
    differs: ProgramsLike | None = None,
    starter: str | None = DEFAULT,
    config: EvolveConfig | None = None,
    progress: bool = True,
    on_progress: Callable[[EvolveFigures], object] | None = None,
    on_found: Callable[[Found], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Evolved:
    """Breed programs from those of a library, and keep the best of each task in it.

    A run of the same settings continues where the last one stopped. Progress is drawn in a
    notebook and on a terminal. Elsewhere it goes to the logger `arcloom`.

    Args:
        tasks: A dataset, a task, a list of tasks, or anything that `load` takes.
        library: A path, a URL or a `Library`.
        budget: Time limit, such as `90`, `"30s"`, `"10m"` or `"2h"`. Ten minutes if there is no
            limit of time or generations.
        generations: Limit of generations. With it alone the result is the same on any number of
            threads.
        seed: Seed of all random choices.
        threads: Number of threads; all cores by default.
        programs: Programs to add to the library first. It is created if needed.
        differs: Differs to add to the library first: programs of `(S, I, C)`. They score this run
            and later ones.
        starter: `None`: begin without the starter programs that come with Arcloom. Those that were
            found on these tasks alone are left out in any case.
        config: Further settings, with `budget`, `generations`, `seed` and `starter` in it.
        progress: Whether to show progress.
        on_progress: Called with the figures after each round that was stored. It may raise
            `StopSearch`.
        on_found: Called with the first program that fits a task. It may raise `StopSearch`.
        on_interrupt: What Ctrl-C does: `"raise"` an `Interrupted` that has the result so far, or
            `"return"` it. What was stored stays in both cases.

    Returns:
        The figures of the run, and the best program of each task.

    Raises:
        InputError: An argument makes no sense, or the library cannot be used.
        Interrupted: Someone pressed Ctrl-C. It is a KeyboardInterrupt.

    Example:
        ```python
        tasks = al.load("examples/tasks")
        evolved = al.evolve(tasks, "lib.db", generations=5, programs="examples/programs.py")
        evolved.programs
        ```
    """
    check_on_interrupt(on_interrupt)
    callables(on_progress=on_progress, on_found=on_found)
    of_kind("config", config, EvolveConfig, "an EvolveConfig", optional=True)
    settings = _settings(config, budget, generations, seed, starter)
    dataset = tasks_of(tasks)
    if not len(dataset):
        raise InputError("there are no tasks to evolve for", remedy="give at least one")
    own = {} if differs is None else _checked(programs_of(differs))
    given = {} if programs is None else programs_of(programs)
    with library_of(library, create=True) as opened, _showing(progress) as shown:
        if given or own:
            opened.add_programs({**given, **own})
        watch = _Callbacks(dataset, shown, on_progress, on_found)
        judge = KeptOdds(dataset, threads)
        begin = starters_for(settings.starter, dataset.values())
        evolution = Evolution(dataset, opened, settings, threads, watch, judge=judge, starter=begin)
        watch.evolution = evolution
        if evolution.left_out:
            LOG.warning(evolution.left_out)
        figures = evolution.run()
        evolved = Evolved(figures, _best(opened, dataset, figures), judge.probabilities)
    if figures.stop == "interrupted" and on_interrupt == "raise":
        raise Interrupted(evolved)
    return evolved


def _settings(
    config: EvolveConfig | None,
    budget: str | float | None,
    generations: int | None,
    seed: int,
    starter: str | None,
) -> EvolveConfig:
    if config is not None:
        if (budget, generations, seed, starter) != (None, None, 0, DEFAULT):
            raise InputError(
                "config excludes budget, generations, seed and starter",
                remedy="put them into the EvolveConfig",
            )
        limited = config.generations is not None or config.seconds is not None
        return config if limited else replace(config, budget=BUDGET)
    if budget is None and generations is None:
        budget = BUDGET
    return EvolveConfig(budget=budget, generations=generations, seed=seed, starter=starter)


def _checked(differs: dict[str, Program]) -> dict[str, Program]:
    for name, program in differs.items():
        if not looks_at_output(program):
            raise InputError(
                f"'{name}' is no differ: it does not use C",
                remedy="write it as def differ(S, I, C)",
            )
        check_differ(program, name)
    return differs


def _best(library: Library, tasks: Dataset, figures: EvolveFigures) -> dict[str, TaskSummary]:
    if figures.problem:  # the library is lost
        return {}
    kept = {summary.best.task: summary for summary in library.tasks()}
    return {task_id: kept[task.key] for task_id, task in tasks.items() if task.key in kept}


class _Callbacks:
    """Shows a run, and tells a user's functions about it."""

    def __init__(
        self,
        tasks: Dataset,
        shown: Watch | None,
        on_progress: Callable[[EvolveFigures], object] | None,
        on_found: Callable[[Found], object] | None,
    ) -> None:
        self.evolution: Evolution | None = None
        self._tasks = tasks
        self._shown = shown
        self._on_progress = on_progress
        self._on_found = on_found
        self._told: set[str] = set()

    def __call__(self, figures: EvolveFigures) -> None:
        if self._shown is not None:
            self._shown(figures)
        if self._on_found is not None and self.evolution is not None:
            for task_id in self.evolution.progress.fitted():
                if task_id not in self._told:
                    self._told.add(task_id)
                    found = self._found(self.evolution, task_id)
                    if found is not None:
                        self._on_found(found)
        if self._on_progress is not None:
            self._on_progress(replace(figures, stages=dict(figures.stages)))

    def _found(self, evolution: Evolution, task_id: str) -> Found | None:
        """The best program of a task; None if it cannot be bred from."""
        task, population = self._tasks[task_id], evolution.population
        row = population.rows(task.key)[0]
        number = population.number(row.program)
        if number is None:
            return None
        program = population.program(number)
        return Found(
            task_id,
            program,
            "evolve",
            description_length(program),
            -row.minus_demos,
            row.demos_total,
            tuple(answer_of(program(test.input, S=task)) for test in task.tests),
            row.score // row.demos_total,
            row.fuel,
        )


@contextmanager
def _showing(wanted: bool) -> Iterator[Watch | None]:
    """A function that shows figures in a notebook, on a terminal, or else in the log."""
    notebook = watch_in_notebook() if wanted else None
    if not wanted or notebook is not None:
        yield notebook
    elif not sys.stderr.isatty():
        yield at_most_every(EVERY, lambda figures: LOG.info("%s", _line(figures)), wait=True)
    else:
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
            yield at_most_every(REDRAW, lambda f: live.update(_line(f), refresh=True))


def _line(figures: EvolveFigures) -> str:
    return (
        f"{figures.fitted_text}; generation {figures.generation}, "
        f"{figures.candidates} candidates, {figures.rate:.0f}/s; {figures.stored} stored"
    )
