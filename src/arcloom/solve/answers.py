"""Answers: a run's attempts for every task, and the programs behind them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from arcloom.draw.html import grid_html
from arcloom.files import write_atomically
from arcloom.lang import Program
from arcloom.search.strategy import Found
from arcloom.solve.evidence import Evidence
from arcloom.solve.figures import SolveFigures
from arcloom.solve.odds import TaskOdds, odds
from arcloom.solve.ranking import best_fit
from arcloom.solve.submission import Attempts, submission_json, task_json
from arcloom.tasks import Task

SHOWN: Final = 8
"""The most answers that a notebook shows."""


@dataclass(frozen=True)
class Answer:
    """A task's attempts for each test, and what was found for it."""

    task: Task
    attempts: Attempts
    evidence: Evidence
    odds: TaskOdds | None = None
    """how likely each attempt is right, and why; None: asked for when needed"""

    @property
    def probability(self) -> float:
        """How likely the task is solved: that each test has an attempt that is right."""
        return self._judged.probability

    @property
    def why(self) -> tuple[tuple[str, ...], ...]:
        """For each test, one line per attempt on why it ranks where it does."""
        return tuple(tuple(one.why for one in test) for test in self._judged.tests)

    @property
    def _judged(self) -> TaskOdds:
        count = max(map(len, self.attempts), default=0)
        return odds(self.evidence, count) if self.odds is None else self.odds

    @property
    def best(self) -> Found | None:
        """The best-ranked program that fits all demos, or None."""
        return best_fit(self.evidence)

    @property
    def program(self) -> Program | None:
        """The program of `best`, or None."""
        return self.best.program if self.best else None

    def _repr_html_(self) -> str:
        """The task, the best program that fits it, and the attempts for its tests."""
        parts = [self.task.to_html(cell=5)]
        if self.best is not None:
            source = escape(self.best.program.source())
            likely = f"{escape(self.best.strategy)}, right with probability {self.probability:.2f}"
            parts.append(f"<div>{likely}</div><pre>{source}</pre>")
        parts += [grid_html(grid) for grids in self.attempts for grid in grids]
        return f"<div>{' '.join(parts)}</div>"


class Answers(Mapping[str, Answer]):
    """Answers by task id, in the dataset's order.

    answers = arcloom.solve(tasks, budget="5m")
    answers.save("submission.json")
    answers["00d62c1b"].program.source()
    """

    def __init__(self, name: str, answers: Mapping[str, Answer], figures: SolveFigures) -> None:
        self.name = name
        self.figures = figures
        self._answers = dict(answers)

    def __getitem__(self, task_id: str) -> Answer:
        return self._answers[task_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def programs(self) -> dict[str, Program]:
        """For each task that has one, the best program that fits all its demos."""
        return {i: a.program for i, a in self._answers.items() if a.program is not None}

    @property
    def attempts(self) -> dict[str, Attempts]:
        """The attempts of the submission, as grids."""
        return {task_id: answer.attempts for task_id, answer in self._answers.items()}

    @property
    def expected(self) -> float:
        """How many tasks are right by their probabilities."""
        return sum(answer.probability for answer in self._answers.values())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a submission in Kaggle's format."""
        entries = {task_id: task_json(attempts) for task_id, attempts in self.attempts.items()}
        write_atomically(Path(path), submission_json(entries))

    def __repr__(self) -> str:
        fitted = sum(answer.evidence.fitted for answer in self._answers.values())
        return (
            f"Answers({self.name!r}: {fitted} of {len(self)} tasks fitted, "
            f"{self.expected:.0f} expected right)"
        )

    def _repr_html_(self) -> str:
        """The totals, and the first tasks with a program."""
        figures = self.figures
        head = (
            f"<div><b>{escape(self.name)}</b>: {figures.fitted} of {len(self)} tasks fitted, "
            f"{self.expected:.0f} expected right, in "
            f"{figures.seconds:.0f} s ({escape(figures.stop)})</div>"
        )
        shown = [answer for answer in self.values() if answer.best is not None][:SHOWN]
        return head + "".join(answer._repr_html_() for answer in shown)
