"""`arcloom score`: how many tasks and outputs a submission has right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from arcloom.cli.inputs import close, load_tasks
from arcloom.cli.options import DatasetArgument, Json
from arcloom.cli.output import console, message, print_json
from arcloom.errors import InputError
from arcloom.solve.report import read_alone
from arcloom.solve.score import Score, StrategyScore, score, score_strategies
from arcloom.solve.submission import read_submission

Submission = Annotated[
    Path, typer.Argument(metavar="SUBMISSION", help="A submission in Kaggle's format.")
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FILE", help="The report of the run: also what each strategy has right."
    ),
]


def command(
    submission: Submission, dataset: DatasetArgument, report: Report = None, as_json: Json = False
) -> None:
    """How many tasks and outputs of a dataset a submission has right, by the number of attempts.

    An output is right at n attempts where one of the first n is; a task where all its outputs are.
    """
    tasks = load_tasks(dataset)
    found = score(read_submission(submission, tasks), tasks)
    if found.hidden:
        message(f"{found.hidden} tasks have tests without a known output; they are not counted")
    if not found.total_tasks:
        raise InputError(
            "holds no test output to score against",
            place=dataset,
            remedy="put its solutions file beside the challenges file",
        )
    strategies = score_strategies(read_alone(report, tasks), tasks) if report else None
    if as_json:
        print_json(_content(found, strategies))
    else:
        _show(found, strategies)
    close(tasks)


def _content(found: Score, strategies: dict[str, StrategyScore] | None) -> dict[str, Any]:
    content: dict[str, Any] = {
        "tasks": {str(n): count for n, count in found.tasks.items()},
        "outputs": {str(n): count for n, count in found.outputs.items()},
        "total_tasks": found.total_tasks,
        "total_outputs": found.total_outputs,
    }
    if strategies is not None:
        content["strategies"] = {name: vars(row) for name, row in strategies.items()}
    return content


def _show(found: Score, strategies: dict[str, StrategyScore] | None) -> None:
    table = Table("attempts", box=None, pad_edge=False)
    for heading in (f"tasks of {found.total_tasks}", f"outputs of {found.total_outputs}"):
        table.add_column(heading, justify="right")
    for n, count in found.tasks.items():
        table.add_row(str(n), str(count), str(found.outputs[n]))
    printed = console()
    printed.print(table)
    if strategies is not None:
        printed.print()
        printed.print(_strategy_table(strategies))


def _strategy_table(strategies: dict[str, StrategyScore]) -> Table:
    table = Table("strategy", box=None, pad_edge=False)
    for heading in ("tasks fitted", "right", "right by it alone"):
        table.add_column(heading, justify="right")
    for name, row in strategies.items():
        table.add_row(name, str(row.fitted), str(row.right), str(row.only))
    return table
