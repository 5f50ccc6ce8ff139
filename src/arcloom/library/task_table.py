"""The table of tasks: which a library has programs for, and when what each keeps last changed.

A writer holds the rows of its tasks from before it looks at what they keep until it commits. So
writers on PostgreSQL wait only for those that write to the same tasks. On SQLite there is one
writer at a time anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, bindparam, select, update

from arcloom.errors import InputError, of_kind
from arcloom.library import schema
from arcloom.library.reading import checked
from arcloom.library.records import Scored
from arcloom.library.writing import among, chunks, insert
from arcloom.tasks import Task

tasks = schema.tasks


def hold(connection: Connection, wanted: Mapping[str, str]) -> None:
    """Note tasks, given as key and id, and hold them until the transaction ends.

    Of the ids that a task comes with, the first by the alphabet stays, whoever comes first. All
    writers go by the order of the keys, so no two of them wait for each other.
    """
    insert(connection, tasks, [(key, wanted[key], 0) for key in sorted(wanted)], ignore=True)
    for keys in chunks(sorted(wanted)):
        query = select(tasks.c.key, tasks.c.id).where(among(connection, tasks.c.key, keys))
        if connection.dialect.name != "sqlite":
            query = query.order_by(tasks.c.key).with_for_update()
        held = connection.execute(query).all()
        other = [
            {"k": key, "i": wanted[key]}
            for key, task_id in held
            if checked((key, task_id), (str, str), "task") and task_id > wanted[key]
        ]
        if other:
            named = update(tasks).where(tasks.c.key == bindparam("k"))
            connection.execute(named.values(id=bindparam("i")), other)


def key_of(connection: Connection, task: str | Task) -> str:
    """What a task is filed under; refused if it is given by an id that several tasks have.

    Scores of a library of an older version are filed under the id, until a run has adopted them.
    """
    of_kind("a task", task, (str, Task), "a Task or its id")
    task_id = task if isinstance(task, str) else task.id
    known = select(tasks.c.key).where((tasks.c.id == task_id) | (tasks.c.key == task_id))
    keys = sorted(connection.execute(known).scalars())
    if not isinstance(task, str):
        by_id = task.id in keys and task.key not in keys
        return task.id if by_id else task.key
    if len(keys) > 1:
        raise InputError(
            f"{len(keys)} tasks have the id '{task_id}'",
            remedy=f"give the key of one: {' or '.join(keys)}",
        )
    return keys[0] if keys else task_id


def tasks_in(batch: Iterable[Scored]) -> dict[str, str]:
    """The tasks of some scores: key and id. Of several ids the first counts, by the alphabet."""
    found: dict[str, str] = {}
    for scored in batch:
        key, task_id = scored.key, scored.task_id
        found[key] = min(found.get(key, task_id), task_id)
    return found


def changed_since(connection: Connection, revision: int) -> list[str]:
    """The keys of the tasks whose shelves changed after a revision."""
    query = select(tasks.c.key).where(tasks.c.revision > revision)
    return list(connection.execute(query).scalars())


def note_change(connection: Connection, keys: Iterable[str], revision: int) -> None:
    """These tasks' shelves have changed, in this revision."""
    for chunk in chunks(sorted(set(keys))):
        here = among(connection, tasks.c.key, chunk)
        connection.execute(update(tasks).where(here).values(revision=revision))


def drop_empty(connection: Connection, keys: Iterable[str]) -> None:
    """Forget those of the tasks that keep nothing."""
    scores = schema.scores
    for chunk in chunks(sorted(set(keys))):
        here = among(connection, tasks.c.key, chunk)
        kept = select(scores.c.task).where(among(connection, scores.c.task, chunk))
        connection.execute(tasks.delete().where(here, tasks.c.key.not_in(kept)))
