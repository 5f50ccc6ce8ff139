"""Queries: what is in a library, always in an order that does not depend on how it got there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    cast,
    func,
    literal,
    select,
)

from arcloom._core import NODES_OF_A_LOSS
from arcloom.library import schema
from arcloom.library.faults import damaged
from arcloom.library.heartbeat import is_dead, now
from arcloom.library.odds import LIKELIEST
from arcloom.library.records import (
    Kind,
    StoredAnswer,
    StoredProgram,
    StoredRun,
    StoredScore,
    TaskSummary,
)
from arcloom.library.states import read_grid, read_json

programs, scores, answers, names, runs, tasks = (
    schema.programs,
    schema.scores,
    schema.answers,
    schema.names,
    schema.runs,
    schema.tasks,
)

# Wide, since a program may have so many nodes that 32 bits do not hold the loss.
_WHOLE: Final = 1000 * cast(scores.c.demos_total, BigInteger)
_LACKING: Final = _WHOLE - scores.c.score
_FITS: Final = scores.c.demos_matched == scores.c.demos_total

_LENGTH: Final = case((programs.c.imported, 0), else_=_WHOLE * programs.c.nodes)

_LIKELIEST: Final = (
    select(schema.state.c.key)
    .where(
        schema.state.c.key == literal(LIKELIEST) + scores.c.task,
        schema.state.c.value == literal('"') + scores.c.program + literal('"'),  # as JSON
    )
    .correlate(scores)
    .exists()
)

RANK: Final = (
    scores.c.demos_matched.desc(),
    case((and_(_FITS, _LIKELIEST), 0), else_=1),
    case((_FITS, NODES_OF_A_LOSS * _LACKING + _LENGTH), else_=_LACKING),
    programs.c.nodes,
    scores.c.fuel,
    scores.c.program,
)
"""The order of `keep_rule.Standing`, in SQL. But what a judge finds likeliest comes first."""


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
    return [
        StoredProgram(
            *row,
            names=tuple(name for name, _ in given.get(row.hash, ())),
            texts=tuple(text for _, text in given.get(row.hash, ())),
        )
        for row in found
        if checked(row, _PROGRAM, "program") and _known_kind(row.kind)
    ]


SCORE: Final = (
    tasks.c.id,
    scores.c.program,
    scores.c.demos_matched,
    scores.c.demos_total,
    scores.c.score,
    scores.c.fuel,
    programs.c.nodes,
    scores.c.behaviour,
    scores.c.task,
    scores.c.scoring,
)
"""The columns of a `StoredScore`, in its order."""


def read_scores(
    connection: Connection, *where: ColumnElement[bool], kind: Kind | None = "program"
) -> list[StoredScore]:
    """Scores by task, and best first within it."""
    kinds = () if kind is None else (programs.c.kind == kind,)
    query = select(*SCORE).join(programs).join(tasks, tasks.c.key == scores.c.task)
    query = query.where(*where, *kinds).order_by(tasks.c.id, tasks.c.key, *RANK)
    rows = connection.execute(query).all()
    return [StoredScore._make(tuple(row)) for row in rows if checked(row, _SCORE, "score")]


def read_summaries(connection: Connection, kind: Kind) -> list[TaskSummary]:
    """For each task that keeps programs, by id, how many and the best of them."""
    ranked = (
        select(
            *SCORE,
            func.count().over(partition_by=scores.c.task).label("kept"),
            programs.c.imported,
            programs.c.source,
            programs.c.created_run,
            func.row_number().over(partition_by=scores.c.task, order_by=RANK).label("place"),
        )
        .join(programs)
        .join(tasks, tasks.c.key == scores.c.task)
        .where(programs.c.kind == kind)
        .subquery()
    )
    best = select(ranked).where(ranked.c.place == 1).order_by(ranked.c.id, ranked.c.task)
    return [
        TaskSummary(score[0], kept, StoredScore(*score), imported, source, run)
        for *score, kept, imported, source, run, _ in connection.execute(best)
        if checked(score, _SCORE, "score") and checked((source, run), _ORIGIN, "program")
    ]


def read_answers(connection: Connection, *where: ColumnElement[bool]) -> list[StoredAnswer]:
    """Answers by task and test, those of the best programs first."""
    query: Select[Any] = (
        select(
            tasks.c.id,
            answers.c.test_index,
            answers.c.program,
            answers.c.grid,
            answers.c.run,
            answers.c.task,
        )
        .join(
            scores,
            and_(
                scores.c.task == answers.c.task,
                scores.c.program == answers.c.program,
            ),
        )
        .join(programs, programs.c.hash == scores.c.program)
        .join(tasks, tasks.c.key == answers.c.task)
        .where(*where)
        .order_by(tasks.c.id, tasks.c.key, answers.c.test_index, *RANK)
    )
    return [
        StoredAnswer(
            task_id, index, program, read_grid(text, f"an answer for {task_id}"), run, task
        )
        for task_id, index, program, text, run, task in connection.execute(query)
        if checked((task_id, index, program, text, run, task), _ANSWER, "answer")
    ]


def read_runs(connection: Connection) -> list[StoredRun]:
    """Runs in the order they were started."""
    query = select(runs).order_by(runs.c.started, runs.c.id)
    at = now(connection)
    return [
        StoredRun(
            row.id,
            row.command,
            read_json(row.configuration, f"the configuration of run {row.id}"),
            read_json(row.seed, f"the seed of run {row.id}"),
            row.started,
            row.finished,
            read_json(row.figures, f"the figures of run {row.id}"),
            "dead" if is_dead(row.state, row.heartbeat, at) else row.state,
            row.heartbeat,
        )
        for row in connection.execute(query)
        if checked(row, _RUN, "run")
    ]


def count(connection: Connection, *where: ColumnElement[bool]) -> int:
    """How many programs there are."""
    return connection.execute(select(func.count()).select_from(programs).where(*where)).scalar_one()


def _names(
    connection: Connection, *where: ColumnElement[bool]
) -> dict[str, list[tuple[str, str | None]]]:
    query = (
        select(names.c.program, names.c.name, names.c.text)
        .join(programs)
        .where(*where)
        .order_by(names.c.program, names.c.name)
    )
    given: dict[str, list[tuple[str, str | None]]] = {}
    rows: Sequence[Any] = connection.execute(query).all()
    for program, name, text in rows:
        checked((program, name, text), (str, str, _MAYBE), "name")
        given.setdefault(program, []).append((name, text))
    return given


def checked(row: Sequence[Any], types: Sequence[type | tuple[type, ...]], what: str) -> bool:
    """True for a row of these types. SQLite holds anything in any column."""
    if not all(map(isinstance, row, types)):
        raise damaged(f"a row of the {what}s has a value of a wrong type")
    return True


def _known_kind(kind: str) -> bool:
    if kind not in get_args(Kind):
        raise damaged(f"a program is of a kind '{kind[:20]}' that there is not")
    return True


_MAYBE: Final = (str, type(None))
_PROGRAM: Final = (str, str, int, str, bool, _MAYBE, int)
_SCORE: Final = (str, str, int, int, int, int, int, str, str, _MAYBE)
_ORIGIN: Final = (str, _MAYBE)
_ANSWER: Final = (str, int, str, str, _MAYBE, str)
_RUN: Final = (str, str, str, str, str, _MAYBE, str, str, _MAYBE)
