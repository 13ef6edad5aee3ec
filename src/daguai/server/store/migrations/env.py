"""Run by Alembic within the connection that ``migrate.upgrade`` hands over."""

from __future__ import annotations

from alembic import context

from daguai.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters tables by copying them
)
with context.begin_transaction():
    context.run_migrations()
