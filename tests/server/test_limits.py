"""What one address may do, whoever asks from there."""

from __future__ import annotations

from pathlib import Path

from harness import Robot, Server, play, serving

from daguai.server import protocol as p
from daguai.server.limits import address_key


def test_addresses_of_one_network_are_one() -> None:
    assert address_key("2001:db8:1:2::3") == address_key("2001:db8:1:2:ffff:ffff:ffff:ffff")
    assert address_key("2001:db8:1:2::3") != address_key("2001:db8:1:3::3")
    assert address_key("fe80::1%eth0") == address_key("fe80::2")
    assert address_key("192.0.2.1") != address_key("192.0.2.2")
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1")
    assert address_key("testclient") == "testclient"


def test_nobody_finds_a_table_by_guessing_as_many_players(tmp_path: Path) -> None:
    async def person(server: Server, name: str) -> Robot:
        robot = Robot(server, server.guest(name), name)
        await robot.open()
        return robot

    async def test(server: Server) -> None:
        host = await person(server, "Host")
        done = await host.ask(p.Create)
        for n in range(6):  # what leads somewhere is no guess
            friend = await person(server, f"Friend {n}")
            assert isinstance(await friend.ask(p.Join, code=done.code), p.Done)
        answers = [
            await (await person(server, f"Guesser {n}")).ask(p.Join, code=f"ZZZZZ{n}")
            for n in range(2, 6)
        ]
        assert [answer.code for answer in answers] == [*["unknown_code"] * 3, "rate_limited"]
        guesser = await person(server, "Guesser")
        wrong = await guesser.ask(p.Join, table=done.table, invite="x" * 64)
        assert wrong.code == "rate_limited", "invitations are counted with them"

    with serving(tmp_path, wrong_codes=(3, 0.0001)) as server:
        play(test, server)
