"""Whether a match was abandoned; and old matches are found by their end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; so far none has been."""
    op.add_column(
        "matches", sa.Column("abandoned", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("ix_matches_ended_at", "matches", ["ended_at"], unique=False)


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_matches_ended_at", table_name="matches")
    with op.batch_alter_table("matches") as batch:
        batch.drop_column("abandoned")
