"""Lineage: from which programs a bred program comes, back to those that were not bred.

A row says what a program was changed from (`parent`) and, where it has a part of another, of which
(`other`). Programs leave the library when no task keeps them any more. One that a kept program
descends from leaves its source here, so that the line does not break; when its last descendant has
left, so does its row. A program that is bred twice keeps the parents that were recorded first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, exists, insert, or_, select, update

from arcloom.library import schema
from arcloom.library.reading import checked
from arcloom.library.records import Ancestor, Scored
from arcloom.library.starter import starter_source
from arcloom.library.writing import among, chunks
from arcloom.library.writing import insert as insert_rows

programs, lineage = schema.programs, schema.lineage
children: Final = lineage.alias("children")

MOST: Final = 100
"""Programs that a lineage names."""

_MAYBE: Final = (str, type(None))
_TYPES: Final = (str, _MAYBE, _MAYBE, _MAYBE)


class Descent(NamedTuple):
    """A row of the table."""

    program: str
    parent: str | None
    other: str | None
    source: str | None


def record_parents(connection: Connection, fresh: Iterable[Scored]) -> None:
    """Note the parents of programs that have just been stored."""
    rows = [Descent(s.program.hash, *_two(s.parents), None) for s in fresh if s.parents]
    if not rows:
        return
    insert_rows(connection, lineage, rows, ignore=True)
    for chunk in chunks(row.program for row in rows):
        here = among(connection, lineage.c.program, chunk)
        back = update(lineage).where(here, lineage.c.source.is_not(None))
        connection.execute(back.values(source=None))  # it had left, and is in the library again


def retire(connection: Connection, leaving: Sequence[str]) -> None:
    """Prepare for programs to leave: those that others descend from leave their sources here."""
    mine = among(connection, programs.c.hash, list(leaving))
    needed = _has_children(programs.c.hash)
    known = exists().where(lineage.c.program == programs.c.hash)
    source = select(programs.c.hash, programs.c.source).where(mine, needed, ~known)
    connection.execute(insert(lineage).from_select(["program", "source"], source))
    held = select(programs.c.source).where(programs.c.hash == lineage.c.program).scalar_subquery()
    rows = among(connection, lineage.c.program, list(leaving))
    connection.execute(
        update(lineage).where(rows, _has_children(lineage.c.program)).values(source=held)
    )
    _drop_childless(connection, rows)


def read_rows(connection: Connection) -> list[Descent]:
    """All rows, by program."""
    found = connection.execute(select(lineage).order_by(lineage.c.program))
    return [Descent(*row) for row in found if checked(row, _TYPES, "ancestor")]


def take_in(connection: Connection, rows: Sequence[Descent]) -> None:
    """Take in the rows of another library, as far as programs here descend from them."""
    by_program = {row.program: row for row in rows}
    wanted: dict[str, Descent] = {}
    for chunk in chunks(sorted(by_program)):
        here = select(programs.c.hash).where(among(connection, programs.c.hash, chunk))
        line = list(connection.execute(here).scalars())
        while line:
            row = by_program.get(line.pop())
            if row is not None and row.program not in wanted:
                wanted[row.program] = row
                line.extend(p for p in (row.parent, row.other) if p)
    insert_rows(connection, lineage, [wanted[p] for p in sorted(wanted)], ignore=True)


def read_lineage(connection: Connection, program: str, most: int = MOST) -> list[Ancestor]:
    """The program and those it descends from, nearest first; at most so many."""
    found: dict[str, Ancestor] = {}
    wave = [program]
    while wave and len(found) < most:
        for one in _read_ancestors(connection, wave[: most - len(found)]):
            found[one.program] = one
        line = (p for h in wave if h in found for p in found[h].parents)
        wave = [p for p in dict.fromkeys(line) if p not in found]
    return list(found.values())


def _read_ancestors(connection: Connection, wanted: list[str]) -> list[Ancestor]:
    here = among(connection, programs.c.hash, wanted)
    stored = dict(connection.execute(select(programs.c.hash, programs.c.source).where(here)).all())
    rows = select(lineage).where(among(connection, lineage.c.program, wanted))
    noted = {
        row[0]: Descent(*row)
        for row in connection.execute(rows)
        if checked(row, _TYPES, "ancestor")
    }
    found = []
    for program in wanted:
        row = noted.get(program, Descent(program, None, None, None))
        parents = tuple(p for p in (row.parent, row.other) if p)
        source = stored.get(program, row.source) or starter_source(program)
        found.append(Ancestor(program, parents, source, program in stored))
    return found


def _drop_childless(connection: Connection, where: ColumnElement[bool]) -> None:
    """Drop rows that nobody descends from, then those of their parents that are as useless."""
    while True:
        query = select(lineage).where(where, ~_has_children(lineage.c.program))
        gone = [Descent(*row) for row in connection.execute(query)]
        if not gone:
            return
        for chunk in chunks(row.program for row in gone):
            connection.execute(delete(lineage).where(among(connection, lineage.c.program, chunk)))
        before = sorted({p for row in gone for p in (row.parent, row.other) if p})
        kept = exists().where(programs.c.hash == lineage.c.program)
        where = among(connection, lineage.c.program, before) & ~kept


def _has_children(program: ColumnElement[Any]) -> ColumnElement[bool]:
    return exists().where(or_(children.c.parent == program, children.c.other == program))


def _two(parents: tuple[str, ...]) -> tuple[str, str | None]:
    first, *others = parents
    return first, others[0] if others else None
