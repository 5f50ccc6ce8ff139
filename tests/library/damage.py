"""Damaged libraries: columns with values that no Arcloom writes, and files with bad bytes."""

import sqlite3

from arcloom.library.schema import metadata

VALUES = (
    None,
    -1,
    2**62,
    1.5,
    "",
    "x",
    "null",
    "[]",
    "{}",
    '{"round": "x", "jury": 3, "tasks": [], "points": 1}',
    "[[[1, 2], [3]], 7]",
    "[" * 3000,
    "9" * 5000,
    "a\x00b",
    b"\xff\xfe",
)
"""What columns may hold instead of what they should."""


def columns():
    """Each column of each table."""
    return [(table.name, column.name) for table in metadata.sorted_tables for column in table.c]


def spoil(path, table, column, value):
    """Put a value into the first row of a table; whether SQLite takes it."""
    database = sqlite3.connect(path, isolation_level=None)
    try:
        database.execute("PRAGMA ignore_check_constraints = ON")
        row = f"SELECT {column} FROM {table} LIMIT 1"
        where = f"WHERE {column} = ({row})"
        changed = database.execute(f"UPDATE {table} SET {column} = ? {where}", [value])
        return changed.rowcount > 0
    except sqlite3.Error:
        return False
    finally:
        database.close()


def spoil_bytes(path, rng, count=8):
    """Overwrite some bytes anywhere in the file."""
    data = bytearray(path.read_bytes())
    for _ in range(count):
        data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(data)


def look_at(library):
    """All that a library can be asked."""
    library.verify()
    tasks = [task.task_id for task in library.tasks()]
    for task_id in tasks:
        library.best(task_id)
    for program in library.programs():
        program.parse()
    library.find("solve")
    library.scores()
    library.solved()
    library.answers()
    library.bare_answers()
    library.statistics()
    library.runs()
    library.states("")
    library.scorings()
    library.levels("")
    library.reached("")
    return library.keep, library.revision, library.count()
