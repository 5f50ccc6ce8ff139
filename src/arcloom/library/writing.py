"""Bulk writing: many rows at a time, in SQL that SQLite and PostgreSQL share.

Rows go to the driver as they are. SQLAlchemy's own way to it costs more than the insertion itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    String,
    Table,
    any_,
    func,
    literal,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY

T = TypeVar("T")

CHUNK: Final = 20_000
"""How many values a query is given at once."""


def insert(
    connection: Connection,
    table: Table,
    rows: Sequence[tuple[Any, ...]],
    *,
    ignore: bool = False,
) -> int:
    """Insert rows that have all columns of the table, in its order; gives the number inserted.

    With `ignore`, rows whose key is there already are left out.
    """
    if not rows:
        return 0
    columns = ", ".join(table.columns.keys())
    marks = ", ".join([_mark(connection)] * len(table.columns))
    tail = " ON CONFLICT DO NOTHING" if ignore else ""
    return _many(connection, f"INSERT INTO {table} ({columns}) VALUES ({marks}){tail}", rows)


def upsert(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows that have all columns of the table, in the place of those of equal key."""
    if not rows:
        return
    columns = ", ".join(table.columns.keys())
    marks = ", ".join([_mark(connection)] * len(table.columns))
    key = ", ".join(column.name for column in table.primary_key)
    others = (c.name for c in table.columns if not c.primary_key)
    values = ", ".join(f"{name} = excluded.{name}" for name in others)
    _many(
        connection,
        f"INSERT INTO {table} ({columns}) VALUES ({marks}) "
        f"ON CONFLICT ({key}) DO UPDATE SET {values}",
        rows,
    )


def delete(
    connection: Connection, columns: Sequence[Column[Any]], rows: Sequence[tuple[Any, ...]]
) -> int:
    """Delete the rows whose columns have the given values."""
    if not rows:
        return 0
    where = " AND ".join(f"{column.name} = {_mark(connection)}" for column in columns)
    return _many(connection, f"DELETE FROM {columns[0].table} WHERE {where}", rows)


def among(connection: Connection, column: Column[str], values: list[str]) -> ColumnElement[bool]:
    """Whether a column has one of many values, which travel as one parameter."""
    if connection.dialect.name == "sqlite":
        given = func.json_each(json.dumps(values)).table_valued("value")
        return column.in_(select(given.c.value))
    return column == any_(literal(values, ARRAY(String)))


def chunks(items: Iterable[T]) -> Iterator[list[T]]:
    """The items in lists that fit into a query."""
    iterator = iter(items)
    while chunk := list(islice(iterator, CHUNK)):
        yield chunk


def _mark(connection: Connection) -> str:
    return "?" if connection.dialect.name == "sqlite" else "%s"


def _many(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    # In parts: a server is silent while it works on one, and counts as lost after some silence.
    return sum(connection.exec_driver_sql(statement, part).rowcount for part in chunks(rows))
