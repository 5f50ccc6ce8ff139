"""Heartbeats: a run notes when it last wrote, so that one whose process died is known as dead.

Times are the database's where it is a server, since the clocks of its clients may differ.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, text, update

from arcloom.library import schema

DEAD_AFTER: Final = 120.0
"""Seconds without a word after which a run counts as dead. It lives again when it writes."""


def now(connection: Connection) -> datetime:
    """The time, for what is compared between processes."""
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    found: datetime = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
    return found.astimezone(UTC)


def beat(connection: Connection, run: str | None) -> None:
    """The run is alive."""
    if run is not None:
        alive = update(schema.runs).where(schema.runs.c.id == run)
        connection.execute(alive.values(heartbeat=now(connection).isoformat()))


def is_dead(state: str, heartbeat: str | None, at: datetime) -> bool:
    """Whether a run that never said how it ended has been silent for too long."""
    if state != "running":
        return False
    try:
        last = datetime.fromisoformat(heartbeat or "")
        return (at - last).total_seconds() > DEAD_AFTER
    except (ValueError, TypeError):  # of a version without heartbeats, or no time at all
        return True
