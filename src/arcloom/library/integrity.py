"""Integrity: whether a library is what it promises to be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import Connection, select, text

from arcloom.errors import InputError
from arcloom.library import reading, schema
from arcloom.library.database import Database
from arcloom.library.records import StoredProgram, StoredScore, canonical_source, kind_of


def find_problems(database: Database) -> list[str]:
    """What is wrong, a line each, from one state of the library."""
    with database.read() as connection:
        problems = list(_database_problems(connection)) if database.is_sqlite else []
        if problems:
            return problems  # nothing that is read from it can be trusted
        programs = reading.read_programs(connection)
        scores = reading.read_scores(connection, kind=None)
        keep = connection.execute(
            select(schema.meta.c.value).where(schema.meta.c.key == "keep")
        ).scalar_one()
    return [*_program_problems(programs, scores), *_shelf_problems(programs, scores, keep)]


def _database_problems(connection: Connection) -> Iterator[str]:
    for (line,) in connection.execute(text("PRAGMA integrity_check")):
        if line != "ok":
            yield f"the database: {line}"
    for table, *_ in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"a row of {table} refers to nothing"


def _program_problems(programs: list[StoredProgram], scores: list[StoredScore]) -> Iterator[str]:
    kept = {score.program for score in scores}
    for stored in programs:
        if not stored.imported and stored.hash not in kept:
            yield f"program {stored.hash}: no task keeps it, and nobody imported it"
        try:
            program = stored.parse()
        except InputError as error:
            yield f"program {stored.hash}: {error}"
            continue
        expected = (canonical_source(program), len(program), kind_of(program))
        if (stored.source, stored.nodes, stored.kind) != expected:
            yield f"program {stored.hash}: not stored in its canonical form"


def _shelf_problems(
    programs: list[StoredProgram], scores: list[StoredScore], keep: int
) -> Iterator[str]:
    kinds = {program.hash: program.kind for program in programs}
    ordered = sorted(scores, key=lambda score: (score.task_id, kinds[score.program]))
    for (task_id, kind), group in groupby(ordered, lambda s: (s.task_id, kinds[s.program])):
        rows = list(group)
        if len(rows) > keep:
            yield f"task {task_id}: keeps {len(rows)} of kind {kind}, more than {keep}"
        if len({row.behaviour for row in rows}) < len(rows):
            yield f"task {task_id}: keeps two of kind {kind} with equal behaviour"
