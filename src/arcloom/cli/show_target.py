"""What `arcloom show` is to show: a task, a program, or a program on a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from arcloom.errors import InputError
from arcloom.lang import Program, read_programs
from arcloom.library import Library
from arcloom.library.datasets import tasks_of
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import NAMED, load

SEPARATOR = "::"
DEFAULT = "arc1-train"


@dataclass(frozen=True)
class ShowTarget:
    """A task, a program or both; at least one is there."""

    task: Task | None = None
    program: Program | None = None
    program_name: str = ""


@dataclass(frozen=True)
class ShowPlace:
    """Where to look for it."""

    dataset: str | None = None
    files: tuple[Path, ...] = ()
    library: str | None = None

    def tasks(self) -> Dataset:
        """The dataset; without one, that of the library's runs, or arc1-train."""
        if self.dataset is None and self.library is not None:
            with Library.open(self.library, create=False, readonly=True) as library:
                return tasks_of(library, DEFAULT).dataset
        return load(self.dataset or DEFAULT, strict=False)


def find_show_target(
    what: str, place: ShowPlace, task_id: str | None, need_task: bool
) -> ShowTarget:
    """Find what a person means by `what`.

    That is FILE::name, a file with one program, a program's name, a task file or a task id.
    A program's task is `task_id`, or the one its name ends in, or the best it has in the library,
    or the only one of the dataset.
    """
    file, _, name = what.rpartition(SEPARATOR)
    whole = not file and what.endswith(".py") and Path(what).is_file()
    if whole:
        file = what
    if file:
        place, what = replace(place, files=(Path(file),)), name
    programs = read_programs(place.files) if place.files else {}
    if whole:
        what = _only_name(file, programs)
    known = None
    if what not in programs and not file and place.library is not None:
        stored, known = _stored(place.library, what)
        programs |= stored
    if what in programs:
        wanted = need_task or task_id is not None
        task = _task_of(what, place.tasks(), task_id, known) if wanted else None
        return ShowTarget(task, programs[what], what)
    if file:
        raise InputError(f"no program '{what}' in {file}", remedy=_did_you_mean(what, programs))
    task = _find_task(what, place, programs)
    if task_id is not None and task_id != task.id:
        raise InputError(f"'{what}' is a task itself", remedy="leave out --task")
    named = next((n for n in programs if n.endswith(f"_{task.id}")), "")
    if not named and place.library is not None:
        best = _best(place.library, task)
        return ShowTarget(task, best, best.name if best is not None else "")
    return ShowTarget(task, programs.get(named), named)


def _only_name(file: str, programs: Mapping[str, Program]) -> str:
    """The name of the one program that a file has."""
    names = list(programs)
    if len(names) != 1:
        remedy = f"name one: {file}{SEPARATOR}{names[0]}" if names else "write one into it"
        raise InputError(f"{file}: {len(names)} programs in this file", remedy=remedy)
    return names[0]


def _stored(name: str, wanted: str) -> tuple[dict[str, Program], str | None]:
    """The library's program of that name or hash, and the task that it does best on."""
    with Library.open(name, create=False, readonly=True) as library:
        found = library.find(wanted)
        if len(found) > 1:
            raise InputError(
                f"'{wanted}' could mean any of {len(found)} programs",
                place=name,
                remedy=f"one is {found[0].hash}",
            )
        # Its name may be that of a task: a task's id is not a hash to look for.
        if not found or library.best(wanted, 1):
            return {}, None
        scores = library.scores(found[0].hash)
    best = max(scores, key=lambda score: (score.demos_matched, score.score), default=None)
    return {wanted: found[0].parse()}, None if best is None else best.task_id


def _best(name: str, task: Task) -> Program | None:
    """The best program that a library keeps for a task."""
    with Library.open(name, create=False, readonly=True) as library:
        kept = library.best(task, 1)
    return kept[0].program.parse() if kept else None


def _task_of(program: str, tasks: Dataset, task_id: str | None, known: str | None) -> Task:
    wanted = task_id or program.rpartition("_")[2]
    if task_id is None and wanted not in tasks and known is not None:
        wanted = known
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


def _find_task(what: str, place: ShowPlace, programs: Mapping[str, Program]) -> Task:
    if Path(what).is_file() or what.endswith(".json"):
        tasks = load(what)
        if len(tasks) != 1:
            raise InputError(
                f"{what}: {len(tasks)} tasks in this file", remedy=f"show ID --dataset {what}"
            )
        return next(iter(tasks.values()))
    if what in NAMED or Path(what).is_dir():
        raise InputError(f"{what} is a dataset, not a task", remedy=f"show ID --dataset {what}")
    if "/" in what:
        return next(iter(load(what).values()))  # DATASET/ID
    tasks = place.tasks()
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
