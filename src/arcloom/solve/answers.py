"""Answers: a run's attempts for every task, and the programs behind them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arcloom.draw.html import grid_html
from arcloom.files import write_atomically
from arcloom.frames import data_frame
from arcloom.lang import Program
from arcloom.search.bare_answer import BareAnswer, said
from arcloom.search.strategy import Found
from arcloom.solve.evidence import Evidence
from arcloom.solve.figures import SolveFigures
from arcloom.solve.odds import TaskOdds, odds
from arcloom.solve.ranking import WEIGHTS, Weights, best_fit, bits_of
from arcloom.solve.score import Score, score
from arcloom.solve.submission import Attempts, submission_json, task_json
from arcloom.tasks import Task

if TYPE_CHECKING:
    import pandas as pd

SHOWN: Final = 8
"""The most answers that a notebook shows."""


COLUMNS: Final = (
    "task",
    "fitted",
    "settled",
    "probability",
    "votes",
    "strategy",
    "program",
    "bits",
    "nodes",
    "matched",
    "demos",
    "score",
    "fuel",
)
"""The columns of `Answers.to_pandas`."""


@dataclass(frozen=True)
class Answer:
    """What a run answers for one task, and why.

    Attributes:
        task: The task.
        attempts: For each test the attempts, best first.
        evidence: All programs and bare answers that were kept for the task.
        odds: How likely each attempt is right, and why. None: worked out when asked for.
        weights: What counted for or against a program in ranking.
    """

    task: Task
    attempts: Attempts
    evidence: Evidence
    odds: TaskOdds | None = None
    weights: Weights = field(default=WEIGHTS, repr=False)

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
        return odds(self.evidence, count, self.weights) if self.odds is None else self.odds

    @property
    def best(self) -> Found | None:
        """The best-ranked program that fits all demos, or None."""
        return best_fit(self.evidence, self.weights)

    @property
    def program(self) -> Program | None:
        """The program of `best`, or None."""
        return self.best.program if self.best else None

    @property
    def bare(self) -> tuple[tuple[BareAnswer, ...], ...]:
        """For each test the answers without a program, such as a network's, most votes first."""
        given = self.evidence.answers
        return tuple(
            tuple(one for one in given if one.test == test and one.votes)
            for test in range(len(self.task.tests))
        )

    @property
    def fitted(self) -> bool:
        """Whether some program fits that is not refuted. That does not make the answer right."""
        return self.evidence.fitted

    def row(self) -> dict[str, Any]:
        """The answer as a row of a table: of the best program, or of the nearest one."""
        found = self.best or next(iter(self.evidence.partial), None)
        row: dict[str, Any] = {
            "task": self.task.id,
            "fitted": self.fitted,
            "settled": self.evidence.settled,
            "probability": self.probability,
            "votes": max((one.votes / one.of for test in self.bare for one in test), default=None),
            "demos": len(self.task.demos),
        }
        if found is not None:
            row |= {
                "strategy": found.strategy,
                "program": found.program.source(),
                "bits": bits_of(found, self.weights),
                "nodes": len(found.program),
                "matched": found.matched,
                "score": found.score,
                "fuel": found.fuel,
            }
        return row

    def __repr__(self) -> str:
        found = self.best
        what = f"{len(found.program)} nodes by {found.strategy}" if found else "no program fits"
        first = next((said(answers[0]) for answers in self.bare if answers), "")
        return f"Answer({self.task.id}: {'; '.join(part for part in (what, first) if part)})"

    def _repr_html_(self) -> str:
        """The task, the best program that fits it, and the attempts for its tests."""
        parts = [self.task.to_html(cell=5)]
        if self.best is not None:
            source = escape(self.best.program.source())
            likely = f"{escape(self.best.strategy)}, right with probability {self.probability:.2f}"
            parts.append(f"<div>{likely}</div><pre>{source}</pre>")
        elif first := next((said(answers[0]) for answers in self.bare if answers), ""):
            parts.append(f"<div>{escape(first)}, probability {self.probability:.2f}</div>")
        parts += [grid_html(grid) for grids in self.attempts for grid in grids]
        return f"<div>{' '.join(parts)}</div>"


class Answers(Mapping[str, Answer]):
    """Answers by task id, in the dataset's order. `solve` returns them.

    Attributes:
        name: The name of the dataset.
        figures: Counts and costs of the run; `figures.stop` says what ended it.

    Example:
        ```python
        answers = al.solve(tasks, budget="5m")
        answers.save("submission.json")
        answers["00d62c1b"].program.source()
        ```
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
        """Write a submission in Kaggle's format.

        Args:
            path: The file. It is replaced as a whole.
        """
        entries = {task_id: task_json(attempts) for task_id, attempts in self.attempts.items()}
        write_atomically(Path(path), submission_json(entries))

    def score(self) -> Score:
        """How many tasks and outputs are right. This opens the test outputs.

        Returns:
            Counts by the number of attempts. Tasks whose outputs the data lacks do not count.
        """
        return score(self.attempts, {key: answer.task for key, answer in self._answers.items()})

    def to_pandas(self) -> pd.DataFrame:
        """A data frame with a row per task: what was found, by which strategy, at what cost.

        Raises:
            InputError: pandas is not installed.
        """
        return data_frame(COLUMNS, (answer.row() for answer in self._answers.values()), "task")

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
