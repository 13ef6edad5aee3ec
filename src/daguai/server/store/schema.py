"""The tables of the database, for every dialect."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("key", String(64), nullable=False, unique=True),
    Column("password", String(256), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
"""``key`` is the name as it is compared; ``password`` is argon2's own text, salt included."""

favourites = Table(
    "favourites",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("favourites", Text, nullable=False),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""One row, written to know that writing works."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("invite", String(64), nullable=False),
    Column("host", String(32), nullable=False),
    Column("settings", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("match", String(32)),
    Column("matches", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("guests", Text, nullable=False, server_default="[]"),
    Column("invited", Text, nullable=False, server_default="[]"),
    Index("ix_tables_status_changed_at", "status", "changed_at"),
)


def _seat_columns() -> tuple[Column[Any], ...]:
    return (
        Column("player", String(32)),
        Column("name", String(64), nullable=False),
        Column("bot", String(32)),
        Column("program", Boolean, nullable=False, server_default=false()),
    )


table_seats = Table(
    "table_seats",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    *_seat_columns(),
    Index("ix_table_seats_player", "player"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("base", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("winner", Integer),
    Column("abandoned", Boolean, nullable=False, server_default=false()),
    Index("ix_matches_ended_at", "ended_at"),
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    *_seat_columns(),
    Index("ix_match_seats_player", "player"),
)

log = Table(
    "log",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("author", String(16), nullable=False),
    Column("seat", Integer),
    Column("action", String(80)),
    Column("reserve", Integer),
    Column("events", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Append-only. No foreign key: this is the hot path, and a match is added before its entries."""

Index(
    "uq_log_match_action",
    log.c.match,
    log.c.action,
    unique=True,
    sqlite_where=log.c.action.is_not(None),
    postgresql_where=log.c.action.is_not(None),
)
