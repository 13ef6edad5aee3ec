"""What is logged: something for everything that matters, and never a secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from asking import ask
from harness import Client, Server, gathered, play, serving

from daguai.server import logs
from daguai.server import protocol as p
from daguai.server.secrecy import new_secret, new_token
from daguai.server.store import AccountRow, PlayerRow, SqliteStore, StoreError

PASSWORD = "correct horse battery"


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Configure logs as a server does."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure("json", "debug", stream)
    yield stream
    root.handlers[:], root.level = before, level
    structlog.reset_defaults()


def test_no_secret_is_logged_whatever_happens(tmp_path: Path, logged: io.StringIO) -> None:
    """A match, an account, wrong passwords, bad messages and faults of our own, all at debug."""
    secrets: set[str] = {PASSWORD, "wrong password"}

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, p.Settings(move_seconds=0))
        secrets.update((ann.token, ann.table.invite))
        account = {"name": "Ann", "password": PASSWORD}
        assert ask(server, "POST", "/api/accounts", account, ann.token).status == 201
        session = ask(server, "POST", "/api/sessions", account)
        secrets.add(session.json["token"])
        wrong = {"name": "Ann", "password": "wrong password"}
        assert ask(server, "POST", "/api/sessions", wrong).status == 403
        assert ask(server, "GET", "/api/me", token=new_token()).status == 401
        await ann.until(lambda: ann.to_act)
        secrets.add(ann.hand)
        await ann.socket.send('{"type": "act", "id": "x", "seq": 1, "action": {"type": "wrong"}}')
        await ann.act()
        stranger = Client(server, "no-such-token-" + "x" * 29)
        secrets.add(stranger.token)
        await stranger.open()
        await stranger.wait(p.Failed, 0)

        async def broken(*_: Any) -> None:
            raise RuntimeError(f"token {ann.token}, invitation {ann.table.invite}")

        server.hub.store.account_of = broken  # type: ignore[method-assign]
        with pytest.raises(AssertionError):
            assert ask(server, "GET", "/api/me", token=ann.token).status == 200
        seed = server.call(lambda hub: next(iter(hub.tables.rooms.values())).table.next_seed)
        secrets.add(seed)

    with serving(tmp_path) as server:
        play(test, server)
    everything = logged.getvalue()
    assert "RuntimeError" in everything, "faults are logged"
    assert all(json.loads(line)["level"] for line in everything.splitlines())
    for secret in secrets:
        assert secret not in everything


def test_errors_of_the_store_do_not_tell_what_was_written(tmp_path: Path) -> None:
    async def main() -> list[str]:
        store = SqliteStore(tmp_path / "daguai.db")
        await store.open()
        told = []
        for player in (PlayerRow("a", "Ann", 1), PlayerRow("a", "Bob", 1)):
            try:
                await store.add_player(player, b"secret-hash" * 3)
                await store.add_account(AccountRow("a", "Ann", "ann", "$argon2id$secret", 1))
            except StoreError as error:
                told.append(f"{error} {error.__cause__}")
        await store.close()
        return told

    (told,) = asyncio.run(main())
    assert "secret" not in told
    assert "Bob" not in told


@pytest.mark.parametrize(
    "secret",
    [new_token(), new_secret(), "$argon2id$v=19$m=65536$abc$def"],
    ids=["token", "seed", "password"],
)
@pytest.mark.parametrize("form", ["{}", "token={}", "'{}'", "Bearer {} x", "a/{}?b", '"{}"'])
def test_what_looks_like_a_secret_is_blanked(secret: str, form: str) -> None:
    shown = logs.without_secrets(None, "", {"event": form.format(secret)})
    assert secret not in shown["event"]


def test_what_is_no_secret_stays() -> None:
    event = {"event": "failed", "table": "0123456789abcdef", "session": "89abcdef", "moves": 3}
    assert logs.without_secrets(None, "", dict(event)) == event
    assert re.fullmatch(r"[\w-]{43}", new_token()), "the form that is looked for"
