"""Integrity: whether a library is what it promises to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Final, TypeVar

from sqlalchemy import Connection, select, text

from arcloom.errors import InputError
from arcloom.library import reading, schema
from arcloom.library.bare_answers import read_bare_answers
from arcloom.library.database import Database
from arcloom.library.lineage import read_rows
from arcloom.library.reached import read_all
from arcloom.library.records import StoredProgram, StoredScore, canonical_source, kind_of
from arcloom.library.scorings import read_scorings
from arcloom.library.states import read_state

meta, state = schema.meta, schema.state

T = TypeVar("T")

RUN_STATES: Final = ("running", "finished", "interrupted", "failed", "dead")


def find_problems(database: Database) -> list[str]:
    """What is wrong, a line each, from one state of the library."""
    with database.read() as connection:
        problems = list(_database_problems(connection)) if database.is_sqlite else []
        if problems:
            return problems  # nothing that is read from it can be trusted
        return [*_meta_problems(connection), *_content_problems(connection)]


def _database_problems(connection: Connection) -> Iterator[str]:
    for (line,) in connection.execute(text("PRAGMA integrity_check")):
        if line != "ok":
            yield f"the database: {line}"
    for table, *_ in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"a row of {table} refers to nothing"


def _meta_problems(connection: Connection) -> Iterator[str]:
    held = {row.key: row.value for row in connection.execute(select(meta.c.key, meta.c.value))}
    for key, least in (("keep", 1), ("revision", 0)):
        if not isinstance(held.get(key), int) or held[key] < least:
            yield f"its '{key}' is not a number from {least} on"


def _content_problems(connection: Connection) -> list[str]:
    """Of each table in turn: what cannot be read says so, and the others are looked at."""
    problems: list[str] = []
    programs = _read(problems, lambda: reading.read_programs(connection)) or []
    scores = _read(problems, lambda: reading.read_scores(connection, kind=None)) or []
    _read(problems, lambda: reading.read_answers(connection))
    _read(problems, lambda: read_rows(connection))
    _read(problems, lambda: read_bare_answers(connection))
    _read(problems, lambda: read_all(connection))
    _read(problems, lambda: read_scorings(connection))
    problems += _task_problems(connection)
    for run in _read(problems, lambda: reading.read_runs(connection)) or []:
        if run.state not in RUN_STATES:
            problems.append(f"run {run.id}: its state is '{run.state}'")
    for key, value in connection.execute(select(state.c.key, state.c.value)):
        _read(problems, partial(read_state, key, value))
    if problems:
        return problems
    keep = connection.execute(select(meta.c.value).where(meta.c.key == "keep")).scalar_one()
    return [*_program_problems(programs, scores), *_shelf_problems(programs, scores, keep)]


def _task_problems(connection: Connection) -> list[str]:
    known = select(schema.tasks.c.key)
    query = select(schema.scores.c.task).where(schema.scores.c.task.not_in(known)).distinct()
    return [
        f"a score is of a task {key} that is not listed" for (key,) in connection.execute(query)
    ]


def _read(problems: list[str], read: Callable[[], T]) -> T | None:
    try:
        return read()
    except InputError as error:
        problems.append(error.problem)
        return None


def _program_problems(programs: list[StoredProgram], scores: list[StoredScore]) -> Iterator[str]:
    kept = {score.program for score in scores}
    for stored in programs:
        for name in stored.names:
            if not name.isidentifier():
                yield f"program {stored.hash}: {name!r} is no name of a program"
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
    for score in scores:
        fits = 0 <= score.demos_matched <= score.demos_total
        if not fits or not 0 <= score.score <= 1000 * score.demos_total or score.fuel < 0:
            yield f"task {score.task_id}: the score of {score.program} cannot be"
    kinds = {program.hash: program.kind for program in programs}
    ordered = sorted(scores, key=lambda score: (score.task, kinds[score.program]))
    for (_, kind), group in groupby(ordered, lambda s: (s.task, kinds[s.program])):
        rows = list(group)
        task_id = rows[0].task_id
        if len(rows) > keep:
            yield f"task {task_id}: keeps {len(rows)} of kind {kind}, more than {keep}"
        if len({row.behaviour for row in rows}) < len(rows):
            yield f"task {task_id}: keeps two of kind {kind} with equal behaviour"
