"""Version 4: tasks are known by their grids, progress has a table, runs have a heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
STALE = ("solve levels ", "progress of solve ", "pool of solve ")


def upgrade() -> None:
    """What was scored before is filed under its task's id, until a run has seen the grids.

    How far searches of `solve` were goes: it was filed by ids too. Their findings stay.
    """
    op.create_table(
        "tasks",
        sa.Column("key", KEY, nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_tasks"),
    )
    op.create_index("ix_tasks_id", "tasks", ["id"])
    op.create_index("ix_tasks_revision", "tasks", ["revision"])
    op.create_table(
        "scorings",
        sa.Column("id", KEY, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scorings"),
    )
    op.create_table(
        "progress",
        sa.Column("search", KEY, nullable=False),
        sa.Column("task", KEY, nullable=False),
        sa.Column("strategy", KEY, nullable=False),
        sa.Column("way", KEY, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("fuel", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("search", "task", "strategy", name="pk_progress"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_progress_way", "progress", ["way"])
    op.add_column("runs", sa.Column("heartbeat", KEY))
    op.add_column("scores", sa.Column("scoring", KEY))
    # Both databases rename in place, and what refers to a column follows.
    op.execute("ALTER TABLE scores RENAME COLUMN task_id TO task")
    op.execute("ALTER TABLE answers RENAME COLUMN task_id TO task")
    op.execute("INSERT INTO tasks SELECT DISTINCT task, task, 0 FROM scores")
    for beginning in STALE:
        op.execute(f"DELETE FROM state WHERE key LIKE '{beginning}%'")
