"""What `arcloom show` is to show: a task, a program, or a program on a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from arcloom.errors import InputError
from arcloom.lang import Program, read_programs
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import load

SEPARATOR = "::"


@dataclass(frozen=True)
class ShowTarget:
    """A task, a program or both; at least one is there."""

    task: Task | None = None
    program: Program | None = None
    program_name: str = ""


def find_show_target(
    what: str, dataset: str, files: list[Path], task_id: str | None, need_task: bool
) -> ShowTarget:
    """Find what a person means by `what`: FILE::name, a program's name, a task file or a task id.

    A program's task is `task_id`, or the one its name ends in, or the only one of the dataset.
    """
    file, _, name = what.rpartition(SEPARATOR)
    if file:
        files, what = [Path(file)], name
    programs = read_programs(files) if files else {}
    if what in programs:
        wanted = need_task or task_id is not None
        task = _task_of(what, dataset, task_id) if wanted else None
        return ShowTarget(task, programs[what], what)
    if file:
        raise InputError(f"no program '{what}' in {file}", remedy=_did_you_mean(what, programs))
    task = _find_task(what, dataset, programs)
    named = next((n for n in programs if n.endswith(f"_{task.id}")), "")
    return ShowTarget(task, programs.get(named), named)


def _task_of(program: str, dataset: str, task_id: str | None) -> Task:
    tasks = load(dataset, strict=False)
    wanted = task_id or program.rpartition("_")[2]
    task = _look_up(wanted, tasks)
    if task is not None:
        return task
    if task_id is None and len(tasks) == 1:
        return next(iter(tasks.values()))
    if task_id is None:
        raise InputError(f"on which task is '{program}' to run?", remedy="name one with --task ID")
    raise InputError(f"no task '{wanted}' in {tasks.name}", remedy=_did_you_mean(wanted, tasks))


def _look_up(task_id: str, tasks: Dataset) -> Task | None:
    """The task of that id. Others may be malformed; this one may not."""
    if task_id in tasks.refused:
        raise tasks.refused[task_id]
    return tasks.get(task_id)


def _find_task(what: str, dataset: str, programs: Mapping[str, Program]) -> Task:
    if Path(what).is_file() or what.endswith(".json"):
        tasks = load(what)
        if len(tasks) != 1:
            raise InputError(
                f"{what}: {len(tasks)} tasks in this file", remedy=f"show ID --dataset {what}"
            )
        return next(iter(tasks.values()))
    tasks = load(dataset, strict=False)
    task = _look_up(what, tasks)
    if task is None:
        among = " and no such program" if programs else ""
        remedy = _did_you_mean(what, {**programs, **tasks})
        raise InputError(f"no task '{what}' in {tasks.name}{among}", remedy=remedy)
    return task


def _did_you_mean(name: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(name, known, n=1)
    if close:
        return f"did you mean '{close[0]}'?"
    return "give a task id or file, or a program as FILE::name"
