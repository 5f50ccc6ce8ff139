"""`arcloom score`: how many tasks and outputs a submission has right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from arcloom.cli.check import is_detailed
from arcloom.cli.inputs import close, load_tasks
from arcloom.cli.options import DatasetArgument, Json, Tasks
from arcloom.cli.output import console, message, print_json
from arcloom.errors import InputError
from arcloom.solve.report import ReadReport, read_report
from arcloom.solve.score import Score, StrategyScore, score, score_strategies
from arcloom.solve.submission import Attempts, read_submission
from arcloom.tasks import Dataset

Submission = Annotated[
    Path, typer.Argument(metavar="SUBMISSION", help="A submission in Kaggle's format.")
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FILE", help="The run's report; shows what each strategy has right."
    ),
]


def command(
    submission: Submission,
    dataset: DatasetArgument,
    task: Tasks = None,
    report: Report = None,
    as_json: Json = False,
) -> None:
    """Count the tasks and outputs that a submission has right, by the number of attempts.

    An output is right at n attempts if one of the first n is. A task is right if all its outputs
    are.
    """
    tasks = load_tasks(dataset, task)
    answers = read_submission(submission, tasks)
    found = score(answers, tasks)
    if found.hidden:
        message(f"tasks with a test of unknown output: {found.hidden}; they are not counted")
    if not found.total_tasks:
        raise InputError(
            "holds no test output to score against",
            place=dataset,
            remedy="put its solutions file beside the challenges file",
        )
    joined = _join(read_report(report, tasks), answers, tasks, found) if report else None
    if as_json:
        content = _content(found, joined)
        right = {task: list(places) for task, places in found.places.items()}
        print_json({**content, "right_attempts": right if is_detailed(dataset) else None})
    else:
        _show(found, joined)
        if is_detailed(dataset):
            _show_tasks(found)
    close(tasks)


@dataclass(frozen=True)
class _Joined:
    """What a submission and the report of its run say together."""

    fitted: Score
    """of the tasks with a program that fits"""
    strategies: dict[str, StrategyScore]
    expected: float | None
    """how many tasks were to be right by their probabilities; None if the report has none"""
    agreed: dict[str, int]
    """attempts that both programs and bare answers give: how many, and how many are right"""


def _join(
    report: ReadReport, answers: dict[str, Attempts], tasks: Dataset, found: Score
) -> _Joined:
    fitted = score(answers, {task_id: tasks[task_id] for task_id in report.fitted})
    likely = [p for task_id, p in report.probabilities.items() if task_id in found.counted]
    expected = sum(likely) if likely else None
    agreed = [
        found.places[task_id][test] == place
        for task_id, pairs in report.agreed.items()
        if task_id in found.places
        for test, place in pairs
    ]
    counts = {"outputs": len(agreed), "right": sum(agreed)}
    return _Joined(fitted, score_strategies(report.alone, tasks), expected, counts)


def _content(found: Score, joined: _Joined | None) -> dict[str, Any]:
    content: dict[str, Any] = {
        "tasks": _by_attempts(found.tasks),
        "outputs": _by_attempts(found.outputs),
        "total_tasks": found.total_tasks,
        "total_outputs": found.total_outputs,
    }
    if joined is not None:
        content["fitted"] = {
            "tasks": _by_attempts(joined.fitted.tasks),
            "total_tasks": joined.fitted.total_tasks,
        }
        content["expected"] = joined.expected
        content["agreed"] = joined.agreed
        content["strategies"] = {name: vars(row) for name, row in joined.strategies.items()}
    return content


def _by_attempts(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(n): count for n, count in counts.items()}


def _show(found: Score, joined: _Joined | None) -> None:
    table = Table("attempts", box=None, pad_edge=False)
    headings = [f"tasks of {found.total_tasks}", f"outputs of {found.total_outputs}"]
    if joined is not None:
        headings.append(f"of {joined.fitted.total_tasks} fitted tasks")
    for heading in headings:
        table.add_column(heading, justify="right")
    for n, count in found.tasks.items():
        fitted = [] if joined is None else [str(joined.fitted.tasks.get(n, 0))]
        table.add_row(str(n), str(count), str(found.outputs[n]), *fitted)
    printed = console()
    printed.print(table)
    if joined is not None:
        if joined.expected is not None:
            printed.print(
                f"expected right: {joined.expected:.0f} of {found.total_tasks}; right: "
                f"{max(found.tasks.values())}"
            )
        if joined.agreed["outputs"]:
            printed.print(
                f"programs and network agree on {joined.agreed['outputs']} outputs; right: "
                f"{joined.agreed['right']}"
            )
        printed.print()
        printed.print(_strategy_table(joined.strategies))


def _show_tasks(found: Score) -> None:
    """The tasks by the attempt that is right; of those that are wrong, which tests are."""
    out = console()
    attempts: dict[int, list[str]] = {n: [] for n in found.tasks}
    wrong = []
    for task, places in found.places.items():
        if None not in places:
            attempts[max(place for place in places if place is not None)].append(task)
        elif len(places) == 1:
            wrong.append(task)
        else:
            tests = [str(n) for n, place in enumerate(places, 1) if place is None]
            wrong.append(f"{task} (test {', '.join(tests)} of {len(places)})")
    for n, tasks in attempts.items():
        if tasks:
            out.print(f"right by attempt {n}: {len(tasks)}: {' '.join(tasks)}", soft_wrap=True)
    if wrong:
        out.print(f"wrong: {len(wrong)}: {', '.join(wrong)}", soft_wrap=True)


def _strategy_table(strategies: dict[str, StrategyScore]) -> Table:
    table = Table("strategy", box=None, pad_edge=False)
    for heading in ("tasks fitted", "right", "right by it alone"):
        table.add_column(heading, justify="right")
    for name, row in strategies.items():
        table.add_row(name, str(row.fitted), str(row.right), str(row.only))
    return table
