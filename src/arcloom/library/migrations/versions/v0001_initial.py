"""Version 1: the first schema. Written out, since `schema.py` is always the newest."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "runs",
        sa.Column("id", KEY, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("configuration", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("started", KEY, nullable=False),
        sa.Column("finished", KEY),
        sa.Column("figures", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    op.create_table(
        "programs",
        sa.Column("hash", KEY, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("nodes", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("created_run", KEY),
        sa.Column("inserted", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_programs"),
        sa.ForeignKeyConstraint(["created_run"], ["runs.id"], name="fk_programs_created_run"),
        sa.CheckConstraint("kind IN ('program', 'differ')", name="ck_programs_kind"),
    )
    op.create_table(
        "names",
        sa.Column("name", KEY, nullable=False),
        sa.Column("program", KEY, nullable=False),
        sa.PrimaryKeyConstraint("name", "program", name="pk_names"),
        sa.ForeignKeyConstraint(
            ["program"], ["programs.hash"], name="fk_names_program", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_names_program", "names", ["program"])
    op.create_table(
        "scores",
        sa.Column("task_id", KEY, nullable=False),
        sa.Column("program", KEY, nullable=False),
        sa.Column("demos_matched", sa.Integer, nullable=False),
        sa.Column("demos_total", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("fuel", sa.BigInteger, nullable=False),
        sa.Column("behaviour", KEY, nullable=False),
        sa.PrimaryKeyConstraint("task_id", "program", name="pk_scores"),
        sa.ForeignKeyConstraint(
            ["program"], ["programs.hash"], name="fk_scores_program", ondelete="CASCADE"
        ),
        sa.CheckConstraint("demos_matched BETWEEN 0 AND demos_total", name="ck_scores_demos"),
        sa.CheckConstraint("score BETWEEN 0 AND 1000 * demos_total", name="ck_scores_score"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_scores_program", "scores", ["program"])
    op.create_table(
        "answers",
        sa.Column("task_id", KEY, nullable=False),
        sa.Column("program", KEY, nullable=False),
        sa.Column("test_index", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("grid", sa.Text, nullable=False),
        sa.Column("run", KEY),
        sa.PrimaryKeyConstraint("task_id", "program", "test_index", name="pk_answers"),
        sa.ForeignKeyConstraint(
            ["task_id", "program"],
            ["scores.task_id", "scores.program"],
            name="fk_answers_task_id_program",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_answers_run"),
    )
    op.create_table(
        "state",
        sa.Column("key", KEY, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_state"),
    )
    op.create_table(
        "meta",
        sa.Column("key", KEY, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
