"""Opening a library's database: found or made, recognised, and brought to the current version."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from arcloom.errors import InputError
from arcloom.library import database
from arcloom.library.address import is_url
from arcloom.library.database import Database
from arcloom.library.old_copy import is_closed, migrated_copy
from arcloom.library.schema import VERSION
from arcloom.library.versions import EMPTY, prepare, version_of

_PAUSE: Final = 0.02


def open_database(
    name: str, *, create: bool, readonly: bool, keep: int, timeout: float
) -> Database:
    """The database of that path or URL, ready for use."""
    if not is_url(name):
        _check_path(Path(name), create and not readonly)
    found = _connect(name, create, readonly, timeout)
    try:
        with found.read() as connection:
            version = version_of(connection, found.place)
        if version == EMPTY and (readonly or not create):
            raise InputError(
                "holds nothing yet", place=found.place, remedy="import programs into it first"
            )
        if version != VERSION and readonly:
            found = _migrated(found, name, keep, timeout)
        elif not readonly:
            if found.is_sqlite:
                _use_wal(found, timeout)
            prepare(found, keep)
    except BaseException:
        found.close()
        raise
    return found


def _migrated(old: Database, name: str, keep: int, timeout: float) -> Database:
    """An older library that is to be read: migrated, or where nobody can write a copy of it."""
    try:
        open_database(name, create=False, readonly=False, keep=keep, timeout=timeout).close()
    except InputError as error:
        if not (old.is_sqlite and is_closed(error)):
            raise
        copy = migrated_copy(old, keep, timeout)
        old.close()
        return copy
    return old


def _connect(name: str, create: bool, readonly: bool, timeout: float) -> Database:
    if is_url(name):
        return database.postgresql(name, timeout=timeout, readonly=readonly)
    mode = "ro" if readonly else "rwc" if create else "rw"
    return database.sqlite(Path(name), mode=mode, timeout=timeout)


def _check_path(path: Path, create: bool) -> None:
    """Problems that SQLite would report only in general words."""
    if path.is_dir():
        raise InputError("a folder", place=str(path), remedy="name a file in it")
    if not path.exists() and not create:
        raise InputError("no such library", place=str(path), remedy="check the path")
    if not path.parent.is_dir():
        raise InputError("its folder does not exist", place=str(path), remedy="make it first")


def _use_wal(found: Database, timeout: float) -> None:
    """Write ahead, so that readers and a writer do not wait for each other.

    SQLite does not wait for its turn here, as it does elsewhere: two processes may meet.
    """
    deadline = time.monotonic() + timeout
    while True:
        try:
            with found.plain() as connection:
                connection.execute(text("PRAGMA journal_mode = WAL"))
            return
        except InputError as error:
            cause = error.__cause__
            busy = isinstance(cause, OperationalError) and _is_busy(cause.orig)
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)


def _is_busy(error: BaseException | None) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
