"""Tables over real sockets: finding each other, sitting down, playing, playing again."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest
from harness import PATIENCE, Client, Robot, Server, gathered, missing_card, play, serving

from daguai.actions import Lay, Pass
from daguai.events import DealEnded, DealStarted
from daguai.server import protocol as p

SHORT = p.Settings(options={"max_deals": 1}, move_seconds=0, bots="beginner")


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with serving(tmp_path) as running:
        yield running


async def person(server: Server, name: str = "Ann") -> Robot:
    robot = Robot(server, server.guest(name), name)
    await robot.open()
    await robot.wait(p.Welcome, 0)
    return robot


async def table_of(host: Robot, **settings: Any) -> p.Done:
    answer = await host.ask(p.Create, settings=p.Settings(**settings))
    assert isinstance(answer, p.Done)
    await host.until(lambda: host.table is not None and host.table.id == answer.table)
    return answer


def refused(answer: Any, code: str) -> bool:
    assert isinstance(answer, p.Refused), answer
    assert answer.message
    return answer.code == code


def test_play_now_shows_27_cards_against_five_bots(server: Server) -> None:
    async def test(server: Server) -> None:
        ann = await person(server)
        done = await ann.ask(p.PlayNow)
        assert isinstance(done, p.Done)
        await ann.until(lambda: bool(ann.hand) and len(ann.hand.split()) == 27)
        assert [seat.kind for seat in ann.table.seats].count("bot") == 5
        assert ann.table.code == done.code
        await ann.until(lambda: ann.seat in ann.view.to_act)

    play(test, server)


def test_friends_sit_down_by_code_or_invitation(server: Server) -> None:
    async def test(server: Server) -> None:
        host, bob, eve = [await person(server, name) for name in ("Host", "Bob", "Eve")]
        done = await table_of(host)
        assert host.table.hosting
        assert host.table.invite
        assert refused(await bob.ask(p.Join, code="ZZZZZZ"), "unknown_code")
        assert refused(await bob.ask(p.Join, table=done.table, invite="x" * 64), "not_invited")
        assert refused(await bob.ask(p.Watch, table=done.table), "not_invited")
        assert refused(await bob.ask(p.Watch, table="nope"), "unknown_table")
        await bob.ask(p.Join, code=f" {done.code.lower()[:3]}-{done.code.lower()[3:]}")
        await eve.ask(p.Join, table=done.table, invite=host.table.invite)
        await host.until(lambda: [s.name for s in host.table.seats][:3] == ["Host", "Bob", "Eve"])
        await bob.until(lambda: bob.seat == 1)
        assert not bob.table.hosting

    play(test, server)


def test_nobody_takes_a_seat_by_knowing_an_id(server: Server) -> None:
    """Clause 12: a player's id is public; only the token is the player."""

    async def test(server: Server) -> None:
        host = await person(server, "Host")
        welcome = await host.wait(p.Welcome, 0)
        await table_of(host)
        for token in (welcome.player.id, welcome.player.name, "", host.token + "x"):
            thief = Client(server, token)
            await thief.open()
            failed = await thief.wait(p.Failed, 0)
            assert failed.code == "unknown_token"
            await thief.until(lambda thief=thief: thief.closed is not None)
        bob = await person(server, "Bob")
        await bob.ask(p.Join, code=host.table.code)
        assert refused(await bob.ask(p.Sit, seat=0), "seat_taken")

    play(test, server)


