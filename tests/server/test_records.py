"""Finished deals over HTTP: records that prove themselves, and replays; nothing unfinished."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from asking import ask
from harness import Robot, Server, gathered, play, serving

from daguai.cli import main
from daguai.record import parse_record, verify_record
from daguai.server import protocol as p
from daguai.server.http.shapes import Replay

SETTINGS = p.Settings(preset="house", options={"max_deals": 2}, move_seconds=0, bots="beginner")


@dataclass
class Played:
    """A match of two deals that is over, and one whose second deal goes on."""

    server: Server
    match: str
    unfinished: str
    owner: str
    secret: str
    tokens: list[str]
    strangers: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with serving(tmp_path_factory.mktemp("data"), sleep_ms=0) as server:  # nobody plays on

        async def test(server: Server) -> tuple[str, list[str]]:
            robots = await gathered(server, 2, SETTINGS)
            await asyncio.gather(*(robot.play_on() for robot in robots))
            return robots[0].table.match, [robot.token for robot in robots]

        async def half(server: Server) -> tuple[str, str]:
            closed = msgspec.structs.replace(SETTINGS, spectators=False)
            (robot,) = await gathered(server, 1, closed)

            def second() -> bool:
                return robot.view.deal == 2 and robot.view.phase == "play"

            await robot.play_on(second)
            await robot.close()
            return robot.table.match, robot.token

        match, tokens = play(test, server)
        unfinished, owner = play(half, server)
        secret = server.call(
            lambda hub: next(
                room.table.running._dealing.seed
                for room in hub.tables.rooms.values()
                if room.table.running.id == unfinished
            )
        )
        yield Played(server, match, unfinished, owner, secret, tokens, server.guest("X"))


def get(played: Played, path: str, token: str | None = None) -> Any:
    return ask(played.server, "GET", f"/api/matches/{path}", token=token)


def test_every_finished_deal_is_a_record_that_verifies(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, deals in (("record", 2), ("deals/1/record", 1), ("deals/2/record", 2)):
        answer = get(played, f"{played.match}/{path}")
        assert answer.status == 200
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        file = tmp_path / "match.dg"
        file.write_bytes(answer.body)
        assert main(["verify", str(file), "--lang", "en"]) == 0
        assert "every shuffle was fixed beforehand" in capsys.readouterr().out
        record = parse_record(answer.body.decode())
        assert len(record.deals) == deals
        assert verify_record(record).proved
        assert record.players[:2] == ("P0", "P1")
        assert record.players[5] == "beginner 5"
        as_json = get(played, f"{played.match}/{path}.json")
        assert parse_record(as_json.body.decode()) == record
    assert (record.end is None) == (deals == 1)


def test_a_match_lists_its_results(played: Played) -> None:
    found = get(played, played.match).json
    assert [deal["clause"][0] for deal in found["deals"]] == ["8", "8"]
    assert found["ended_at"] >= found["started_at"]
    assert found["options"] == {"max_deals": 2}
    assert [seat["bot"] for seat in found["seats"]] == [None, None] + ["beginner"] * 4


@pytest.mark.parametrize("deal", [1, 2])
def test_a_replay_shows_every_step_with_all_hands_open(played: Played, deal: int) -> None:
    answer = get(played, f"{played.match}/deals/{deal}/replay")
    replay = msgspec.json.decode(answer.body, type=Replay)
    assert (replay.deal, replay.deals) == (deal, 2)
    first, last = replay.frames[0], replay.frames[-1]
    assert type(first.events[0]).__name__ == "DealStarted"
    assert sum(len(hand.split()) for hand in first.hands) == 162
    assert last.view.result is not None
    assert last.view.result.hands == last.hands
    for before, after in zip(replay.frames, replay.frames[1:], strict=False):
        laid = sum(len(e.cards.split()) for e in after.events if type(e).__name__ == "Laid")
        cards = [sum(len(hand.split()) for hand in frame.hands) for frame in (before, after)]
        assert cards[0] - cards[1] == laid
        assert after.at >= before.at
    authors = {frame.author for frame in replay.frames}
    assert authors == {"table", "player", "bot"}


def test_nothing_of_an_unfinished_deal_can_be_had(played: Played) -> None:
    seat = played.owner
    for path in ("deals/2/record", "deals/2/replay", "deals/0/record", "deals/3/replay"):
        answer = get(played, f"{played.unfinished}/{path}", seat)
        assert (answer.status, answer.code) == (404, "not_finished")
    whole = get(played, f"{played.unfinished}/record", seat)
    record = parse_record(whole.body.decode())
    assert len(record.deals) == 1
    assert record.seed == ""
    assert played.secret not in whole.body.decode()
    assert len(get(played, played.unfinished, seat).json["deals"]) == 1


def test_who_may_not_watch_a_table_may_not_see_its_deals(played: Played) -> None:
    for token in (None, played.strangers):
        for path in ("", "/record", "/deals/1/record", "/deals/1/replay"):
            answer = get(played, f"{played.unfinished}{path}", token)
            assert (answer.status, answer.code) == (404, "unknown_match")
    assert get(played, "0123456789abcdef").code == "unknown_match"


def test_history_lists_ones_own_matches(played: Played) -> None:
    def history(token: str, query: str = "") -> Any:
        return ask(played.server, "GET", f"/api/me/matches{query}", token=token)

    (own,) = history(played.tokens[1]).json
    assert (own["id"], own["seat"], own["deals"], own["preset"]) == (played.match, 1, 2, "house")
    assert own["finished"] == 2
    assert history(played.strangers).json == []
    assert history(played.tokens[1], f"?before={own['started_at']}").json == []
    for query in ("?before=x", "?limit=0", "?limit=101", "?other=1"):
        assert history(played.tokens[1], query).code == "bad_message"


def test_open_tables_are_listed_and_private_ones_are_not(played: Played) -> None:
    async def test(server: Server) -> None:
        host, friend = [Robot(server, server.guest(name), name) for name in ("Ann", "Bob")]
        await host.open()
        await friend.open()
        private = (await host.ask(p.Create, settings=p.Settings())).table
        opened = (await friend.ask(p.Create, settings=p.Settings(visibility="open"))).table
        await friend.until(lambda: friend.table is not None)
        await host.until(lambda: host.table is not None)
        listed = ask(server, "GET", "/api/tables").json
        assert listed == [
            {
                "id": opened,
                "code": friend.table.code,
                "host": "Bob",
                "preset": "house",
                "status": "lobby",
                "free": 5,
            }
        ]
        described = ask(server, "GET", f"/api/tables/{opened}").json
        assert described["seats"][0] == {"name": "Bob", "bot": None, "program": False}
        assert "invite" not in described
        for token in (None, friend.token):
            assert ask(server, "GET", f"/api/tables/{private}", token=token).status == 404
        assert ask(server, "GET", f"/api/tables/{private}", token=host.token).status == 200

    play(test, played.server)
