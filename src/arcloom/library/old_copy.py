"""An older library where nobody can write: a migrated copy of it is read instead."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy.exc import OperationalError

from arcloom.errors import InputError
from arcloom.library import database
from arcloom.library.database import Database
from arcloom.library.versions import prepare

LOG: Final = logging.getLogger("arcloom")
_TOLD: Final = "of an older version, and cannot be written; a migrated copy is read"
_CLOSED: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


def is_closed(error: InputError) -> bool:
    """Whether a SQLite file could not be written because of its permissions."""
    cause = error.__cause__
    found = cause.orig if isinstance(cause, OperationalError) else None
    return getattr(found, "sqlite_errorcode", 0) & 0xFF in _CLOSED


def migrated_copy(old: Database, keep: int, timeout: float) -> Database:
    """A copy of the current version, to be read; it is deleted when the database is closed."""
    folder = TemporaryDirectory(prefix="arcloom-")
    copy = Path(folder.name) / "library.db"
    with old.plain() as connection, sqlite3.connect(copy) as target:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(target)
    target.close()
    writable = database.sqlite(copy, mode="rw", timeout=timeout)
    try:
        prepare(writable, keep)
    finally:
        writable.close()
    LOG.warning(
        "arcloom: %s: of an older version, and cannot be written; a migrated copy is read",
        old.place,
    )
    found = database.sqlite(copy, mode="ro", timeout=timeout)
    found.place, found.folder = old.place, folder
    return found
