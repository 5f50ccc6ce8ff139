"""Bare answers in a library: outputs without a program, with the votes for them.

A task is known here by its content, not by its id alone: two collections may share ids. What is
stored for a task is replaced as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, select

from arcloom.library import schema
from arcloom.library.faults import damaged
from arcloom.library.reading import checked
from arcloom.library.records import StoredBareAnswer
from arcloom.library.states import read_grid
from arcloom.library.writing import delete, insert

bare = schema.bare_answers

_TYPES: Final = (str, str, int, int, str, str, int, int, (float, int, type(None)))
_RUN: Final = (str, type(None))


def read_bare_answers(
    connection: Connection, *where: ColumnElement[bool]
) -> list[StoredBareAnswer]:
    """Bare answers by task, origin and test, best first."""
    keys = (bare.c.task, bare.c.origin, bare.c.test_index, bare.c.place)
    query = select(bare).where(*where).order_by(*keys)
    return [_read(row) for row in connection.execute(query)]


def _read(row: Any) -> StoredBareAnswer:
    *values, run = row
    checked(values, _TYPES, "bare answer")
    checked([run], [_RUN], "bare answer")
    grid = read_grid(row.grid, f"a bare answer for {row.task_id}")
    bits_can_be = row.bits is None or (isfinite(row.bits) and row.bits >= 0)
    if grid is None or not (0 <= row.votes <= row.views and row.views and bits_can_be):
        raise damaged(f"a bare answer for {row.task_id} cannot be")
    if row.test_index < 0:
        raise damaged(f"a bare answer for {row.task_id} has no test")
    bits = None if row.bits is None else float(row.bits)
    return StoredBareAnswer(
        row.task, row.task_id, row.origin, row.test_index, grid, row.votes, row.views, bits, run
    )


def replace_bare_answers(
    connection: Connection, answers: Mapping[str, Sequence[StoredBareAnswer]], run: str | None
) -> None:
    """Store all bare answers of these tasks, by their content; best first for each test."""
    delete(connection, [bare.c.task], [(task,) for task in answers])
    for given in answers.values():
        insert_bare_answers(connection, [answer._replace(run=run) for answer in given])


def insert_bare_answers(connection: Connection, answers: Sequence[StoredBareAnswer]) -> None:
    """Add answers; those of a test in their order."""
    places: dict[tuple[str, str, int], int] = {}
    rows = []
    for one in answers:
        group = (one.task, one.origin, one.test_index)
        place = places[group] = places.get(group, -1) + 1
        text = json.dumps(one.grid.tolist(), separators=(",", ":"))
        rows.append((*group, place, one.task_id, text, one.votes, one.views, one.bits, one.run))
    insert(connection, bare, rows)


def merge_bare_answers(connection: Connection, answers: Sequence[StoredBareAnswer]) -> None:
    """Take in another library's answers for the tasks and origins that this one has none for."""
    held = {tuple(row) for row in connection.execute(select(bare.c.task, bare.c.origin).distinct())}
    fresh = [one for one in answers if (one.task, one.origin) not in held]
    insert_bare_answers(connection, fresh)