def test_only_the_host_changes_seats_and_settings(server: Server) -> None:
    async def test(server: Server) -> None:
        host, bob = await person(server, "Host"), await person(server, "Bob")
        done = await table_of(host)
        await bob.ask(p.Join, code=done.code)
        asked: list[tuple[Any, dict[str, Any]]] = [
            (p.Swap, {"seat": 0, "with_": 1}),
            (p.ShuffleSeats, {}),
            (p.SeatBot, {"seat": 2, "level": "beginner"}),
            (p.ClearSeat, {"seat": 0}),
            (p.Configure, {"settings": p.Settings()}),
            (p.Start, {}),
            (p.Rematch, {}),
        ]
        for kind, fields in asked:
            assert refused(await bob.ask(kind, **fields), "not_host")

        await host.ask(p.Swap, seat=0, with_=5)
        await host.ask(p.SeatBot, seat=3, level="beginner")
        await host.ask(p.Configure, settings=p.Settings(preset="classic", bots="random"))
        await bob.until(lambda: bob.table.settings.preset == "classic")
        assert [s.kind for s in bob.table.seats] == [
            *("empty", "person", "empty", "bot", "empty", "person")
        ]
        assert bob.table.rules["scoring"] == "upgrade"
        assert refused(await host.ask(p.SeatBot, seat=1, level="random"), "seat_taken")
        assert refused(await host.ask(p.SeatBot, seat=9, level="random"), "unknown_seat")
        wrong = p.Settings(options={"flush_ties": "sideways"})
        assert refused(await host.ask(p.Configure, settings=wrong), "unknown_value")
        assert refused(
            await host.ask(p.Configure, settings=p.Settings(preset="x")), "unknown_preset"
        )
        await host.ask(p.ClearSeat, seat=1)
        await bob.until(lambda: bob.seat is None)
        await bob.ask(p.Sit, seat=4)
        await bob.ask(p.Sit, seat=0)
        await host.until(lambda: [s.name for s in host.table.seats if s.name] == ["Bob", "Host"])
        await host.ask(p.ShuffleSeats)
        names = sorted(s.name for s in host.table.seats)
        assert names == ["", "", "", "", "Bob", "Host"]
        await bob.ask(p.Stand)
        await bob.until(lambda: bob.seat is None)

        await host.ask(p.Start)
        await host.until(lambda: host.table.status == "playing")
        assert refused(await host.ask(p.ShuffleSeats), "match_underway")
        assert refused(await host.ask(p.Start), "match_underway")
        assert refused(await host.ask(p.Stand), "match_underway")
        taken = next(seat.seat for seat in host.table.seats if seat.name == "Host")
        assert refused(await bob.ask(p.Sit, seat=taken), "seat_taken")

    play(test, server)


def test_the_host_role_passes_on(server: Server) -> None:
    async def test(server: Server) -> None:
        host, bob = await person(server, "Host"), await person(server, "Bob")
        done = await table_of(host)
        await bob.ask(p.Join, code=done.code)
        await host.ask(p.Leave)
        await bob.until(lambda: bob.table.hosting)
        assert [s.name for s in bob.table.seats if s.name] == ["Bob"]

    play(test, server)


def test_a_lobby_seat_is_kept_for_a_while(server: Server) -> None:
    """Leaving does not re-number the seats (clause 12)."""

    async def test(server: Server) -> None:
        host, bob = await person(server, "Host"), await person(server, "Bob")
        done = await table_of(host)
        await bob.ask(p.Join, code=done.code)
        await host.ask(p.Swap, seat=1, with_=4)
        start = len(host.heard)
        await bob.cut()
        cut_off = await host.wait(
            lambda m: isinstance(m, p.TableChanged) and not m.table.seats[4].connected, start
        )
        assert cut_off.table.seats[4].name == "Bob"
        await host.until(lambda: host.table.seats[4].kind == "empty")
        assert host.table.seats[0].name == "Host"

    play(test, server)


def test_a_whole_match_then_a_rematch_with_the_same_seats(server: Server) -> None:
    async def test(server: Server) -> None:
        robots = await gathered(server, 2, SHORT)
        host, bob = robots
        seats = [(s.name, s.bot) for s in host.table.seats]
        first = host.table.match
        await asyncio.gather(*(robot.play_on() for robot in robots))
        await bob.until(lambda: bob.table.status == "finished")
        assert refused(await bob.ask(p.Act, seq=bob.seq, action=Pass()), "match_over")
        seq = bob.seq
        assert refused(await bob.ask(p.Rematch), "not_host")
        start = len(bob.heard)
        await host.ask(p.Rematch)
        await bob.until(lambda: bob.view.end is None and bool(bob.hand))
        assert [(s.name, s.bot) for s in bob.table.seats] == seats
        assert (bob.table.match_number, bob.table.match == first) == (2, False)
        snapshot = await bob.wait(p.Snapshot, start)
        assert snapshot.seq == seq, "states are numbered on over all matches of a table"
        await asyncio.gather(*(robot.play_on() for robot in robots))

    play(test, server)


