"""What SQL stores keep of players: tokens, accounts, favourite settings; for every dialect."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from daguai.server.store import schema
from daguai.server.store.commit import GroupCommit
from daguai.server.store.seam import AccountRow, NameTaken, PlayerRow


class People(ABC):
    """The part of a ``Store`` that knows who is who."""

    _engine: AsyncEngine

    @property
    @abstractmethod
    def commits(self) -> GroupCommit:
        """The writer."""

    async def add_player(self, player: PlayerRow, token_hash: bytes) -> None:
        """Add a player with a first token."""
        token = {"hash": token_hash, "player": player.id, "created_at": player.created_at}
        await self._write(
            insert(schema.players).values(fields(player)), insert(schema.tokens).values(token)
        )

    async def player(self, player: str) -> PlayerRow | None:
        """Return a player by id."""
        row = await self._one(select(schema.players).where(schema.players.c.id == player))
        return None if row is None else PlayerRow(row.id, row.name, row.created_at)

    async def player_of(self, token_hash: bytes) -> PlayerRow | None:
        """Return the player to whom a token belongs."""
        query = (
            select(schema.players)
            .join(schema.tokens, schema.tokens.c.player == schema.players.c.id)
            .where(schema.tokens.c.hash == token_hash)
        )
        row = await self._one(query)
        return None if row is None else PlayerRow(row.id, row.name, row.created_at)

    async def rename_player(self, player: str, name: str) -> None:
        """Change a player's nickname."""
        found = schema.players.c.id == player
        await self._write(update(schema.players).where(found).values(name=name))

    async def add_token(self, player: str, token_hash: bytes, created_at: int) -> None:
        """Give a player one more token."""
        token = {"hash": token_hash, "player": player, "created_at": created_at}
        await self._write(insert(schema.tokens).values(token))

    async def drop_token(self, token_hash: bytes) -> None:
        """Make a token worthless."""
        await self._write(delete(schema.tokens).where(schema.tokens.c.hash == token_hash))

    async def add_account(self, account: AccountRow) -> None:
        """Give a player an account.

        Raises:
            NameTaken: another account has the name, or the player has one.
        """

        def work(connection: Connection) -> None:
            statement = insert(schema.accounts).values(fields(account))
            try:
                connection.execute(statement)
            except IntegrityError:
                raise NameTaken(f"another account is called {account.name!r}") from None

        await self.commits.write(work)

    async def change_password(self, player: str, password: str) -> None:
        """Replace what is kept of an account's password."""
        found = schema.accounts.c.player == player
        await self._write(update(schema.accounts).where(found).values(password=password))

    async def account(self, key: str) -> AccountRow | None:
        """Return the account of a name, as it is compared."""
        row = await self._one(select(schema.accounts).where(schema.accounts.c.key == key))
        return None if row is None else AccountRow(**row._asdict())

    async def account_of(self, player: str) -> AccountRow | None:
        """Return a player's account; None for guests."""
        row = await self._one(select(schema.accounts).where(schema.accounts.c.player == player))
        return None if row is None else AccountRow(**row._asdict())

    async def favourites(self, player: str) -> str | None:
        """Return a player's favourite settings as they were saved."""
        table = schema.favourites
        row = await self._one(select(table.c.favourites).where(table.c.player == player))
        return None if row is None else str(row.favourites)

    async def save_favourites(self, player: str, favourites: str) -> None:
        """Replace a player's favourite settings, any text."""
        table = schema.favourites
        values = {"player": player, "favourites": favourites}
        await self._write(
            delete(table).where(table.c.player == player), insert(table).values(values)
        )

    async def check(self, now: int) -> None:
        """Write something durably, to know that writing works."""
        table = schema.heartbeat
        await self._write(delete(table), insert(table).values({"id": 1, "at": now}))

    async def _write(self, *statements: Executable) -> None:
        def work(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self.commits.write(work)

    async def _one(self, query: Any) -> Any:
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).first()

    async def _all(self, query: Any) -> Sequence[Row[Any]]:
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).all()


def fields(row: Any, without: str = "") -> dict[str, Any]:
    """Return a row's values by column."""
    return {name: getattr(row, name) for name in row.__struct_fields__ if name != without}
