"""Submissions: Kaggle's JSON. The file on disk is always whole and complete.

{"00576224": [{"attempt_1": [[...], ...], "attempt_2": [[...], ...]}, ...one per test], ...}
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.tasks import Grid, Task
from arcloom.tasks.read import MAX_SIDE, read_json

Attempts = tuple[tuple[Grid, ...], ...]
"""The attempts for each test of a task, best first."""

EVERY: Final = 2.0
"""Seconds between two rewrites."""
SHOWN: Final = 40
"""Characters of a wrong key that a message repeats."""
_ATTEMPT: Final = re.compile(r"attempt_([1-9][0-9]{0,5})", re.ASCII)


def task_json(attempts: Attempts) -> str:
    """A task's entry as JSON text."""
    entry = [
        {f"attempt_{n}": grid.tolist() for n, grid in enumerate(grids, 1)} for grids in attempts
    ]
    return json.dumps(entry, separators=(",", ":"))


def submission_json(entries: Mapping[str, str]) -> str:
    """The text of the file, from the tasks' entries, with one line per task."""
    lines = (f"{json.dumps(task_id)}: {entry}" for task_id, entry in entries.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


class SubmissionFile:
    """A submission that is rewritten as a whole when answers improve.

    `begin` writes it, so that a complete file exists before any search. With `keep`, a valid
    submission of an earlier run for these tasks stays until the first flush.
    """

    def __init__(
        self,
        path: Path,
        answers: Mapping[str, Attempts],
        keep: Mapping[str, Task] | None = None,
    ) -> None:
        self.path = path
        self._entries = {task_id: task_json(attempts) for task_id, attempts in answers.items()}
        self._written = ""
        self._last = 0.0
        self._keep = keep

    def begin(self) -> None:
        """Write it, unless an earlier one may stay."""
        if self._keep is None or not _is_submission(self.path, self._keep):
            self.flush()

    @property
    def is_current(self) -> bool:
        """Whether the file says what is known."""
        return self._written == submission_json(self._entries)

    def update(self, task_id: str, attempts: Attempts) -> None:
        """Change a task's answers. They are on disk after the next flush."""
        self._entries[task_id] = task_json(attempts)

    def flush(self, at_most_every: float = 0.0) -> None:
        """Write the file, unless nothing has changed or it was written a moment ago."""
        if self._last and monotonic() - self._last < at_most_every:
            return
        self._last = monotonic()
        text = submission_json(self._entries)
        if text != self._written:
            write_atomically(self.path, text)
            self._written = text


def _is_submission(path: Path, tasks: Mapping[str, Task]) -> bool:
    try:
        return bool(read_submission(path, tasks)) or not tasks
    except InputError:
        return False


def read_submission(path: Path, tasks: Mapping[str, Task]) -> dict[str, Attempts]:
    """Read a submission for these tasks. A wrong task, test or attempt is an error."""
    content = read_json(path)
    try:
        return _submission(content, tasks)
    except InputError as error:
        raise error.within(str(path)) from None


def _submission(content: object, tasks: Mapping[str, Task]) -> dict[str, Attempts]:
    if not isinstance(content, dict):
        raise InputError("a submission is a JSON object", remedy="it maps task ids to attempts")
    missing = [task_id for task_id in tasks if task_id not in content]
    if missing:
        raise InputError(
            f"{len(missing)} of the {len(tasks)} tasks are missing, the first is {missing[0]}",
            remedy="score it on the dataset that it was made for",
        )
    return {
        task_id: read_attempts(content[task_id], task_id, len(task.tests))
        for task_id, task in tasks.items()
    }


def read_attempts(entry: object, task_id: str, tests: int) -> Attempts:
    """Check and read a task's entry of a submission."""
    if not isinstance(entry, list) or len(entry) != tests:
        raise InputError(
            f"must list as many entries as there are tests: {tests}",
            place=f"task {task_id}",
        )
    return tuple(_attempts(one, f"task {task_id}, test {n}") for n, one in enumerate(entry, 1))


def _attempts(entry: object, place: str) -> tuple[Grid, ...]:
    if not isinstance(entry, dict) or "attempt_1" not in entry:
        raise InputError('must be an object with "attempt_1", ...', place=place)
    numbers = [(_number(key, place), key) for key in entry]
    return tuple(_grid(entry[key], f"{place}, {key}") for _, key in sorted(numbers))


def _number(key: str, place: str) -> int:
    found = _ATTEMPT.fullmatch(key)
    if found is None:
        shown = key if len(key) <= SHOWN else f"{key[:SHOWN]}..."
        raise InputError(
            f"'{shown}' is no attempt", place=place, remedy="write attempt_1, attempt_2"
        )
    return int(found[1])


def _grid(rows: Any, place: str) -> Grid:
    try:
        grid = Grid(rows)
    except InputError as error:
        raise error.within(place) from None
    if max(grid.shape) > MAX_SIDE:
        raise InputError(f"a grid of {_size(grid.shape)} is over 30x30", place=place)
    return grid


def _size(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape))
