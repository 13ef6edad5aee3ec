"""Rubbish from anybody is refused and counted as such; what is our own fault is counted as ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from asking import ask
from harness import Client, Robot, Server, play, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from daguai.server import protocol as p
from daguai.server.hub import Hub
from daguai.server.socket import origin_allowed


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


def refused(server: Server) -> dict[str, int]:
    return server.call(lambda hub: dict(hub.metrics.refused))


@pytest.mark.parametrize("digits", [11, 5000])
def test_no_deal_has_so_long_a_number(server: Server, digits: int) -> None:
    answer = ask(server, "GET", f"/api/matches/x/deals/{'9' * digits}/record")
    assert (answer.status, answer.code) == (404, "not_found")
    assert server.call(lambda hub: hub.failures) == 0


@pytest.mark.parametrize("path", ["/", "/foo", "/assets/x.js", "/api/me", "/api/nothing", "/ws/"])
def test_there_is_one_socket(server: Server, path: str) -> None:
    async def test(server: Server) -> None:
        with pytest.raises(InvalidStatus) as found:
            async with connect(f"ws://127.0.0.1:{server.port}{path}"):
                pass
        assert found.value.response.status_code == 403

    play(test, server)
    assert server.call(lambda hub: hub.failures) == 0


def test_what_is_no_address_is_no_page_of_ours(server: Server) -> None:
    async def test(server: Server) -> None:
        with pytest.raises(InvalidStatus) as found:
            async with connect(f"ws://127.0.0.1:{server.port}/ws", origin="http://["):  # type: ignore[arg-type]
                pass
        assert found.value.response.status_code == 403

    assert not origin_allowed([(b"host", b"play.example"), (b"origin", b"http://[")], ())
    play(test, server)


def test_what_is_nested_too_deep_is_a_bad_message(server: Server) -> None:
    async def test(server: Server) -> None:
        ann = await Client(server, server.guest("Ann")).open()
        await ann.wait(p.Welcome, 0)
        await ann.socket.send('{"x":' + "[" * 4000 + "]" * 4000 + ',"type":"ping","t":1}')
        assert (await ann.wait(p.Failed, 0)).code == "bad_message"
        await ann.put(p.Ping(1.0))
        await ann.wait(p.Pong, 0)

    play(test, server)
    assert server.call(lambda hub: hub.failures) == 0


def test_refusals_over_http_are_counted(server: Server) -> None:
    for method, path, code in (
        ("GET", "/api/nothing", "not_found"),
        ("DELETE", "/api/tables", "wrong_method"),
        ("GET", "/api/me", "unauthorised"),
        ("GET", "/api/matches/x", "unknown_match"),
    ):
        assert ask(server, method, path).code == code
        assert refused(server).pop(code) == 1


def test_our_own_faults_are_counted_once_wherever_they_happen(server: Server) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("our fault")

    def break_table(hub: Hub) -> None:
        (room,) = hub.tables.rooms.values()
        room.change = fail  # type: ignore[method-assign]

    def break_timer(hub: Hub) -> None:
        (room,) = hub.tables.rooms.values()
        room.post(fail)

    async def test(server: Server) -> None:
        ann = Robot(server, server.guest("Ann"))
        await ann.open()
        await ann.ask(p.Create)
        server.call(break_table)
        assert (await ann.ask(p.Sit, seat=3)).code == "internal"
        assert refused(server) == {"internal": 1}
        server.call(break_timer)
        await server.until(lambda hub: hub.metrics.refused["internal"] == 2)
        server.call(lambda hub: setattr(hub.store, "account_of", fail))
        assert ask(server, "GET", "/api/me", token=ann.token).status == 500
        assert refused(server) == {"internal": 3}
        server.call(lambda hub: setattr(hub.store, "table_of", fail))
        await Client(server, ann.token).open()
        await server.until(lambda hub: hub.metrics.refused["internal"] == 4)

    play(test, server)


def test_too_long_a_part_in_the_shuffle_is_refused_at_once(server: Server) -> None:
    async def test(server: Server) -> None:
        ann = Robot(server, server.guest("Ann"))
        await ann.open()
        await ann.ask(p.Create)
        refused = await ann.ask(p.NextDeal, entropy="牌" * (p.MAX_ENTROPY + 1))
        assert (type(refused), refused.code) == (p.Refused, "bad_message")
        assert isinstance(await ann.ask(p.NextDeal, entropy="牌" * p.MAX_ENTROPY), p.Done)

    play(test, server)
