"""The one schema of a library, for SQLite and PostgreSQL alike.

`migrations/` arrives at the same tables step by step; a test holds the two equal.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

VERSION: Final = 5
"""The schema's version: the number of the last migration."""

APPLICATION_ID: Final = 0x4172634C
"""Marks a SQLite file as a library ("ArcL"), and names the write lock on PostgreSQL."""

NAMESPACE: Final = "arcloom"
"""The PostgreSQL schema that the tables live in, so that a database may hold others beside them."""

KEY: Final = String().with_variant(String(collation="C"), "postgresql")
"""Text that is sorted by: by code points, whatever a server's locale is."""

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

runs: Final = Table(
    "runs",
    metadata,
    Column("id", KEY, primary_key=True),  # random, so that libraries can be merged
    Column("command", Text, nullable=False),
    Column("configuration", Text, nullable=False),  # JSON, as are seed and figures
    Column("seed", Text, nullable=False),
    Column("started", KEY, nullable=False),  # UTC, ISO 8601
    Column("finished", KEY),
    Column("figures", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("heartbeat", KEY),  # when it last wrote, by the database's clock
)

tasks: Final = Table(
    "tasks",
    metadata,
    Column("key", KEY, primary_key=True),  # the hash of its grids; its id where they are unknown
    Column("id", KEY, nullable=False),  # of several, the first by the alphabet
    Column("revision", BigInteger, nullable=False),  # that last changed what it keeps
    Index(None, "id"),
    Index(None, "revision"),
)

scorings: Final = Table(
    "scorings",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("content", Text, nullable=False),  # JSON: the limits, and the differs by hash
)

programs: Final = Table(
    "programs",
    metadata,
    Column("hash", KEY, primary_key=True),
    Column("source", Text, nullable=False),
    Column("nodes", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("imported", Boolean, nullable=False),  # by the user: stays, whatever it solves
    Column("created_run", KEY, ForeignKey("runs.id")),
    Column("inserted", BigInteger, nullable=False),  # the library's revision that brought it
    CheckConstraint("kind IN ('program', 'differ')", name="kind"),
)

names: Final = Table(
    "names",
    metadata,
    Column("name", KEY, primary_key=True),
    Column("program", KEY, ForeignKey("programs.hash", ondelete="CASCADE"), primary_key=True),
    Column("text", Text),  # the function as its file has it, with docstring and variable names
    Index(None, "program"),
)

scores: Final = Table(
    "scores",
    metadata,
    Column("task", KEY, primary_key=True),  # the key of a row of `tasks`
    Column("program", KEY, ForeignKey("programs.hash", ondelete="CASCADE"), primary_key=True),
    Column("demos_matched", Integer, nullable=False),
    Column("demos_total", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),  # 0..1000 a demo, summed
    Column("fuel", BigInteger, nullable=False),  # of one run on all samples, summed
    Column("behaviour", KEY, nullable=False),
    Column("scoring", KEY),  # how it was made; null if that is not known
    CheckConstraint("demos_matched BETWEEN 0 AND demos_total", name="demos"),
    CheckConstraint("score BETWEEN 0 AND 1000 * demos_total", name="score"),
    Index(None, "program"),
    sqlite_with_rowid=False,
)

answers: Final = Table(
    "answers",
    metadata,
    Column("task", KEY, primary_key=True),
    Column("program", KEY, primary_key=True),
    Column("test_index", Integer, primary_key=True, autoincrement=False),
    Column("grid", Text, nullable=False),  # JSON; null where the program gives no grid
    Column("run", KEY, ForeignKey("runs.id")),
    ForeignKeyConstraint(
        ["task", "program"],
        ["scores.task", "scores.program"],
        ondelete="CASCADE",
        name="fk_answers_task_id_program",  # as in libraries whose column was renamed
    ),
)

bare_answers: Final = Table(
    "bare_answers",
    metadata,
    Column("task", KEY, primary_key=True),  # `Task.key`, a hash of its grids
    Column("origin", KEY, primary_key=True),
    Column("test_index", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),  # from 0, best first
    Column("task_id", KEY, nullable=False),
    Column("grid", Text, nullable=False),  # JSON
    Column("votes", Integer, nullable=False),  # 0: only judged
    Column("views", Integer, nullable=False),
    Column("bits", Float),
    Column("run", KEY, ForeignKey("runs.id")),
    CheckConstraint("votes BETWEEN 0 AND views", name="votes"),
    Index(None, "task_id"),
)

lineage: Final = Table(
    "lineage",
    metadata,
    # No foreign keys: a program may have left that others descend from.
    Column("program", KEY, primary_key=True),
    Column("parent", KEY),
    Column("other", KEY),  # has given a part
    Column("source", Text),  # of a program that has left
    Index(None, "parent"),
    Index(None, "other"),
    sqlite_with_rowid=False,
)

state: Final = Table(
    "state",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
)

progress: Final = Table(
    "progress",
    metadata,
    # A search is some settings on some tasks. Its way is the settings alone.
    Column("search", KEY, primary_key=True),
    Column("task", KEY, primary_key=True),
    Column("strategy", KEY, primary_key=True),  # empty: the task as a whole
    Column("way", KEY, nullable=False),
    Column("level", Integer, nullable=False),  # of the task; calls of a strategy
    Column("fuel", BigInteger, nullable=False),
    Column("state", Text, nullable=False),  # JSON: what it takes to go on
    Index(None, "way"),
    sqlite_with_rowid=False,
)

meta: Final = Table(
    "meta",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("value", BigInteger, nullable=False),
)
