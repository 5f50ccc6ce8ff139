"""Version 2: from which programs a bred program comes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the table; what was bred before has no parents in it."""
    op.create_table(
        "lineage",
        sa.Column("program", KEY, nullable=False),
        sa.Column("parent", KEY),
        sa.Column("other", KEY),
        sa.Column("source", sa.Text),
        sa.PrimaryKeyConstraint("program", name="pk_lineage"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lineage_parent", "lineage", ["parent"])
    op.create_index("ix_lineage_other", "lineage", ["other"])
