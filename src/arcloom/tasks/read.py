"""Reads task JSON: turns text into checked tasks, with errors that say where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from unicodedata import category

from arcloom.errors import InputError
from arcloom.files import read_whole
from arcloom.tasks.grid import Grid
from arcloom.tasks.sealed import Sealed
from arcloom.tasks.task import Task

MAX_SIDE = 30
_SHAPE = 'a task is {"train": [{"input": ..., "output": ...}, ...], "test": [{"input": ...}, ...]}'


def read_json(path: Path) -> Any:
    """The content of a JSON file."""
    try:
        text = read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8 text (byte {error.start})", place=str(path), remedy="give a JSON file"
        ) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}",
            place=str(path),
            remedy="check that it exists and that you may read it",
        ) from None
    return _parse_json(text, str(path))


def _parse_json(text: str, place: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice)
    except json.JSONDecodeError as error:
        place = f"{place}, line {error.lineno}, column {error.colno}"
        problem = f"not JSON: {error.msg}"
    except RecursionError:
        problem = "not task JSON: nested too deeply"
    except InputError as error:
        raise error.within(place) from None
    except ValueError as error:  # an integer with thousands of digits
        problem = f"not task JSON: {error}"
    raise InputError(problem, place=place, remedy="correct the file or download it again")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. The last of two equal keys would win, and the first be lost unseen."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise InputError(f"the key '{twice}' stands there twice", remedy="keep one of the two")
    return found


def is_task(content: object) -> bool:
    """Whether JSON content is meant as one task, not as a Kaggle file of many tasks."""
    return isinstance(content, dict) and ("train" in content or "test" in content)


def task_from_json(content: object, task_id: str, solutions: object = None) -> Task:
    """Make a task from its JSON. `solutions` is the task's entry in a Kaggle solutions file."""
    try:
        _check_id(task_id)
        return _task(content, task_id, solutions)
    except InputError as error:
        raise error.within(f"task {task_id}") from None


def _check_id(task_id: str) -> None:
    """Ids go into libraries, submissions and terminals: they must be text for all of them."""
    if any(category(character) in ("Cc", "Cs") for character in task_id):
        raise InputError(
            "its id has a character that is no text", remedy="rename it with letters and digits"
        )


def _task(content: object, task_id: str, solutions: object) -> Task:
    if not isinstance(content, dict):
        raise InputError("a task must be a JSON object", remedy=_SHAPE)
    demos, tests = _pairs(content, "train"), _pairs(content, "test")
    pairs = [
        (_field(pair, "input", f"demo {n}"), _field(pair, "output", f"demo {n}"))
        for n, pair in enumerate(demos, 1)
    ]
    inputs = [_field(pair, "input", f"test {n}") for n, pair in enumerate(tests, 1)]
    if solutions is None:
        outputs = [_test_output(pair, f"test {n}") for n, pair in enumerate(tests, 1)]
    else:
        outputs = _solutions(solutions, len(tests))
    return Task(task_id, pairs, inputs, Sealed(outputs))


def _pairs(content: Mapping[str, object], key: str) -> Sequence[object]:
    if key not in content:
        raise InputError(f'the key "{key}" is missing', remedy=_SHAPE)
    pairs = content[key]
    if not isinstance(pairs, list) or not pairs:
        raise InputError(f'"{key}" must be a list of at least one sample', remedy=_SHAPE)
    return pairs


def _field(pair: object, key: str, place: str) -> Grid:
    if not isinstance(pair, dict):
        raise InputError("a sample must be a JSON object", place=place, remedy=_SHAPE)
    if key not in pair:
        raise InputError(f'the key "{key}" is missing', place=place, remedy=_SHAPE)
    return _grid(pair[key], f"{place} {key}")


def _test_output(pair: object, place: str) -> Grid | None:
    hidden = isinstance(pair, dict) and pair.get("output") is None
    return None if hidden else _field(pair, "output", place)


def _solutions(solutions: object, tests: int) -> list[Grid | None]:
    if not isinstance(solutions, list) or len(solutions) != tests:
        raise InputError(
            f"the solutions file must list as many outputs as there are tests: {tests}",
            remedy="use the solutions file that belongs to the challenges file",
        )
    return [_grid(rows, f"solution {n}") for n, rows in enumerate(solutions, 1)]


def _grid(rows: object, place: str) -> Grid:
    try:
        grid = Grid(rows)
    except InputError as error:
        raise error.within(place) from None
    if max(grid.shape) > MAX_SIDE:
        raise InputError(
            f"a grid of {grid.shape[0]}x{grid.shape[1]} is over {MAX_SIDE}x{MAX_SIDE}",
            place=place,
            remedy=f"a task's grids have at most {MAX_SIDE} rows and {MAX_SIDE} columns",
        )
    return grid
