"""Who was let into a table without a seat there, so that a restart does not shut them out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; of those who came before nothing is known."""
    for name in ("guests", "invited"):
        op.add_column("tables", sa.Column(name, sa.Text(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("guests")
        batch.drop_column("invited")
