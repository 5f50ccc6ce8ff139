"""Rows: what a library holds, as the JSON of pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from arcloom.engine import Batt
from arcloom.engine.pictures import Picture, rows_of
from arcloom.library import Kept, Library, StoredProgram, StoredScore
from arcloom.library.front import fit_of, front_of
from arcloom.search.bare_answer import BareAnswer, said
from arcloom.solve.given import given_bare_answers, given_probabilities
from arcloom.tasks import Task
from arcloom.web.attempts import Attempt, attempts_of
from arcloom.web.limits import MAX_ELEMENTS
from arcloom.web.work import Work, too_much

Content = dict[str, Any]

IMPORTED: Final = "imported"


class ProgramOrigins:
    """Where programs come from: a file, a strategy of `solve`, or a command.

    `solve` keeps what its strategies found as states of the library, `solve ...`: lists of
    programs, each with its source and its strategy. Programs are told apart by their bodies there,
    since the heads may differ.
    """

    def __init__(self, library: Library) -> None:
        self._commands = {run.id: run.command for run in library.runs()}
        self._strategies: dict[str, str] = {}
        for found in library.states("solve ").values():
            if isinstance(found, list):
                for one in found:
                    self._strategies.setdefault(_body(one["source"]), one["strategy"])

    def of(self, imported: bool, source: str, run: str | None) -> str:
        """The origin of a stored program."""
        if imported:
            return IMPORTED
        return self._strategies.get(_body(source)) or self._commands.get(run or "", "unknown")


def status_of(library: Library, origins: ProgramOrigins, tasks: Iterable[Task]) -> Content:
    """For each task that keeps programs how good the best is and where it comes from.

    `probability` says how likely the task is right; null if no run has judged it.
    """
    known = KnownTasks(tasks)
    probabilities = given_probabilities(library, known.tasks)
    return {
        task_id: {
            "matched": task.best.demos_matched,
            "of": task.best.demos_total,
            "score": task.best.shown_score,
            "programs": task.programs,
            "probability": probabilities.get(task_id),
            "origin": origins.of(task.imported, task.source, task.run),
        }
        for task in library.tasks()
        for task_id in known.ids(task.best.task, task.task_id)
    }


class KnownTasks:
    """Tasks at hand, by what a library files them under."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.tasks = list(tasks)
        self._ids = {task.id for task in self.tasks}
        self._by_key: dict[str, list[str]] = {}
        for task in self.tasks:
            self._by_key.setdefault(task.key, []).append(task.id)

    def ids(self, key: str, task_id: str) -> list[str]:
        """The ids of the tasks that something is about which is filed under a key.

        Several tasks may have the same grids. One with that id and other grids is not meant, unless
        an older version has filed it, by its id.
        """
        other = task_id in self._ids and key != task_id
        return self._by_key.get(key) or ([] if other else [task_id])


def kept_content(task: Task, library: Library, origins: ProgramOrigins) -> Content:
    """The programs that a task keeps, their front, and the attempts at its tests."""
    kept = library.best(task)
    names = {one.program.hash: one.program.name for one in kept}
    tests, judged = attempts_of(task, library)
    voted = [one for one in given_bare_answers(library, task) if one.votes]
    return {
        "kept": [_kept_row(one, origins) for one in kept],
        "front": [_front_row(one) for one in front_of(kept)],
        "probability": None if judged is None else judged.probability,
        "attempts": [
            [_attempt_content(attempt, names, voted, test) for attempt in attempts]
            for test, attempts in enumerate(tests)
        ],
        "answers": [
            [_answer_content(one) for one in voted if one.test == test]
            for test in range(len(task.tests))
        ],
    }


def program_row(stored: StoredProgram, origins: ProgramOrigins) -> Content:
    """A program in a list."""
    return {
        "hash": stored.hash,
        "name": stored.name,
        "nodes": stored.nodes,
        "kind": stored.kind,
        "origin": origins.of(stored.imported, stored.source, stored.created_run),
        "run": stored.created_run,
    }


def score_rows(scores: Sequence[StoredScore]) -> list[Content]:
    """What a program is worth: one row per task."""
    return [{"task": score.task_id, **_worth(score)} for score in scores]


def outputs_content(task: Task, batt: Batt, work: Work, program: int = 0) -> Content:
    """What a woven program gives for a task's demos and tests, for as many as there is work for."""
    pictures: list[Picture] = []

    def see(value: Any, fuel: int, elements: int) -> bool:
        work.spend(fuel)
        pictures.append(work.draw(value, elements))
        return False

    for sample in task.samples:
        if work.left > 0:
            batt.visit(program, sample, see, MAX_ELEMENTS)
        else:
            pictures.append(too_much())
    return {"demos": pictures[: len(task.demos)], "tests": pictures[len(task.demos) :]}


def _kept_row(kept: Kept, origins: ProgramOrigins) -> Content:
    row = program_row(kept.program, origins)
    return {**row, **_worth(kept.score), "fit": fit_of(kept.score), "source": kept.program.source}


def _front_row(kept: Kept) -> Content:
    """A point of the front, which is complete also where a report has few of the programs."""
    place = {"nodes": kept.score.nodes, "fit": fit_of(kept.score)}
    return {"hash": kept.program.hash, "name": kept.program.name, **place, **_worth(kept.score)}


def _worth(score: StoredScore) -> Content:
    return {
        "matched": score.demos_matched,
        "of": score.demos_total,
        "score": score.shown_score,
        "fuel": score.fuel,
    }


def _answer_content(one: BareAnswer) -> Content:
    """An answer without a program."""
    return {"grid": rows_of(one.output), "said": said(one), "bits": one.bits}


def _attempt_content(
    attempt: Attempt, names: Mapping[str, str], voted: Sequence[BareAnswer], test: int
) -> Content:
    giving = (a.origin for a in voted if a.test == test and a.output.same(attempt.grid))
    return {
        "origin": next(giving, None),
        "grid": rows_of(attempt.grid),
        "program": attempt.program,
        "name": attempt.program and names.get(attempt.program, attempt.program[:8]),
        "probability": None if attempt.odds is None else attempt.odds.probability,
        "why": None if attempt.odds is None else attempt.odds.why,
    }


def _body(source: str) -> str:
    return source.partition("\n")[2]
