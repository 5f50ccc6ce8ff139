"""Placing: what a batch of scores changes in the tables, within the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, exists, not_, select, update
from sqlalchemy import delete as delete_where

from arcloom.lang import Program
from arcloom.library import schema
from arcloom.library.kept_cache import Change, KeptCache
from arcloom.library.lineage import record_parents, retire
from arcloom.library.reading import checked
from arcloom.library.records import (
    Counts,
    Scored,
    Spelled,
    canonical_source,
    kind_of,
)
from arcloom.library.writing import among, chunks, delete, insert
from arcloom.tasks import Grid

programs, scores, answers, names = schema.programs, schema.scores, schema.answers, schema.names

RunOf = Callable[[Scored], str | None]
"""The run that a score comes from."""


def place(
    connection: Connection,
    shelves: KeptCache,
    batch: Sequence[Scored],
    run_of: RunOf,
    revision: int,
    keep: int,
) -> tuple[Counts, bool]:
    """Write what gets a place. Gives the counts of the batch, and whether anything changed."""
    known = stored(connection, {scored.program.hash for scored in batch})
    shelves.look(connection, {(s.task_id, kind_of(s.program)) for s in batch})
    contenders = shelves.contenders(batch, keep)
    # By task, since neighbours in the table are written faster.
    changes = [shelves.change(group, contenders[group], keep) for group in sorted(contenders)]
    fresh = {
        row.program: scored
        for change in changes
        for row, scored in change.added.items()
        if row.program not in known
    }
    drop_scores(connection, changes)
    insert_programs(connection, ((s.program, run_of(s)) for s in fresh.values()), revision)
    record_parents(connection, fresh.values())
    _insert_scores(connection, changes)
    answered = _insert_answers(connection, changes, run_of)
    replaced = drop_unkept(connection, changes)
    changed = bool(answered or any(change.added or change.dropped for change in changes))
    return Counts(len(fresh), len(known), replaced), changed


def rescore(connection: Connection, scored: Iterable[tuple[str, str, int]]) -> None:
    """Set the differ scores of rows, given as (task, program, score)."""
    rows = [{"t": task, "p": program, "s": score} for task, program, score in scored]
    if rows:
        where = (scores.c.task_id == bindparam("t"), scores.c.program == bindparam("p"))
        connection.execute(update(scores).where(*where).values(score=bindparam("s")), rows)


def prune(connection: Connection, shelves: KeptCache, keep: int) -> int:
    """Let every shelf keep so many; gives the number of programs that had to go."""
    query = select(scores.c.task_id, programs.c.kind).join(programs).distinct()
    rows = connection.execute(query).all()
    groups = sorted((row.task_id, row.kind) for row in rows if checked(row, (str, str), "score"))
    shelves.look(connection, groups)
    changes = [shelves.change(group, {}, keep) for group in groups]
    drop_scores(connection, changes)
    return drop_unkept(connection, changes)


def stored(connection: Connection, hashes: Iterable[str]) -> set[str]:
    """Those of the hashes whose program is in the library."""
    found: set[str] = set()
    for chunk in chunks(hashes):
        query = select(programs.c.hash).where(among(connection, programs.c.hash, chunk))
        found.update(connection.execute(query).scalars())
    return found


def insert_programs(
    connection: Connection,
    new: Iterable[tuple[Program | Spelled, str | None]],
    revision: int,
    imported: bool = False,
) -> None:
    """Write programs that are not in the library yet, each with the run that found it."""
    rows = [
        (
            program.hash,
            canonical_source(program),
            len(program),
            kind_of(program),
            imported,
            run,
            revision,
        )
        for program, run in new
    ]
    insert(connection, programs, rows)


def insert_names(
    connection: Connection, named: Sequence[tuple[str, str, str | None]], replace: bool = False
) -> None:
    """Note (name, hash, text) rows; programs that have a name count as imported.

    With `replace`, a text takes the place of the one that was there.
    """
    if not named:
        return
    insert(connection, names, named, ignore=True)
    texts = [{"n": name, "p": program, "t": text} for name, program, text in named if text]
    if texts:
        where = [names.c.name == bindparam("n"), names.c.program == bindparam("p")]
        if not replace:
            where.append(names.c.text.is_(None))
        connection.execute(update(names).where(*where).values(text=bindparam("t")), texts)
    mark = update(programs).where(programs.c.hash == bindparam("p"), not_(programs.c.imported))
    connection.execute(mark.values(imported=True), [{"p": program} for _, program, _ in named])


def drop_scores(connection: Connection, changes: Iterable[Change]) -> None:
    """Delete the rows that lost their place, and their answers with them."""
    gone = [(change.task_id, row.program) for change in changes for row in change.dropped]
    delete(connection, (scores.c.task_id, scores.c.program), gone)


def drop_unkept(connection: Connection, changes: Iterable[Change]) -> int:
    """Delete the programs that no task keeps any more, unless a user imported them."""
    candidates = {row.program for change in changes for row in change.dropped}
    unkept = not_(exists().where(scores.c.program == programs.c.hash))
    count = 0
    for chunk in chunks(candidates):
        mine = among(connection, programs.c.hash, chunk)
        query = select(programs.c.hash).where(mine, not_(programs.c.imported), unkept)
        gone = list(connection.execute(query).scalars())
        if gone:
            retire(connection, gone)
            here = among(connection, programs.c.hash, gone)
            count += connection.execute(delete_where(programs).where(here)).rowcount
    return count


def _insert_scores(connection: Connection, changes: Iterable[Change]) -> None:
    rows = [
        (
            change.task_id,
            row.program,
            -row.minus_demos,
            row.demos_total,
            -row.minus_score,
            row.fuel,
            row.behaviour,
        )
        for change in changes
        for row in change.added
    ]
    insert(connection, scores, rows)


def _insert_answers(connection: Connection, changes: Iterable[Change], run_of: RunOf) -> int:
    """Write the answers of all programs that have a place now, new or not."""
    rows: list[tuple[Any, ...]] = [
        (change.task_id, row.program, index, _grid_json(grid), run_of(scored))
        for change in changes
        for new in (change.added, change.stayed)
        for row, scored in new.items()
        for index, grid in enumerate(scored.answers)
    ]
    return insert(connection, answers, rows, ignore=True)


def _grid_json(grid: Grid | None) -> str:
    return json.dumps(None if grid is None else grid.tolist(), separators=(",", ":"))
