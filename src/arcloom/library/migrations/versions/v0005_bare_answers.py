"""Version 5: answers that have no program, such as a network's votes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the table; nothing gave such answers before."""
    op.create_table(
        "bare_answers",
        sa.Column("task", KEY, nullable=False),
        sa.Column("origin", KEY, nullable=False),
        sa.Column("test_index", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("place", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("task_id", KEY, nullable=False),
        sa.Column("grid", sa.Text, nullable=False),
        sa.Column("votes", sa.Integer, nullable=False),
        sa.Column("views", sa.Integer, nullable=False),
        sa.Column("bits", sa.Float),
        sa.Column("run", KEY),
        sa.PrimaryKeyConstraint("task", "origin", "test_index", "place", name="pk_bare_answers"),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_bare_answers_run"),
        sa.CheckConstraint("votes BETWEEN 0 AND views", name="ck_bare_answers_votes"),
    )
    op.create_index("ix_bare_answers_task_id", "bare_answers", ["task_id"])
