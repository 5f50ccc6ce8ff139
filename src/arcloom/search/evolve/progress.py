"""The figures of a run of `evolve` while it goes on, and the points of its timeline."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from arcloom.library.timeline import Timeline
from arcloom.search.evolve.figures import EvolveFigures
from arcloom.search.evolve.harvest import Round
from arcloom.search.evolve.judge import Judge
from arcloom.search.evolve.population import Population
from arcloom.tasks.task import Task

Trace = Callable[[str, float, float], None]
"""A stage, when it began (in seconds since the start), and how many seconds it took."""

ASKED_AGAIN: Final = 0.05
"""The part of the time left after which the judge is asked again how long it would take."""


class EvolveProgress:
    """Counts stored rounds. `begun` is when the run began, on the clock of `perf_counter`."""

    def __init__(
        self,
        figures: EvolveFigures,
        tasks: Sequence[Task],
        population: Population,
        begun: float,
        judge: Judge | None,
        trace: Trace | None,
    ) -> None:
        self.figures = figures
        self._tasks = tasks
        self._population = population
        self._begun = begun
        self.judge = judge
        self._trace = trace
        self._timeline: Timeline | None = None
        self._ask_judge = 0.0
        """how many seconds after the run began the judge is asked again how long it would take"""
        self._judging = 0.0
        """what it said"""

    def follow(self, run: str) -> None:
        """Begin the timeline of a run."""
        self._timeline = Timeline(run)

    @property
    def due(self) -> bool:
        """Whether it is time for another point of the timeline."""
        return self._timeline is not None and self._timeline.due(self.figures.seconds)

    def count(self, searched: Round, stored: int, store_cpu_seconds: float) -> None:
        """Count a round that is stored."""
        figures = self.figures
        figures.generation = searched.generation
        figures.rounds += 1
        if searched.bred is not None:
            figures.candidates += searched.bred.scored
            figures.known += searched.bred.known
            figures.failed_children += searched.bred.unchanged
        figures.differs += searched.differs
        figures.stored += stored
        figures.store_cpu_seconds = store_cpu_seconds
        for stage, seconds in searched.stages.items():
            figures.stages[stage] += seconds
        self._draw(searched.stages, searched.begun)
        self.look()
        self.clock()

    def fitted(self) -> list[str]:
        """The ids of the tasks with a program that fits all demos."""
        keys = set(self._population.fitted())
        return [task.id for task in self._tasks if task.key in keys]

    def look(self) -> None:
        """Count what the population has for the tasks."""
        self.figures.fitted = len(self.fitted())
        self.figures.best_partial = self._population.best_partial()

    def point(self, again: bool = False) -> dict[str, Any]:
        """The current figures, for the run's timeline, and what the judge says."""
        figures = self.figures
        states: dict[str, Any] = {}
        if self.judge is not None:
            states = self.judge.judge(self._population, again)
            figures.expected = self.judge.expected
        if self._timeline is not None:
            states |= self._timeline.take(figures.seconds, figures.content(), self.fitted())
        return states

    def seconds_so_far(self, budget: float) -> float:
        """Seconds since the run began, and those that the judge would take now.

        The judge looks at all tasks to tell. So it is asked again only after a part (`ASKED_AGAIN`)
        of the time that was left.
        """
        now = time.perf_counter() - self._begun
        if self.judge is not None and now >= self._ask_judge:
            self._judging = self.judge.seconds_left(self._population)
            self._ask_judge = now + ASKED_AGAIN * max(0.0, budget - now)
        return now + self._judging

    def clock(self) -> None:
        """Set the seconds of the run, and of what no stage counts."""
        figures = self.figures
        figures.seconds = time.perf_counter() - self._begun
        known = sum(seconds for stage, seconds in figures.stages.items() if stage != "other")
        figures.stages["other"] = figures.seconds - known

    def _draw(self, stages: dict[str, float], begun: float) -> None:
        at = begun - self._begun
        for stage, seconds in stages.items():
            if self._trace is not None:
                self._trace(stage, at, seconds)
            at += seconds
