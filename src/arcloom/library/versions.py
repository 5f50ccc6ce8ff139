"""Versions of the schema: a new library is made, an old one migrated, a foreign database refused.

The version stands in alembic's own table. It is read here without alembic, which is loaded only
where there is something to migrate.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from arcloom.errors import InputError
from arcloom.library.database import Database
from arcloom.library.faults import damaged
from arcloom.library.schema import APPLICATION_ID, NAMESPACE, VERSION, meta, metadata

MIGRATIONS: Final = Path(__file__).parent / "migrations"

EMPTY: Final = 0
"""The version of a database that holds nothing yet."""


def version_of(connection: Connection, place: str) -> int:
    """The version of the library in this database; refused where it holds something else."""
    if connection.dialect.name == "sqlite":
        marked = connection.execute(text("PRAGMA application_id")).scalar() == APPLICATION_ID
        used = connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar()
        if not marked and used:
            raise _foreign(place)
        if not used:
            return EMPTY
    schema = None if connection.dialect.name == "sqlite" else NAMESPACE
    tables = inspect(connection).get_table_names(schema)
    if "alembic_version" not in tables:
        if tables:
            raise _foreign(place)
        return EMPTY
    # With its schema, since one that is not for this user is passed over in silence.
    table = "alembic_version" if schema is None else f"{schema}.alembic_version"
    number = connection.execute(text(f"SELECT version_num FROM {table}")).scalar()
    if not isinstance(number, str) or not number.isdecimal():
        raise _foreign(place)
    if int(number) > VERSION:
        raise InputError(
            f"a library of schema version {int(number)}; this Arcloom knows versions up to "
            f"{VERSION}",
            place=place,
            remedy="use a newer Arcloom",
        )
    return int(number)


def check_version(connection: Connection, place: str) -> None:
    """Refuse a database that is not a library of this version. One in use must be."""
    if version_of(connection, place) == EMPTY:
        raise InputError("holds nothing any more", place=place, remedy="restore it from a copy")


def prepare(database: Database, keep: int) -> None:
    """Bring an empty database or an older library to the current version."""
    with database.write() as connection:
        version = version_of(connection, database.place)  # others may have been faster
        if version == EMPTY:
            create(connection, keep)
        elif version < VERSION:
            migrate(connection)
        # SQLite tells that a file is read-only at the first write, even if it changes nothing.
        connection.execute(meta.update().where(meta.c.key == "").values(value=0))


def create(connection: Connection, keep: int) -> None:
    """A new library in an empty database."""
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
    elif NAMESPACE not in inspect(connection).get_schema_names():
        connection.execute(text(f"CREATE SCHEMA {NAMESPACE}"))
    metadata.create_all(connection, checkfirst=False)
    connection.execute(
        text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
            "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        )
    )
    connection.execute(text(f"INSERT INTO alembic_version VALUES ('{VERSION:04}')"))
    connection.execute(
        meta.insert(), [{"key": "revision", "value": 0}, {"key": "keep", "value": keep}]
    )


def migrate(connection: Connection) -> None:
    """Apply the migrations that a library lacks, within the caller's transaction."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:  # a version that there never was, or that its index lacks
        raise damaged(f"its version is not to be relied on: {error}") from error


def _foreign(place: str) -> InputError:
    return InputError(
        "a database, but not a library of Arcloom",
        place=place,
        remedy="name another; this one is left as it is",
    )
