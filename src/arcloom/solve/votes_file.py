"""Votes in a file: a network's answers, made elsewhere or kept for another run.

{"tasks": {"00576224": [[{"grid": [[3, 2], ...], "votes": 14, "of": 16, "bits": 0.8}, ...], ...one
per test], ...}}

Other keys beside "tasks" are left alone. A file may also hold the tasks alone, without that key.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.search.bare_answer import NETWORK, BareAnswer, checked_answers
from arcloom.tasks import Grid, Task
from arcloom.tasks.read import read_json

LARGEST: Final = 64
"""Binary digits of a whole number of bits; a larger one may be no float."""
_SHAPE: Final = 'each vote is {"grid": [[...]], "votes": 14, "of": 16, "bits": 0.8}'


def read_votes(path: Path, tasks: Mapping[str, Task], origin: str = NETWORK) -> list[BareAnswer]:
    """The votes of a file for these tasks. Tasks that the file lacks have none."""
    content = read_json(path)
    try:
        return _votes(content, tasks, origin)
    except InputError as error:
        raise error.within(str(path)) from None


def _votes(content: object, tasks: Mapping[str, Task], origin: str) -> list[BareAnswer]:
    if isinstance(content, dict) and isinstance(content.get("tasks"), dict):
        content = content["tasks"]
    if not isinstance(content, dict):
        raise InputError("votes are a JSON object", remedy="it maps task ids to votes per test")
    if tasks and not any(task_id in content for task_id in tasks):
        raise InputError(
            f"none of the {len(tasks)} tasks is in it", remedy="name the votes of this dataset"
        )
    found: list[BareAnswer] = []
    for task_id, task in tasks.items():
        if task_id in content:
            found += checked_answers(task, _of_task(content[task_id], task, origin))
    return found


def _of_task(entry: object, task: Task, origin: str) -> Iterable[BareAnswer]:
    if not isinstance(entry, list) or len(entry) != len(task.tests):
        raise InputError(
            f"must list as many entries as there are tests: {len(task.tests)}",
            place=f"task {task.id}",
        )
    for test, votes in enumerate(entry):
        place = f"task {task.id}, test {test + 1}"
        if not isinstance(votes, list):
            raise InputError("must be a list of votes", place=place, remedy=_SHAPE)
        for vote in votes:
            yield _vote(vote, task.id, test, origin, place)


def _vote(vote: Any, task_id: str, test: int, origin: str, place: str) -> BareAnswer:
    if not isinstance(vote, dict):
        raise InputError("a vote must be an object", place=place, remedy=_SHAPE)
    votes, of = vote.get("votes"), vote.get("of")
    if type(votes) is not int or type(of) is not int:
        raise InputError("a vote lacks its `votes` or `of`", place=place, remedy=_SHAPE)
    bits = vote.get("bits")
    if isinstance(bits, int) and not isinstance(bits, bool) and bits.bit_length() < LARGEST:
        bits = float(bits)
    if bits is not None and not isinstance(bits, float):
        raise InputError("the `bits` of a vote are no number", place=place, remedy=_SHAPE)
    try:
        grid = Grid(vote.get("grid"))
    except InputError as error:
        raise error.within(place) from None
    return BareAnswer(task_id, test, grid, votes, of, bits, origin)


def write_votes(path: Path, tasks: Mapping[str, Task], answers: Iterable[BareAnswer]) -> None:
    """Write votes for these tasks, one line per task; best first for each test."""
    entries: dict[str, list[list[dict[str, Any]]]] = {
        task_id: [[] for _ in task.tests] for task_id, task in tasks.items()
    }
    for one in answers:
        entries[one.task_id][one.test].append(
            {"grid": one.output.tolist(), "votes": one.votes, "of": one.of, "bits": one.bits}
        )
    lines = (
        f"{json.dumps(task_id)}: {json.dumps(entry, separators=(',', ':'))}"
        for task_id, entry in entries.items()
    )
    write_atomically(path, '{"tasks": {\n' + ",\n".join(lines) + "\n}}\n")
