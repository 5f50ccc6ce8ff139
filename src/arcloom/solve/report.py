"""The report of a run: for each task what was found, by which strategy, at what cost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.search.bare_answer import BareAnswer
from arcloom.search.strategy import Found
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import Chosen, attempts, chosen, odds
from arcloom.solve.ranking import Weights, best_fit, bits_of, rank
from arcloom.solve.run import SolveRun
from arcloom.solve.submission import Attempts, read_attempts
from arcloom.solve.task_state import TaskState
from arcloom.tasks import Task
from arcloom.tasks.read import read_json


class ReportFile:
    """The place of a report. It must be writable before the run begins."""

    def __init__(self, path: Path) -> None:
        self.path = path
        write_atomically(path, "{}\n")

    def write(self, run: SolveRun) -> None:
        """Write the report of a finished run."""
        write_atomically(self.path, json.dumps(report(run), indent=1) + "\n")


def report(run: SolveRun) -> dict[str, Any]:
    """A run as JSON: its settings, its figures, and every task."""
    return {
        "dataset": run.name,
        "configuration": run.config.content(),
        **run.figures.content(),
        "per_task": {state.task.id: _task(run, state) for state in run.states},
    }


def _task(run: SolveRun, state: TaskState) -> dict[str, Any]:
    evidence = state.evidence
    weights = run.config.weights
    best = best_fit(evidence, weights) or next(iter(evidence.partial), None)
    tests = [
        chosen(evidence, test, run.config.attempts, weights)
        for test in range(len(state.task.tests))
    ]
    judged = odds(evidence, run.config.attempts, weights)
    return {
        "fitted": evidence.fitted,
        "settled": evidence.settled,
        "level": state.level,
        "fuel": state.fuel,
        "seconds": sum(tally.seconds for tally in state.tallies.values()),
        **_program(best, weights),
        "probability": round(judged.probability, 4),
        "attempts": [[_attempt(one) for one in test] for test in tests],
        "fits": len(evidence.fits),
        "tests": [_outputs(state, test, weights) for test in range(len(state.task.tests))],
        "answers": [_answers(evidence, test) for test in range(len(state.task.tests))],
        "strategies": {
            name: {
                "fits": sum(found.strategy == name for found in evidence.fits),
                "fuel": tally.fuel,
                "seconds": tally.seconds,
            }
            for name, tally in state.tallies.items()
        },
        "alone": {
            name: _plain(attempts(evidence, run.config.attempts, only=[name], weights=weights))
            for name in dict.fromkeys([*evidence.strategies, *evidence.origins])
        },
    }


def _program(found: Found | None, weights: Weights) -> dict[str, Any]:
    """A task's best-ranked program, or the nearest one; nulls if there is none."""
    if found is None:
        return dict.fromkeys(("strategy", "program", "cost", "bits", "matched", "score"))
    return {
        "strategy": found.strategy,
        "program": found.program.source(),
        "cost": round(found.cost, 2),
        "bits": round(bits_of(found, weights), 2),
        "matched": found.matched,
        "score": found.score,
    }


def _attempt(one: Chosen) -> dict[str, Any]:
    ranked = one.proposal.ranked
    return {
        "probability": round(one.probability, 4),
        "why": one.why,
        "programs": 0 if ranked is None else len(ranked.supporters),
        "answers": [answer_json(answer) for answer in one.proposal.said],
    }


def _answers(evidence: Evidence, test: int) -> list[dict[str, Any]]:
    """The answers to a test that have no program, without the grids."""
    return [answer_json(one) for one in evidence.answers if one.test == test and one.votes]


def answer_json(one: BareAnswer) -> dict[str, Any]:
    """What a source without programs says of an output, without the grid."""
    bits = None if one.bits is None else round(one.bits, 2)
    return {"origin": one.origin, "votes": one.votes, "of": one.of, "bits": bits}


def _outputs(state: TaskState, test: int, weights: Weights) -> list[dict[str, Any]]:
    """The outputs that programs give for a test, best first, without the grids."""
    return [
        {
            "bits": round(ranked.bits, 2),
            "programs": len(ranked.supporters),
            "strategies": sorted({found.strategy for found in ranked.supporters}),
        }
        for ranked in rank(state.evidence, test, weights=weights)
    ]


def _plain(answers: Attempts) -> list[dict[str, Any]]:
    return [{f"attempt_{n}": grid.tolist() for n, grid in enumerate(grids, 1)} for grids in answers]


@dataclass(frozen=True)
class ReadReport:
    """The parts of a report that scoring needs."""

    fitted: tuple[str, ...]
    """the tasks with a program that fits and is not refuted"""
    probabilities: dict[str, float]
    """how likely each task is right; empty for a report of an older version"""
    alone: dict[str, dict[str, Attempts]]
    """the answers of each strategy alone, for the tasks that it fitted"""
    agreed: dict[str, tuple[tuple[int, int], ...]]
    """the attempts on which fitting programs and bare answers agree, as (test from 0, attempt from
    1)"""


def read_report(path: Path, tasks: Mapping[str, Task]) -> ReadReport:
    """Read a report, restricted to these tasks."""
    content = read_json(path)
    try:
        configuration = _part(content, "configuration")
        names = configuration.get("strategies", [])
        if "per_task" not in content:
            raise TypeError("per_task")
        alone: dict[str, dict[str, Attempts]] = {str(name): {} for name in names}
        per_task = {task_id: _part(_part(content, "per_task"), task_id) for task_id in tasks}
        for task_id, task in tasks.items():
            for name, entry in _part(per_task[task_id], "alone").items():
                alone.setdefault(name, {})[task_id] = read_attempts(entry, task_id, len(task.tests))
        agreed = {task_id: tuple(_agreed(entry)) for task_id, entry in per_task.items()}
    except TypeError:
        raise InputError(
            "this is not a report of a run", place=str(path), remedy="give a file from --report"
        ) from None
    except InputError as error:
        raise error.within(str(path)) from None
    fitted = (task_id for task_id in tasks if per_task[task_id].get("fitted"))
    return ReadReport(tuple(fitted), _probabilities(per_task), alone, agreed)


def _agreed(entry: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """An older report says nothing of it."""
    tests = entry.get("attempts", [])
    for test, entries in enumerate(_list(tests)):
        for place, one in enumerate(map(_object, _list(entries)), 1):
            answers = map(_object, _list(one.get("answers", [])))
            if one.get("programs") and any(answer.get("votes") for answer in answers):
                yield test, place


def _probabilities(per_task: Mapping[str, dict[str, Any]]) -> dict[str, float]:
    found = {task_id: entry.get("probability") for task_id, entry in per_task.items()}
    return {task_id: float(p) for task_id, p in found.items() if isinstance(p, int | float)}


def _part(content: object, key: str) -> dict[str, Any]:
    """An object within an object; empty where it is not there."""
    return _object(_object(content).get(key, {}))


def _object(content: object) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise TypeError("no object")
    return content


def _list(content: object) -> list[Any]:
    if not isinstance(content, list):
        raise TypeError("no list")
    return content
