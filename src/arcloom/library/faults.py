"""Errors of databases, reported as an InputError."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

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
_LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_POSTGRES: Final = {
    "25006": ("read-only", "connect as a user who may write, to a server that is no standby"),
    "42501": ("permission denied", "connect as a user who may create and write tables"),
    "53100": ("the server's disk is full", _SPACE),
    "55P03": ("locked for too long", _BUSY),
}
_TURNS: Final = ("55P03", "57014", "40001", "40P01", "53300")
"""PostgreSQL's states of what works when it is another's turn no more: locks, too many clients."""
_LOST: Final = ("08", "57P", "25P03")
"""How the states begin that a server gives which goes down, starts or cannot be reached, or which
has ended a connection because its client was silent."""
_REACH: Final = "check the URL, and that the server runs"
_TEXT_AND_NUMBERS: Final = "a library holds Unicode text and numbers of 64 bits"
_RESTORE: Final = "the library is damaged: restore it from a copy"


class UnavailableError(InputError):
    """The library cannot be used at the moment; later it may, without anyone's doing."""


class LostError(UnavailableError):
    """The server is gone, restarts or does not answer. Nothing of the transaction was kept, or
    all of it where the answer to its commit was lost.
    """


class GoneError(InputError):
    """The library's file is not there any more, and what was written to it neither."""


def damaged(what: str, place: str = "") -> InputError:
    """What to say of content that no Arcloom wrote."""
    return InputError(what, place=place, remedy=_RESTORE)


@contextmanager
def faults_of(place: str) -> Iterator[None]:
    """Turns faults of the database into an InputError, but not mistakes in our use of it."""
    try:
        yield
    except InputError as error:
        if not error.place:  # of a row, say
            raise type(error)(error.problem, place=place, remedy=error.remedy) from error
        raise
    except DBAPIError as error:
        fault = _fault(error)
        if fault is None:
            raise
        kind, problem, remedy = fault
        raise kind(problem, place=place, remedy=remedy) from error
    except (UnicodeEncodeError, OverflowError) as error:
        raise InputError(
            f"cannot be stored: {error}", place=place, remedy=_TEXT_AND_NUMBERS
        ) from error
    except (SQLAlchemyError, UnicodeDecodeError) as error:  # a row too few, or no text
        raise damaged(str(error), place) from error


def _fault(error: DBAPIError) -> tuple[type[InputError], str, str] | None:
    if isinstance(error.orig, sqlite3.Error):
        return _of_sqlite(error.orig)
    return _of_postgresql(error.orig, error.connection_invalidated)


def _of_sqlite(error: sqlite3.Error) -> tuple[type[InputError], str, str] | None:
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        return None  # our own mistakes
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in _SQLITE:
        return (UnavailableError if code in _LOCKED else InputError), *_SQLITE[code]
    return InputError, str(error), _RESTORE


def _of_postgresql(
    error: BaseException | None, lost: bool
) -> tuple[type[InputError], str, str] | None:
    state = getattr(error, "sqlstate", None) or ""
    if state in _POSTGRES:
        return (UnavailableError if state in _TURNS else InputError), *_POSTGRES[state]
    if lost or state.startswith(_LOST):
        return LostError, f"PostgreSQL: {_last_line(str(error))}", _REACH
    if state in _TURNS:
        return UnavailableError, f"PostgreSQL: {_last_line(str(error))}", _BUSY
    if isinstance(error, Exception) and _is_operational(error):
        # Without a state there was no server to give one.
        return (InputError if state else LostError), f"PostgreSQL: {_last_line(str(error))}", _REACH
    if not state and type(error).__name__ == "DataError":  # psycopg's own: a null byte, say
        return InputError, f"cannot be stored: {_last_line(str(error))}", _TEXT_AND_NUMBERS
    if state.startswith(("22", "23", "42")):  # values, constraints or tables that are not ours
        return InputError, f"PostgreSQL: {_last_line(str(error))}", _RESTORE
    return None


def _is_operational(error: Exception) -> bool:
    return any(base.__name__ == "OperationalError" for base in type(error).__mro__)


def _last_line(text: str) -> str:
    """The line that gives the cause. Before it, libpq lists what it tried."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    causes = [line for line in lines if "failed" in line or "error" in line.lower()]
    return (causes or lines or ["no answer"])[0]
