"""Whether a seat's player is a program."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_TABLES = ("table_seats", "match_seats")


def upgrade() -> None:
    """Add it; so far nobody has been one."""
    for table in _TABLES:
        op.add_column(
            table, sa.Column("program", sa.Boolean(), nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    """Drop it."""
    for table in _TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("program")
