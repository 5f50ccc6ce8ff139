"""Connections to a library's database, and its two kinds of transaction."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError

from arcloom.errors import InputError
from arcloom.library.faults import GoneError, faults_of
from arcloom.library.schema import APPLICATION_ID, NAMESPACE
from arcloom.library.silence import listening_connection

CONNECT_TIMEOUT: Final = 10
"""Seconds to wait for a PostgreSQL server, unless the URL says otherwise."""
ANSWER_TIMEOUT: Final = 30.0
"""Seconds that a PostgreSQL server may be silent, beside those that it waits for a lock."""

SILENT_WRITER: Final = 10.0
"""Seconds that a writer may be silent within a transaction. Then the server ends it: it may have
been stopped, or its machine is gone, and others wait for its locks. It tries again when it can."""

_SCHEMES: Final = ("postgresql", "postgres", "postgresql+psycopg")
_BEGIN: Final = "arcloom_begin"


class Database:
    """A database, reached through short transactions: `read` sees one state of it throughout,
    `write` excludes other writers from its beginning to its end.
    """

    def __init__(
        self,
        engine: Engine,
        place: str,
        timeout: float,
        readonly: bool,
        file: Path | None = None,
    ) -> None:
        self._engine = engine
        self.timeout = timeout
        self.place = place
        self.readonly = readonly
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._file = file
        self._identity: tuple[int, int] | None = None
        self.folder: TemporaryDirectory[str] | None = None
        """holds a copy of a library, which goes when the database is closed"""

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database, and writes nothing."""
        with faults_of(self.place), self._engine.connect() as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def write(self, alone: bool = True) -> Iterator[Connection]:
        """A transaction that holds the write lock from the start, and commits at its end.

        Those that need not be `alone` share the lock on a server: they lock the rows they change.
        """
        if self.readonly:
            raise InputError("opened for reading only", place=self.place)
        with faults_of(self.place), self._engine.connect() as connection:
            connection.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
            with connection.begin():
                if not self.is_sqlite:
                    self._lock(connection, alone)
                self._check_file()
                yield connection
            self._check_file()

    @contextmanager
    def plain(self) -> Iterator[Connection]:
        """No transaction, for what SQLite does only outside of one."""
        with faults_of(self.place), self._engine.connect() as connection:
            connection.execution_options(**{_BEGIN: None})
            yield connection

    def give_back_space(self) -> int | None:
        """Rewrite a SQLite file without its free pages; None where that cannot be done now."""
        if self._file is None:
            return None
        before = _bytes_of(self._file)
        try:
            with self.plain() as connection:
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except InputError:  # others use it, or the disk has no room for the copy
            return None
        return max(0, before - _bytes_of(self._file))

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()
        if self.folder is not None:
            self.folder.cleanup()

    def _check_file(self) -> None:
        """SQLite would go on to write to a file that was deleted: into nothing."""
        if self._file is None:
            return
        try:
            found = self._file.stat()
            identity = (found.st_dev, found.st_ino)
        except OSError:
            identity = None
        if self._identity is None:
            self._identity = identity
        if identity is None or identity != self._identity:
            raise GoneError(
                "the file was deleted or replaced while it was in use",
                place=self.place,
                remedy="what was stored in it since it was opened is gone",
            )

    def _lock(self, connection: Connection, alone: bool) -> None:
        if not alone:
            most = int(SILENT_WRITER * 1000)
            connection.execute(text(f"SET LOCAL idle_in_transaction_session_timeout TO {most}"))
        shared = "" if alone else "_shared"
        connection.execute(text(f"SELECT pg_advisory_xact_lock{shared}({APPLICATION_ID})"))


def _bytes_of(file: Path) -> int:
    """The size of a SQLite file and of its log."""
    parts = (file, Path(f"{file}-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def sqlite(path: Path, *, mode: str, timeout: float) -> Database:
    """A SQLite file; `mode` is SQLite's: ro, rw or rwc (create)."""
    address = f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}"
    if mode == "ro" and _lies_still(path):
        address += "&immutable=1"

    def connect() -> sqlite3.Connection:
        # Transactions are begun by the event below, not by the driver.
        connection = sqlite3.connect(
            address, timeout=timeout, uri=True, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA cache_size = -65536")  # 64 MiB
        connection.execute("PRAGMA wal_autocheckpoint = 8000")  # pages, that is 32 MiB
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool)
    event.listen(engine, "begin", _begin)
    return Database(engine, str(path), timeout, mode == "ro", path.absolute())


def postgresql(url: str, *, timeout: float, readonly: bool) -> Database:
    """A PostgreSQL database."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise _bad_url(_without_password(url)) from None
    place = parsed.render_as_string(hide_password=True)
    if parsed.drivername not in _SCHEMES or not parsed.database:
        raise _bad_url(place)
    if find_spec("psycopg") is None:
        raise InputError(
            "PostgreSQL needs psycopg", place=place, remedy="pip install 'arcloom[postgres]'"
        )
    engine = create_engine(
        parsed.set(drivername="postgresql+psycopg"),
        connect_args={key: n for key, n in _CONNECT_ARGS.items() if key not in parsed.query},
        pool_pre_ping=True,  # a server may have restarted since the last transaction
    )
    event.listen(engine, "do_connect", _connect(timeout + ANSWER_TIMEOUT))
    event.listen(engine, "connect", _settle(readonly, timeout))
    return Database(engine, place, timeout, readonly)


_CONNECT_ARGS: Final = {
    "connect_timeout": CONNECT_TIMEOUT,
    # A machine that is gone from the network is noticed after half a minute.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}


def _begin(connection: Connection) -> None:
    statement = connection.get_execution_options().get(_BEGIN, "BEGIN")
    if statement is not None:
        connection.exec_driver_sql(statement)


def _lies_still(path: Path) -> bool:
    """Whether nobody writes: a reader of a file in a read-only folder cannot make SQLite's side
    files, and needs none where no writer has left any.
    """
    if Path(f"{path}-wal").exists():
        return False
    probe = sqlite3.connect(f"file:{quote(os.fsencode(path.absolute()))}?mode=ro", uri=True)
    try:
        probe.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # even a message may be damaged
        return False
    finally:
        probe.close()
    return False


def _connect(silence: float) -> Any:
    listening = listening_connection(silence)

    def connect(dialect: Any, record: Any, args: list[Any], options: dict[str, Any]) -> Any:
        return listening.connect(*args, **options)

    return connect


def _settle(readonly: bool, timeout: float) -> Any:
    def settle(connection: Any, record: Any) -> None:
        connection.execute(f"SET search_path TO {NAMESPACE}")
        connection.execute(f"SET lock_timeout TO {int(timeout * 1000)}")
        if readonly:
            connection.execute("SET default_transaction_read_only TO on")
        connection.commit()  # or the next rollback would undo it

    return settle


def _bad_url(shown: str) -> InputError:
    return InputError(
        "not the URL of a library",
        place=shown,
        remedy="use postgresql://USER:PASSWORD@HOST:PORT/DATABASE, or the path of a file",
    )


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
