"""Errors of databases, reported as an InputError."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError

from arcloom.errors import InputError

_ANOTHER: Final = "name another file, or move this one away"
_SPACE: Final = "nothing of it was stored; free some space and try again"
_BUSY: Final = "another process holds the library; try again when it is done"

_SQLITE: Final = {
    sqlite3.SQLITE_NOTADB: ("not a library: no SQLite database", _ANOTHER),
    sqlite3.SQLITE_CORRUPT: ("the database is damaged", "restore it from a copy"),
    sqlite3.SQLITE_READONLY: ("read-only", "check the permissions of the file and its folder"),
    sqlite3.SQLITE_PERM: ("permission denied", "check the permissions of the file and its folder"),
    sqlite3.SQLITE_CANTOPEN: (
        "cannot be opened",
        "the file and its folder must exist and be writable",
    ),
    sqlite3.SQLITE_FULL: ("the disk is full", _SPACE),
    sqlite3.SQLITE_IOERR: ("the disk cannot be read or written", "check it and its free space"),
    sqlite3.SQLITE_BUSY: ("locked for too long", _BUSY),
    sqlite3.SQLITE_LOCKED: ("locked for too long", _BUSY),
}
_POSTGRES: Final = {
    "25006": ("read-only", "connect as a user who may write, to a server that is no standby"),
    "42501": ("permission denied", "connect as a user who may create and write tables"),
    "53100": ("the server's disk is full", _SPACE),
    "55P03": ("locked for too long", _BUSY),
}
_REACH: Final = "check the URL, and that the server runs"


@contextmanager
def faults_of(place: str) -> Iterator[None]:
    """Turns faults of the database into an InputError, but not mistakes in our use of it."""
    try:
        yield
    except DBAPIError as error:
        fault = _fault(error.orig)
        if fault is None:
            raise
        problem, remedy = fault
        raise InputError(problem, place=place, remedy=remedy) from error


def _fault(error: BaseException | None) -> tuple[str, str] | None:
    if isinstance(error, sqlite3.DatabaseError):
        code = getattr(error, "sqlite_errorcode", None)
        known = None if code is None else _SQLITE.get(code & 0xFF)
        if known is None and isinstance(error, sqlite3.OperationalError):
            return str(error), "the library is damaged, or no library"
        return known
    state = getattr(error, "sqlstate", None)
    if state in _POSTGRES:
        return _POSTGRES[state]
    if type(error).__name__ == "OperationalError":
        return f"PostgreSQL: {_last_line(str(error))}", _REACH
    return None


def _last_line(text: str) -> str:
    """The line that gives the cause. Before it, libpq lists what it tried."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    causes = [line for line in lines if "failed" in line or "error" in line.lower()]
    return (causes or lines or ["no answer"])[0]