def test_quick_match_seats_people_together(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        people = [await person(server, f"P{n}") for n in range(6)]
        await asyncio.gather(*(one.ask(p.QuickMatch) for one in people))
        for one in people:
            await one.until(lambda one=one: bool(one.hand))
        assert len({one.table.id for one in people}) == 1
        assert all(seat.kind == "person" for seat in people[0].table.seats)

    with serving(tmp_path, queue_ms=600_000) as server:
        play(test, server)


def test_who_leaves_the_queue_is_not_waited_for(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await person(server), await person(server, "Bob")
        await ann.ask(p.QuickMatch)
        queue = await ann.wait(p.Queue, 0)
        assert (queue.waiting, queue.position) == (1, 1)
        await bob.ask(p.QuickMatch)
        await bob.ask(p.Cancel)
        left = await bob.wait(lambda m: isinstance(m, p.Queue) and m.position == 0, 0)
        assert left.waiting == 1

    with serving(tmp_path, queue_ms=600_000) as server:
        play(test, server)


def test_quick_match_does_not_wait_for_ever(server: Server) -> None:
    async def test(server: Server) -> None:
        ann = await person(server)
        await ann.ask(p.QuickMatch)
        await ann.until(lambda: bool(ann.hand))
        assert [seat.kind for seat in ann.table.seats].count("bot") == 5

    play(test, server)


def test_phrases_have_a_limit_and_can_be_muted(server: Server) -> None:
    async def test(server: Server) -> None:
        host, bob = await person(server, "Host"), await person(server, "Bob")
        done = await table_of(host)
        await bob.ask(p.Join, code=done.code)
        await bob.ask(p.Say, phrase="hello")
        said = await host.wait(p.Said, 0)
        assert (said.seat, said.name, said.phrase) == (1, "Bob", "hello")
        assert isinstance(await host.ask(p.Mute, seat=1, on=True), p.Done)
        start = len(host.heard)
        await bob.ask(p.Say, phrase="tea")
        await host.ask(p.Say, phrase="thanks")
        assert [m.phrase for m in host.heard[start:] if isinstance(m, p.Said)] == ["thanks"]
        answers = [await bob.ask(p.Say, phrase="hurry") for _ in range(5)]
        assert refused(answers[-1], "rate_limited")

    play(test, server)


def test_a_second_window_takes_over_politely(server: Server) -> None:
    async def test(server: Server) -> None:
        ann = await person(server)
        done = await ann.ask(p.PlayNow, settings=SHORT)
        await ann.until(lambda: bool(ann.hand))
        again = Robot(server, ann.token)
        await again.open(table=done.table)
        await ann.until(lambda: ann.closed is not None or isinstance(ann.heard[-1], p.TakenOver))
        await asyncio.wait_for(ann.reader, PATIENCE)
        assert ann.closed[0] == 4001
        await again.until(lambda: bool(again.hand))
        assert again.hand == ann.hand
        assert again.table.seats[again.seat].connected
        await again.play_on()

    play(test, server)


def test_spectators_come_only_where_they_may(server: Server) -> None:
    async def test(server: Server) -> None:
        host, eve, bob = [await person(server, name) for name in ("Host", "Eve", "Bob")]
        done = await table_of(host, spectators=False, move_seconds=0, visibility="open")
        await bob.ask(p.Watch, table=done.table)
        await host.until(lambda: host.table.spectators == 1)
        await host.ask(p.Start)
        closed = await bob.wait(p.Closed, 0)
        assert closed.code == "no_spectators"
        assert refused(await eve.ask(p.Join, code=done.code), "no_spectators")
        assert refused(await bob.ask(p.Hint), "not_at_table")

    play(test, server)


def test_sockets_work_behind_any_asgi_server(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann = await person(server)
        done = await ann.ask(p.PlayNow, settings=SHORT)
        await ann.play_on(lambda: ann.seq > 10 and ann.to_act)
        again = Robot(server, ann.token)
        await again.open(table=done.table)
        await asyncio.wait_for(ann.reader, PATIENCE)
        assert ann.closed[0] == 4001
        await again.play_on()

    with serving(tmp_path, plain=True) as server:
        play(test, server)


def test_programs_sit_only_where_they_may_and_are_marked(server: Server) -> None:
    async def test(server: Server) -> None:
        host, robot = await person(server, "Host"), Robot(server, server.guest("Robot"))
        await robot.open(program=True)
        done = await table_of(host, visibility="open")
        assert refused(await robot.ask(p.Join, code=done.code), "no_programs")
        assert refused(await robot.ask(p.QuickMatch), "no_programs")
        assert refused(await robot.ask(p.Create), "no_programs")
        assert refused(await robot.ask(p.PlayNow), "no_programs")
        assert isinstance(await robot.ask(p.Watch, table=done.table), p.Done)
        await robot.until(lambda: robot.table is not None)
        assert not any(seat.takeable for seat in robot.table.seats)
        assert refused(await robot.ask(p.Sit, seat=3), "no_programs")
        allowed = p.Settings(allow_bot_clients=True, visibility="open")
        await host.ask(p.Configure, settings=allowed)
        assert isinstance(await robot.ask(p.Sit, seat=3), p.Done)
        await host.until(lambda: host.table.seats[3].program)
        assert (host.table.seats[3].kind, host.table.seats[3].name) == ("person", "Robot")
        assert not host.table.seats[0].program
        await host.ask(p.Configure, settings=p.Settings(visibility="open"))
        await host.until(lambda: host.table.seats[3].kind == "empty")
        assert refused(await robot.ask(p.Sit, seat=3), "no_programs")

    play(test, server)


def test_a_program_does_not_come_back_to_a_persons_seat(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host = await person(server, "Host")
        done = await table_of(host)
        await host.cut()
        robot = Robot(server, host.token)
        await robot.open(table=done.table, program=True)
        closed = await robot.wait(p.Closed, 0)
        assert closed.code == "no_programs"
        assert refused(await robot.ask(p.Watch, table=done.table), "no_programs")

    with serving(tmp_path, lobby_grace_ms=600_000) as server:
        play(test, server)


def test_commitment_before_and_secret_after_each_deal(tmp_path: Path) -> None:
    """Everybody can check the shuffle, and add to it."""

    async def test(server: Server) -> None:
        ann = await person(server)
        await table_of(ann, options={"max_deals": 3}, move_seconds=0, bots="beginner")
        before = ann.table.commitment
        assert isinstance(await ann.ask(p.NextDeal, entropy="my own words"), p.Done)
        await ann.ask(p.Start)
        await ann.play_on(lambda: ann.view is not None and ann.view.phase == "waiting")
        await ann.until(lambda: ann.table.commitment not in ("", before))
        second = ann.table.commitment
        assert ann.clock.next_deal_at is not None
        added = await ann.ask(p.NextDeal, entropy="more of them", ready=False)
        assert isinstance(added, p.Done)
        await ann.ask(p.Say, phrase="hello")  # whatever came of it has been told before this
        assert ann.view.phase == "waiting", "who only adds to the deal does not begin it"
        await ann.ask(p.NextDeal)  # the only person is ready: no need to wait
        await ann.until(lambda: ann.view.deal == 2)
        await ann.play_on(lambda: ann.view.phase == "waiting")
        await ann.until(lambda: ann.table.commitment not in ("", second))
        third = ann.table.commitment
        await ann.ask(p.NextDeal)
        await ann.until(lambda: ann.view.deal == 3)
        await ann.play_on()
        events = [e for m in ann.heard if isinstance(m, p.Update) for e in m.events]
        started = [e for e in events if isinstance(e, DealStarted)]
        ended = [e for e in events if isinstance(e, DealEnded)]
        commitments = (before, second, third)
        assert tuple(e.commitment for e in started) == commitments
        for commitment, result in zip(commitments, ended, strict=True):
            assert hashlib.sha256(bytes.fromhex(result.secret)).hexdigest() == commitment
        assert "my own words" in ended[0].entropy
        assert "more of them" in ended[1].entropy
        assert ended[2].entropy == ()

    with serving(tmp_path, deal_pause_ms=600_000) as server:
        play(test, server)


def test_judging_and_hints_are_answered_at_once(server: Server) -> None:
    async def test(server: Server) -> None:
        ann = await person(server)
        await ann.ask(p.PlayNow, settings=SHORT)
        await ann.until(lambda: bool(ann.hand) and ann.to_act)
        card = ann.hand.split()[0]
        judged = await ann.ask(p.Judge, cards=card)
        assert (judged.legal, judged.category, judged.rank) == (True, "single", card[0])
        wrong = await ann.ask(p.Judge, cards=" ".join(ann.hand.split()[:4]))
        assert (wrong.legal, wrong.code) == (False, "wrong_count")
        assert (await ann.ask(p.Judge, cards=missing_card(ann.hand))).code == "not_held"
        assert (await ann.ask(p.Judge, cards="rubbish")).code is not None
        while ann.view.end is None:
            await ann.until(lambda: ann.to_act or ann.over)
            if ann.over:
                break
            hinted = await ann.ask(p.Hint)
            assert hinted.hints
            assert hinted.total >= len(hinted.hints)
            best = hinted.hints[0]
            if best.cards:
                judged = await ann.ask(p.Judge, cards=best.cards)
                assert judged.legal
                assert judged.category == best.category
                assert judged.beats is (True if ann.view.to_beat else None)
            action = Lay(best.cards) if best.cards else Pass()
            answer = await ann.act(action)
            assert isinstance(answer, p.Accepted)
            await ann.until(lambda seq=answer.seq: ann.seq >= seq)

    play(test, server)
