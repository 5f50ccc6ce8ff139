"""Queries: what is in a library, always in an order that does not depend on how it got there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from arcloom.library import schema
from arcloom.library.records import (
    Kind,
    StoredAnswer,
    StoredProgram,
    StoredRun,
    StoredScore,
    TaskSummary,
)
from arcloom.tasks import Grid

programs, scores, answers, names, runs = (
    schema.programs,
    schema.scores,
    schema.answers,
    schema.names,
    schema.runs,
)

RANK: Final = (
    scores.c.demos_matched.desc(),
    scores.c.score.desc(),
    scores.c.fuel,
    programs.c.nodes,
    scores.c.program,
)
"""The order of `ranking.Row`, in SQL."""


def read_programs(connection: Connection, *where: ColumnElement[bool]) -> list[StoredProgram]:
    """Stored programs by hash."""
    found = connection.execute(
        select(
            programs.c.hash,
            programs.c.source,
            programs.c.nodes,
            programs.c.kind,
            programs.c.imported,
            programs.c.created_run,
            programs.c.inserted,
        )
        .where(*where)
        .order_by(programs.c.hash)
    ).all()
    given = _names(connection, *where) if any(row.imported for row in found) else {}
    return [StoredProgram(*row, names=tuple(given.get(row.hash, ()))) for row in found]


SCORE: Final = (
    scores.c.task_id,
    scores.c.program,
    scores.c.demos_matched,
    scores.c.demos_total,
    scores.c.score,
    scores.c.fuel,
    programs.c.nodes,
    scores.c.behaviour,
)
"""The columns of a `StoredScore`, in its order."""


def read_scores(
    connection: Connection, *where: ColumnElement[bool], kind: Kind | None = "program"
) -> list[StoredScore]:
    """Scores by task, and best first within it."""
    kinds = () if kind is None else (programs.c.kind == kind,)
    query = select(*SCORE).join(programs).where(*where, *kinds).order_by(scores.c.task_id, *RANK)
    return [StoredScore(*row) for row in connection.execute(query)]


def read_summaries(connection: Connection, kind: Kind) -> list[TaskSummary]:
    """For each task that keeps programs, by id, how many and the best of them."""
    ranked = (
        select(
            *SCORE,
            func.count().over(partition_by=scores.c.task_id).label("kept"),
            programs.c.imported,
            programs.c.source,
            programs.c.created_run,
            func.row_number().over(partition_by=scores.c.task_id, order_by=RANK).label("place"),
        )
        .join(programs)
        .where(programs.c.kind == kind)
        .subquery()
    )
    best = select(ranked).where(ranked.c.place == 1).order_by(ranked.c.task_id)
    return [
        TaskSummary(score[0], kept, StoredScore(*score), imported, source, run)
        for *score, kept, imported, source, run, _ in connection.execute(best)
    ]


def read_answers(connection: Connection, *where: ColumnElement[bool]) -> list[StoredAnswer]:
    """Answers by task and test, those of the best programs first."""
    query: Select[Any] = (
        select(
            answers.c.task_id,
            answers.c.test_index,
            answers.c.program,
            answers.c.grid,
            answers.c.run,
        )
        .join(
            scores,
            and_(
                scores.c.task_id == answers.c.task_id,
                scores.c.program == answers.c.program,
            ),
        )
        .join(programs, programs.c.hash == scores.c.program)
        .where(*where)
        .order_by(answers.c.task_id, answers.c.test_index, *RANK)
    )
    return [
        StoredAnswer(task_id, index, program, _grid(text), run)
        for task_id, index, program, text, run in connection.execute(query)
    ]


def read_runs(connection: Connection) -> list[StoredRun]:
    """Runs in the order they were started."""
    query = select(runs).order_by(runs.c.started, runs.c.id)
    return [
        StoredRun(
            row.id,
            row.command,
            json.loads(row.configuration),
            json.loads(row.seed),
            row.started,
            row.finished,
            json.loads(row.figures),
            row.state,
        )
        for row in connection.execute(query)
    ]


def count(connection: Connection, *where: ColumnElement[bool]) -> int:
    """How many programs there are."""
    return connection.execute(select(func.count()).select_from(programs).where(*where)).scalar_one()


def _names(connection: Connection, *where: ColumnElement[bool]) -> dict[str, list[str]]:
    query = (
        select(names.c.program, names.c.name)
        .join(programs)
        .where(*where)
        .order_by(names.c.program, names.c.name)
    )
    given: dict[str, list[str]] = {}
    rows: Sequence[Any] = connection.execute(query).all()
    for program, name in rows:
        given.setdefault(program, []).append(name)
    return given


def _grid(text: str) -> Grid | None:
    cells = json.loads(text)
    return None if cells is None else Grid(cells)
