"""Merging: what one library holds, put into another by the same rules as everything else."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from arcloom.library import placing, reading, schema
from arcloom.library.bare_answers import merge_bare_answers, read_bare_answers
from arcloom.library.database import Database
from arcloom.library.kept_cache import KeptCache
from arcloom.library.lineage import Descent, read_rows, take_in
from arcloom.library.records import (
    Counts,
    Scored,
    Scoring,
    StoredAnswer,
    StoredBareAnswer,
    StoredProgram,
    StoredScore,
)
from arcloom.library.scorings import read_scorings
from arcloom.library.task_table import hold, tasks_in
from arcloom.library.writing import insert


class Content(NamedTuple):
    """What a library gives to another. States of searches stay with their library."""

    programs: list[StoredProgram]
    scores: list[StoredScore]
    answers: list[StoredAnswer]
    runs: list[tuple[Any, ...]]
    lineage: list[Descent]
    bare: list[StoredBareAnswer]
    scorings: dict[str, Scoring]


def content_of(database: Database) -> Content:
    """Everything of a library that merges, from one state of it."""
    with database.read() as connection:
        return Content(
            reading.read_programs(connection),
            reading.read_scores(connection, kind=None),
            reading.read_answers(connection),
            [tuple(row) for row in connection.execute(select(schema.runs))],
            read_rows(connection),
            read_bare_answers(connection),
            read_scorings(connection),
        )


def merge(
    connection: Connection, shelves: KeptCache, content: Content, bump: placing.Bump, keep: int
) -> Counts:
    """Put the content into the library that is connected."""
    insert(connection, schema.runs, content.runs, ignore=True)
    known = placing.stored(connection, (program.hash for program in content.programs))
    imported = [program for program in content.programs if program.imported]
    fresh = [(p, p.created_run) for p in imported if p.hash not in known]
    revision = bump()
    placing.insert_programs(connection, fresh, revision, imported=True)
    named = [(n, p.hash, text) for p in imported for n, text in zip(p.names, p.texts, strict=True)]
    placing.insert_names(connection, shelves, named, revision)
    batch, runs = _scored(content)

    def run_of(scored: Scored) -> str | None:
        return runs[scored.key, scored.program.hash]

    hold(connection, tasks_in(batch))
    placed = placing.place(connection, shelves, batch, run_of, bump, keep)
    take_in(connection, content.lineage)
    merge_bare_answers(connection, content.bare)
    return Counts(len(fresh) + placed.stored, len(known), placed.replaced)


def _scored(content: Content) -> tuple[list[Scored], dict[tuple[str, str], str | None]]:
    """The scores with their answers, and the runs of these by task and program."""
    programs = {program.hash: program for program in content.programs}
    answers: dict[tuple[str, str], list[StoredAnswer]] = defaultdict(list)
    for answer in content.answers:  # in the order of the tests
        answers[answer.task, answer.program].append(answer)
    batch = [
        Scored(
            programs[score.program],
            score.task_id,
            score.demos_matched,
            score.demos_total,
            score.score,
            score.fuel,
            score.behaviour,
            tuple(answer.grid for answer in answers[score.task, score.program]),
            task=score.task,
            scoring=content.scorings.get(score.scoring or ""),
        )
        for score in content.scores
    ]
    runs = {
        (score.task, score.program): given[0].run
        if (given := answers[score.task, score.program])
        else programs[score.program].created_run
        for score in content.scores
    }
    return batch, runs
