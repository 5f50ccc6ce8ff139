"""Reached: how far a search is with each task and each strategy on it.

A *search* is some settings on some tasks; its *way* is the settings alone. A search goes on from
its own rows. A task that it has no rows for begins at the level that another search of the same way
has reached. So one search never takes away what another has noted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from arcloom.library import schema
from arcloom.library.reading import checked
from arcloom.library.states import check_reached, read_json
from arcloom.library.writing import upsert

progress = schema.progress


class Reached(NamedTuple):
    """A row: `strategy` is empty for the task as a whole, and `state` is JSON."""

    search: str
    task: str
    strategy: str
    way: str
    level: int
    fuel: int
    state: Any


def save_reached(connection: Connection, rows: Iterable[Reached]) -> None:
    """Put rows in the place of those that were there."""
    plain = [(*row[:-1], json.dumps(row.state, sort_keys=True)) for row in rows]
    upsert(connection, progress, plain)


def read_reached(connection: Connection, search: str) -> list[Reached]:
    """The rows of a search, by task and strategy."""
    query = select(progress).where(progress.c.search == search)
    ordered = query.order_by(progress.c.task, progress.c.strategy)
    return [_read(row) for row in connection.execute(ordered)]


def read_levels(connection: Connection, way: str) -> dict[str, tuple[int, int]]:
    """By task, the highest level that a search of that way has reached, and its fuel."""
    query = select(progress.c.task, progress.c.level, progress.c.fuel)
    found: dict[str, tuple[int, int]] = {}
    for row in connection.execute(query.where(progress.c.way == way, progress.c.strategy == "")):
        checked(row, (str, int, int), "level")
        check_reached("", row[1], row[2], {})
        found[row[0]] = max(found.get(row[0], (0, 0)), (row[1], row[2]))
    return found


def read_all(connection: Connection) -> list[Reached]:
    """Every row, checked."""
    return [_read(row) for row in connection.execute(select(progress))]


def _read(row: Sequence[Any]) -> Reached:
    checked(row, (str, str, str, str, int, int, str), "progress")
    state = read_json(row[-1], "the progress of a search")
    check_reached(row[2], row[4], row[5], state)
    search, task, strategy, way, level, fuel, _ = row
    return Reached(search, task, strategy, way, level, fuel, state)
