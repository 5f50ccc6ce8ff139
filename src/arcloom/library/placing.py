"""Placing: what a batch of scores changes in the tables, within the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, not_, select, update
from sqlalchemy import delete as delete_where

from arcloom.lang import Program
from arcloom.library import schema
from arcloom.library.kept_cache import Change, KeptCache
from arcloom.library.lineage import record_parents, retire
from arcloom.library.reading import checked
from arcloom.library.records import (
    Counts,
    Scored,
    Scoring,
    Spelled,
    canonical_source,
    kind_of,
)
from arcloom.library.scorings import note
from arcloom.library.task_table import drop_empty, note_change
from arcloom.library.writing import among, chunks, delete, insert
from arcloom.tasks import Grid

programs, scores, answers, names = schema.programs, schema.scores, schema.answers, schema.names

RunOf = Callable[[Scored], str | None]
"""The run that a score comes from."""

Bump = Callable[[], int]
"""Gives the revision that this transaction makes. From the first call on until its end, no other
transaction changes what is stored: what was read before may be out of date, except for the tasks
that are held."""


def place(
    connection: Connection,
    shelves: KeptCache,
    batch: Sequence[Scored],
    run_of: RunOf,
    bump: Bump,
    keep: int,
) -> Counts:
    """Write what gets a place. The caller holds the tasks. Gives the counts of the batch."""
    hashes = {scored.program.hash for scored in batch}
    shelves.look(connection, {(s.key, kind_of(s.program)) for s in batch})
    contenders = shelves.contenders(batch, keep, stored(connection, hashes, programs.c.imported))
    # By task, since neighbours in the table are written faster.
    changes = [shelves.change(group, contenders[group], keep) for group in sorted(contenders)]
    if not any(change.added or change.dropped for change in changes):
        if _insert_answers(connection, changes, run_of):
            bump()
        return Counts(0, len(stored(connection, hashes)), 0)
    revision = bump()
    known = stored(connection, hashes)
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
    _insert_answers(connection, changes, run_of)
    replaced = drop_unkept(connection, changes)
    changed = (change.task for change in changes if change.added or change.dropped)
    note_change(connection, changed, revision)
    return Counts(len(fresh), len(known), replaced)


def rescore(
    connection: Connection,
    scored: Sequence[tuple[str, str, int]],
    scoring: Scoring,
    revision: int,
) -> None:
    """Set the differ scores of rows, given as (key of the task, program, score)."""
    note(connection, [scoring])
    rows = [{"t": task, "p": program, "s": score} for task, program, score in scored]
    if rows:
        where = (scores.c.task == bindparam("t"), scores.c.program == bindparam("p"))
        changed = update(scores).where(*where)
        connection.execute(changed.values(score=bindparam("s"), scoring=scoring.id), rows)
    note_change(connection, (task for task, _, _ in scored), revision)


def prune(connection: Connection, shelves: KeptCache, keep: int, revision: int) -> int:
    """Let every shelf keep so many; gives the number of programs that had to go."""
    query = select(scores.c.task, programs.c.kind).join(programs).distinct()
    rows = connection.execute(query).all()
    groups = sorted((row.task, row.kind) for row in rows if checked(row, (str, str), "score"))
    shelves.look(connection, groups)
    changes = [shelves.change(group, {}, keep) for group in groups]
    drop_scores(connection, changes)
    note_change(connection, (change.task for change in changes if change.dropped), revision)
    return drop_unkept(connection, changes)


def drop_rows(connection: Connection, rows: Sequence[tuple[str, str]]) -> None:
    """Delete scores, given as (key of the task, program), and the tasks that keep nothing then."""
    delete(connection, (scores.c.task, scores.c.program), rows)
    drop_empty(connection, (task for task, _ in rows))


def stored(connection: Connection, hashes: Iterable[str], *where: ColumnElement[bool]) -> set[str]:
    """Those of the hashes whose program is in the library, and is so."""
    found: set[str] = set()
    for chunk in chunks(hashes):
        query = select(programs.c.hash).where(among(connection, programs.c.hash, chunk), *where)
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
    connection: Connection,
    shelves: KeptCache,
    named: Sequence[tuple[str, str, str | None]],
    revision: int,
    replace: bool = False,
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
    bred = stored(connection, {program for _, program, _ in named}, not_(programs.c.imported))
    if bred:
        mark = update(programs).where(programs.c.hash == bindparam("p"))
        connection.execute(mark.values(imported=True), [{"p": program} for program in sorted(bred)])
        note_change(connection, _keepers(connection, bred), revision)  # they rank higher now
        shelves.forget()


def _keepers(connection: Connection, hashes: Iterable[str]) -> set[str]:
    """The keys of the tasks that keep one of these programs."""
    found: set[str] = set()
    for chunk in chunks(sorted(hashes)):
        query = select(scores.c.task).where(among(connection, scores.c.program, chunk))
        found.update(connection.execute(query).scalars())
    return found


def drop_scores(connection: Connection, changes: Iterable[Change]) -> None:
    """Delete the rows that lost their place, and their answers with them."""
    gone = [(change.task, row.program) for change in changes for row in change.dropped]
    delete(connection, (scores.c.task, scores.c.program), gone)


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
    changes = list(changes)
    ids = note(connection, (s.scoring for change in changes for s in change.added.values()))
    rows = [
        (
            change.task,
            row.program,
            -row.minus_demos,
            row.demos_total,
            row.score,
            row.fuel,
            row.behaviour,
            ids[scored.scoring],
        )
        for change in changes
        for row, scored in change.added.items()
    ]
    insert(connection, scores, rows)


def _insert_answers(connection: Connection, changes: Iterable[Change], run_of: RunOf) -> int:
    """Write the answers of all programs that have a place now, new or not."""
    rows: list[tuple[Any, ...]] = [
        (change.task, row.program, index, _grid_json(grid), run_of(scored))
        for change in changes
        for new in (change.added, change.stayed)
        for row, scored in new.items()
        for index, grid in enumerate(scored.answers)
    ]
    return insert(connection, answers, rows, ignore=True)


def _grid_json(grid: Grid | None) -> str:
    return json.dumps(None if grid is None else grid.tolist(), separators=(",", ":"))
