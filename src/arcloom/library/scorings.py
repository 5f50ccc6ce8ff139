"""Scorings: stores and reads how scores were made (`records.Scoring`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from arcloom.library import schema
from arcloom.library.faults import damaged
from arcloom.library.records import Scoring
from arcloom.library.states import read_json
from arcloom.library.writing import insert


def note(
    connection: Connection, scorings: Iterable[Scoring | None]
) -> dict[Scoring | None, str | None]:
    """Store what scores refer to; gives the id of each."""
    ids = {one: None if one is None else one.id for one in {None, *scorings}}
    rows = sorted((key, one.text) for one, key in ids.items() if one is not None)
    insert(connection, schema.scorings, rows, ignore=True)
    return ids


def read_scorings(connection: Connection) -> dict[str, Scoring]:
    """All that scores refer to, by id."""
    found = {}
    for key, text in connection.execute(select(schema.scorings).order_by(schema.scorings.c.id)):
        content = read_json(text, f"the scoring {key}")
        if not _looks_right(content):
            raise damaged(f"the scoring {key} is not what a search would have written")
        differs = content["differs"]
        found[key] = Scoring(**{**content, "differs": None if differs is None else tuple(differs)})
    return found


def _looks_right(content: Any) -> bool:
    if not isinstance(content, dict) or set(content) != set(Scoring._fields):
        return False
    numbers = all(isinstance(content[name], int) for name in Scoring._fields[:3])
    differs = content["differs"]
    return numbers and (
        differs is None
        or (isinstance(differs, list) and all(isinstance(one, str) for one in differs))
    )
