"""Scoring: under which limits, and with which differs, scores were made.

Fuel, demos and behaviour are the same under any limits that a program does not reach. Differ scores
can be compared if the same differs made them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from arcloom.library import schema
from arcloom.library.faults import damaged
from arcloom.library.states import read_json
from arcloom.library.writing import insert


class Scoring(NamedTuple):
    """How scores were made. Limits are per sample; `differs` are hashes, besides the built-in ones.

    `differs` is None where scores count matched demos alone.
    """

    node_fuel: int
    program_fuel: int
    memory: int
    differs: tuple[str, ...] | None = ()

    @property
    def id(self) -> str:
        """A hash of the content."""
        return blake2b(self._text.encode(), digest_size=8).hexdigest()

    @property
    def _text(self) -> str:
        return json.dumps(self._asdict(), sort_keys=True, separators=(",", ":"))


def note(
    connection: Connection, scorings: Iterable[Scoring | None]
) -> dict[Scoring | None, str | None]:
    """Store what scores refer to; gives the id of each."""
    ids = {one: None if one is None else one.id for one in {None, *scorings}}
    rows = sorted((key, one._text) for one, key in ids.items() if one is not None)
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
