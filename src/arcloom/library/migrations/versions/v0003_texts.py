"""Version 3: an imported program keeps its text, with its docstring and variable names."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Names from before have no text."""
    op.add_column("names", sa.Column("text", sa.Text))
