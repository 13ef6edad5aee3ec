"""Bring a database's schema up to date, whatever version it has."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from daguai.server.store.seam import StoreError

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def configuration() -> Config:
    """Return Alembic's configuration, without any file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def upgrade(connection: Connection) -> None:
    """Apply every migration that the database lacks, within the connection's transaction.

    Raises:
        StoreError: the database was written by a newer version.
    """
    config = configuration()
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise StoreError(f"the database has schema {current!r}, which this version does not know")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
