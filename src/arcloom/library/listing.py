"""Listing: a page of the stored programs, chosen, sorted and cut by the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Subquery,
    case,
    cast,
    exists,
    false,
    func,
    not_,
    or_,
    select,
)

from arcloom.library import schema
from arcloom.library.reading import checked, read_programs
from arcloom.library.records import StoredProgram
from arcloom.library.writing import among

programs, scores, names, runs = schema.programs, schema.scores, schema.names, schema.runs

Order = Literal["name", "fitted", "score", "tasks", "nodes", "newest"]

IMPORTED: Final = "imported"
"""The origin of programs that a user imported."""


@dataclass(frozen=True)
class Wanted:
    """Which programs are wanted. `text` is a part of the name, the hash or the source.

    `origin` is "imported", or the command of the run that found the program. `fits` is whether it
    fits all demos of some task. `reverse` turns the order round.
    """

    text: str = ""
    kind: str = ""
    origin: str = ""
    fits: bool | None = None
    order: Order = "name"
    reverse: bool = False
    first: int = 0
    count: int = 50


class Listed(NamedTuple):
    """A stored program, the tasks that keep it and that it fits, and its best score, 0 to 1000."""

    program: StoredProgram
    tasks: int
    fitted: int
    score: int | None


class Listing(NamedTuple):
    """A page of programs: how many there are, how many are wanted, and those of this page."""

    all: int
    total: int
    listed: list[Listed]


def read_listing(connection: Connection, wanted: Wanted) -> Listing:
    """The page that is wanted."""
    worth = _worth()
    columns = _Columns(
        # No row where no task keeps the program.
        func.coalesce(worth.c.kept, 0),
        func.coalesce(worth.c.fitted, 0),
        func.coalesce(worth.c.best, -1),
    )
    query = (
        select(programs.c.hash, *columns)
        .outerjoin(worth, worth.c.program == programs.c.hash)
        .where(*_where(wanted, columns))
    )
    page = query.order_by(*_order(wanted, columns)).limit(wanted.count).offset(wanted.first)
    rows = connection.execute(page).all()
    for row in rows:
        checked(row, (str, int, int, int), "score")
    here = among(connection, programs.c.hash, [row[0] for row in rows])
    by_hash = {stored.hash: stored for stored in read_programs(connection, here)}
    return Listing(
        connection.execute(select(func.count()).select_from(programs)).scalar_one(),
        connection.execute(select(func.count()).select_from(query.subquery())).scalar_one(),
        [Listed(by_hash[row[0]], row[1], row[2], row[3] if row[1] else None) for row in rows],
    )


class _Columns(NamedTuple):
    tasks: ColumnElement[int]
    fitted: ColumnElement[int]
    score: ColumnElement[int]


def _worth() -> Subquery:
    """What each program is worth over all tasks that keep it."""
    fits = (scores.c.demos_matched == scores.c.demos_total) & (scores.c.demos_total > 0)
    mean = case((scores.c.demos_total > 0, scores.c.score // scores.c.demos_total), else_=0)
    return (
        select(
            scores.c.program,
            func.count().label("kept"),
            # PostgreSQL sums up to another type of number than SQLite.
            cast(func.sum(case((fits, 1), else_=0)), BigInteger).label("fitted"),
            func.max(mean).label("best"),
        )
        .group_by(scores.c.program)
        .subquery()
    )


def _where(wanted: Wanted, columns: _Columns) -> Iterator[ColumnElement[bool]]:
    if wanted.text:
        named = exists().where(
            names.c.program == programs.c.hash, names.c.name.icontains(wanted.text, autoescape=True)
        )
        # Programs without a name of their own are called after their hash.
        digits = wanted.text.rpartition("_")[2].lower()
        by_hash = programs.c.hash.startswith(digits, autoescape=True) if digits else false()
        in_source = programs.c.source.icontains(wanted.text, autoescape=True)
        yield or_(named, by_hash, in_source)
    if wanted.kind:
        yield programs.c.kind == wanted.kind
    if wanted.fits is not None:
        yield columns.fitted > 0 if wanted.fits else columns.fitted == 0
    if wanted.origin == IMPORTED:
        yield programs.c.imported
    elif wanted.origin:
        of_run = select(runs.c.id).where(runs.c.command == wanted.origin)
        yield not_(programs.c.imported) & programs.c.created_run.in_(of_run)


def _order(wanted: Wanted, columns: _Columns) -> list[ColumnElement[Any]]:
    name = select(func.min(names.c.name)).where(names.c.program == programs.c.hash)
    fitted, score = (columns.fitted, True), (columns.score, True)
    # Each column, and whether the largest comes first.
    orders: Mapping[Order, Sequence[tuple[ColumnElement[Any], bool]]] = {
        "name": ((programs.c.imported, True), (name.scalar_subquery(), False)),
        "fitted": (fitted, score),
        "score": (score, fitted),
        "tasks": ((columns.tasks, True), fitted),
        "nodes": ((programs.c.nodes, False), fitted),
        "newest": ((programs.c.inserted, True), fitted),
    }
    keys = [
        column.desc() if descending != wanted.reverse else column.asc()
        for column, descending in orders[wanted.order]
    ]
    return [*keys, programs.c.hash.desc() if wanted.reverse else programs.c.hash]
