"""`arcloom check`: which program solves which task, at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arcloom.cli.inputs import close, load_tasks
from arcloom.cli.options import DatasetArgument, Json, Programs, Tasks, Threads
from arcloom.cli.output import console, message, print_json
from arcloom.cli.progress import progress
from arcloom.lang import read_programs
from arcloom.solve.check import Check, check
from arcloom.tasks import Dataset

TOTALS_ONLY: Final = ("arc1-eval", "arc2-train", "arc2-eval")
"""Evaluation sets. We do not name their solved tasks, which would be a hint to developers."""

_ROW: Final = 50
_LISTED: Final = 30


def command(
    dataset: DatasetArgument,
    programs: Programs,
    task: Tasks = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Find which program solves which task, and at what cost.

    Every program runs on every task. A task is solved if one program gives the output of every demo
    and of every test. The cheapest such program is named: least fuel, then first by name.
    """
    tasks = load_tasks(dataset, task)
    read = read_programs(programs)
    with progress("checking", len(tasks.samples())) as report:
        found = check(tasks, read, threads=threads, progress=report)
    if found.hidden:
        message(
            f"tasks with a test of unknown output: {found.hidden}; they cannot be checked. "
            f"A program fits the demos of {found.unknown}; whether it is right is not known"
        )
    detailed = is_detailed(dataset)
    if as_json:
        print_json(_content(found, detailed))
    else:
        _show(tasks, found, detailed)
    close(tasks)


def is_detailed(dataset: str) -> bool:
    """Whether tasks are named. Of an evaluation set, only totals are told."""
    return dataset not in TOTALS_ONLY


def _content(found: Check, detailed: bool) -> dict[str, Any]:
    return {
        "tasks": found.tasks,
        "solved": len(found.solvers),
        "fitted": found.fitted,
        "wrong": found.wrong,
        "unknown": found.unknown,
        "programs": found.programs,
        "seconds": found.seconds,
        "threads": found.threads,
        "cut_by_fuel": found.cut_by_fuel,
        "solvers": {task: vars(s) for task, s in found.solvers.items()} if detailed else None,
        "unsolved": list(found.unsolved) if detailed else None,
        "misses": {task: vars(m) for task, m in found.misses.items()} if detailed else None,
    }


def _show(tasks: Dataset, found: Check, detailed: bool) -> None:
    out = console()
    if detailed and len(found.solvers) <= _LISTED:
        out.print(_solver_table(found))
    if detailed and found.unsolved:
        out.print(_unsolved(found))
    if detailed:
        out.print(_lights(list(tasks), found))
    out.print(
        Text.assemble(
            (f"{len(found.solvers)} of {found.tasks} tasks solved", "bold green"),
            f" by {found.programs} programs in {found.seconds:.2f} s on {found.threads} threads",
        )
    )
    if found.wrong:
        out.print(f"{found.wrong} more are fitted and wrong: right on all demos, not on the tests")
    if found.cut_by_fuel:
        out.print(f"fuel ended {found.cut_by_fuel:.3%} of the program runs", style="dim")


def _solver_table(found: Check) -> Table:
    table = Table("task", "cheapest program", box=None, pad_edge=False)
    for heading in ("nodes", "fuel"):
        table.add_column(heading, justify="right")
    for task, solver in found.solvers.items():
        table.add_row(task, solver.program, f"{solver.nodes:,}", f"{solver.fuel:,}")
    return table


def _unsolved(found: Check) -> RenderableType:
    """The tasks that no program solves; if they are few, where the nearest one fails."""
    more = len(found.unsolved) - _LISTED
    if more > 0:
        return f"unsolved: {' '.join(found.unsolved[:_LISTED])} and {more} more; --json lists all"
    table = Table("unsolved", "nearest program", "fails on", box=None, pad_edge=False)
    for task in found.unsolved:
        miss = found.misses.get(task)
        if miss is None:
            table.add_row(task, "", "the output of a test is not known")
        elif miss.sample == "demo 1" and not miss.program.endswith(f"_{task}"):
            table.add_row(task, "", "demo 1: no program gives its output")
        else:
            why = f"undefined ({miss.reason})" if miss.reason else "another output"
            table.add_row(task, miss.program, f"{miss.sample}: {why}")
    return table


def _lights(task_ids: Sequence[str], found: Check) -> Text:
    """One light per task, in the dataset's order. It is on if the task is solved."""
    text = Text()
    for number, task_id in enumerate(task_ids):
        if number and number % _ROW == 0:
            text.append("\n")
        solved = task_id in found.solvers
        text.append("■" if solved else "·", style="green" if solved else "bright_black")
    return text
