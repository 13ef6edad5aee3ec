"""A bad or hostile client: it gets an answer, or is dropped; the table goes on."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import PATIENCE, Robot, Server, gathered, leader, missing_card, play, serving
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from daguai.actions import Lay, Pass, Return
from daguai.cards import FACES
from daguai.server import protocol as p
from daguai.server.socket import origin_allowed

SETTINGS = p.Settings(options={"max_deals": 1}, move_seconds=60, bots="beginner")

WRONG = [
    "",
    "null",
    "[]",
    "{}",
    "{" * 500,
    '{"type":"shout","id":"x"}',
    '{"type":"act"}',
    '{"type":"act","id":"x","seq":"3","action":{"type":"pass"}}',
    '{"type":"act","id":"x","seq":99999999999999999999999,"action":{"type":"pass"}}',
    '{"type":"act","id":"x","seq":1,"action":{"type":"lay","cards":"1S 99"}}',
    '{"type":"act","id":"x","seq":1,"action":{"type":"lay","cards":["3S"]}}',
    '{"type":"act","id":"x","seq":1,"action":{"type":"return","card":""}}',
    '{"type":"say","id":"x","phrase":"<script>"}',
    '{"type":"judge","id":"x","cards":"' + "3S " * 200 + '"}',
    '{"type":"sit","id":"' + "x" * 65 + '","seat":0}',
    '{"type":"sit","id":"x","seat":-1}',
    '{"type":"sit","id":"x","seat":16}',
    '{"type":"sit","id":"x","seat":1,"player":"somebody"}',
    '{"type":"arrange"}',
    '{"type":"arrange","id":"x","seat":3}',
    '{"type":"arrange","id":"x","hand":"3S 3H"}',
    '{"type":"hello","protocol":1,"token":"x","program":"yes"}',
    '{"type":"configure","id":"x","settings":{"late_seats":"me"}}',
    "\u0000",
    "[" * 8000,
    '{"type":"create","id":"x","settings":{"options":{"a":' + "[" * 8000,
    '{"type":"ping","t":"NaN"}',
]


def test_malformed_messages_get_an_error_and_change_nothing(tmp_path: Path) -> None:
    """Clause 12: one bad message does not end the table for everybody."""

    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        before = ann.seq
        for text in WRONG:
            start = len(bob.heard)
            await bob.socket.send(text)
            failed = await bob.wait(p.Refused if p.id_of(text) else p.Failed, start)
            assert failed.code == "bad_message"
            assert failed.message
        assert isinstance(await bob.ask(p.Judge, cards="3S 3H"), p.Judged)
        assert ann.seq >= before
        await asyncio.gather(ann.play_on(), bob.play_on())

    with serving(tmp_path) as server:
        play(test, server)


def test_oversized_messages(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        start = len(bob.heard)
        await bob.socket.send(" " * (p.MAX_MESSAGE_BYTES + 1))
        assert (await bob.wait(p.Failed, start)).code == "too_large"
        # not so large that the socket is closed while it is being sent, and the code is lost
        await bob.socket.send("x" * (3 * p.MAX_MESSAGE_BYTES))
        await bob.until(lambda: bob.closed is not None)
        assert bob.closed[0] == 1009
        await ann.play_on()

    with serving(tmp_path) as server:
        play(test, server)


def test_messages_out_of_order(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            await socket.send(msgspec.json.encode(p.PlayNow("a")).decode())
            answer = p.decode_server(await socket.recv())
            assert isinstance(answer, p.Failed)
            assert answer.code == "hello_first"
        ann = Robot(server, server.guest("Ann"))
        await ann.open()
        await ann.wait(p.Welcome, 0)
        for kind, fields in (
            (p.Act, {"seq": 0, "action": Pass()}),
            (p.Start, {}),
            (p.Hint, {}),
            (p.NextDeal, {}),
            (p.Leave, {}),
            (p.Rematch, {}),
        ):
            answer = await ann.ask(kind, **fields)
            assert answer.code == "not_at_table"
        await ann.ask(p.Create)
        for kind, fields in ((p.Act, {"seq": 0, "action": Pass()}), (p.Hint, {})):
            assert (await ann.ask(kind, **fields)).code == "no_match"
        other = p.Hello(p.PROTOCOL_VERSION, server.guest("Eve"))
        newer = p.Hello(p.PROTOCOL_VERSION + 1, ann.token)
        for hello, code in ((other, "bad_message"), (newer, "wrong_protocol")):
            start = len(ann.heard)
            await ann.put(hello)
            assert (await ann.wait(p.Failed, start)).code == code

    with serving(tmp_path) as server:
        play(test, server)


def test_wrong_actions_are_refused_with_a_reason(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        robots = await gathered(server, 6, SETTINGS)
        ann = await leader(robots)
        hand = ann.hand.split()
        for action, code in (
            (Pass(), "must_lead"),
            (Lay(missing_card(ann.hand)), "not_held"),
            (Lay(" ".join(hand[:4])), "wrong_count"),
            (Return(hand[0]), "wrong_action"),
        ):
            seq = ann.seq
            answer = await ann.act(action)
            assert (answer.code, ann.seq) == (code, seq)
            assert answer.message
        await asyncio.gather(*(robot.play_on() for robot in robots))

    with serving(tmp_path) as server:
        play(test, server)


def test_a_flood_is_limited_and_then_cut_off(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann = Robot(server, server.guest("Ann"))
        await ann.open()
        await ann.wait(p.Welcome, 0)
        with suppress(ConnectionClosed):
            for n in range(2000):
                await ann.put(p.Ping(float(n)))
        await ann.until(lambda: ann.closed is not None)
        codes = {m.code for m in ann.heard if isinstance(m, p.Failed)}
        assert codes == {"rate_limited"}

    with serving(tmp_path, messages=(20, 20.0)) as server:
        play(test, server)


def test_a_client_that_does_not_read_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        bob.reader.cancel()
        server.clients.remove(bob)
        with suppress(ConnectionClosed):
            for n in itertools.count():
                await bob.put(p.Watch(f"w{n}", bob.table.id))  # answered by two long messages
                if n % 50 == 0:
                    await asyncio.sleep(0.01)
        await ann.until(lambda: not ann.table.seats[bob.seat].connected)
        await ann.play_on()
        bob.socket.transport.abort()
        await bob.socket.wait_closed()

    with serving(tmp_path, send_buffer=1 << 14, messages=(1e6, 1e6)) as server:
        play(test, server)


def test_a_silent_socket_is_closed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), PATIENCE)

    with serving(tmp_path, hello_ms=200) as server:
        play(test, server)


def test_pages_from_elsewhere_open_no_socket(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        url = f"ws://127.0.0.1:{server.port}/ws"
        with pytest.raises(InvalidStatus):
            async with connect(url, origin="https://evil.example"):  # type: ignore[arg-type]
                pass
        async with connect(url, origin=server.url):  # type: ignore[arg-type]
            pass

    with serving(tmp_path) as server:
        play(test, server)


def test_origins_that_are_allowed() -> None:
    def headers(origin: str) -> list[tuple[bytes, bytes]]:
        return [(b"Host", b"play.example"), (b"Origin", origin.encode())]

    assert origin_allowed(headers("https://play.example"), ())
    assert origin_allowed(headers("https://other.example"), ("https://other.example",))
    for origin in ("null", "https://play.example.evil", "https://evil/play.example", ""):
        assert not origin_allowed(headers(origin), ()), origin


def any_message(dice: random.Random, number: int, table: Any) -> p.ClientMessage:
    """A message that can be understood, sensible or not."""
    name, seat = f"{number}", dice.randrange(8)
    cards = " ".join(dice.choices([str(face) for face in FACES], k=dice.randint(1, 5)))
    action = dice.choice([Pass(), Lay(cards), Return(cards[:2])])
    return dice.choice(
        [
            p.Act(name, dice.randrange(200), action),
            p.Arrange(name),
            p.Autopilot(name, dice.random() < 0.5),
            p.ClearSeat(name, seat),
            p.Configure(name, p.Settings(late_seats="anybody", spectators=False)),
            p.Hint(name, dice.randrange(5)),
            p.Join(name, code=dice.choice([table.code, "ZZZZZZ"])),
            p.Join(name, table=table.id, invite=dice.choice([None, "x" * 64])),
            p.Judge(name, cards),
            p.Leave(name),
            p.Mute(name, seat, on=True),
            p.NextDeal(name, "entropy"),
            p.Rematch(name),
            p.SeatBot(name, seat, "club"),
            p.ShuffleSeats(name),
            p.Sit(name, seat),
            p.Stand(name),
            p.Start(name),
            p.Swap(name, seat, dice.randrange(8)),
            p.Watch(name, table.id),
        ]
    )


@pytest.mark.parametrize("seed", range(3))
def test_whatever_strangers_and_programs_say_people_keep_seats_and_secrets(
    tmp_path: Path, seed: int
) -> None:
    """Hints, arrangements, seats of bots and programs: in any order, by who may and who may not."""
    dice = random.Random(seed)
    chosen = p.Settings(
        options={"max_deals": 2}, move_seconds=0, bots="beginner", allow_bot_clients=seed == 1
    )

    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, chosen)
        table = ann.table
        stranger, program = [Robot(server, server.guest(name)) for name in ("Eve", "Robot")]
        await stranger.open()
        await program.open(program=True)
        for number in range(400):
            speaker = dice.choice([stranger, program])
            message = any_message(dice, number, table)
            start = len(speaker.heard)
            await speaker.put(message)
            answer = await speaker.wait(lambda m, n=str(number): getattr(m, "id", "") == n, start)
            assert getattr(answer, "code", "") != "internal"
            if isinstance(answer, p.Arranged | p.Hinted):
                assert speaker.seat is not None
            elif isinstance(message, p.Sit) and isinstance(answer, p.Done):
                assert message.seat not in (ann.seat, bob.seat)
                assert speaker is stranger or chosen.allow_bot_clients
        seats = server.call(lambda hub: hub.tables.rooms[table.id].table.seats)
        assert seats[ann.seat].name == "P0"
        assert seats[bob.seat].name == "P1"
        assert not any(holder.program for holder in seats.holders) or chosen.allow_bot_clients
        assert server.call(lambda hub: hub.failures) == 0
        for who in (stranger, program):
            for told in who.heard:
                if isinstance(told, p.Snapshot | p.Update) and told.hand:
                    assert who.seat is not None
                if isinstance(told, p.TableChanged) and not any(s.you for s in told.table.seats):
                    assert told.table.invite is None
        assert ann.table.hosting

    many = (1e6, 1e6)
    with serving(tmp_path, codes=many, wrong_codes=many, grace_ms=600_000) as server:
        play(test, server)


@settings(max_examples=25)
@given(data=st.data())
def test_anything_at_all_is_survived(data: st.DataObject, fuzzed: Server) -> None:
    valid = [
        p.encode(p.Act("a", 3, Pass())),
        p.encode(p.Create("b")),
        p.encode(p.Join("c", code="ABCDEF")),
        p.encode(p.Judge("d", "3S 3H")),
        p.encode(p.Sit("e", 2)),
        p.encode(p.Arrange("f")),
        p.encode(p.Hint("g")),
        p.encode(p.Hello(1, "h" * 43, program=True)),
        p.encode(p.Configure("i", p.Settings(late_seats="anybody", allow_bot_clients=True))),
    ]

    def mutated(text: bytes, seed: int) -> bytes:
        dice = random.Random(seed)
        letters = bytearray(text)
        for _ in range(dice.randint(1, 4)):
            letters[dice.randrange(len(letters))] = dice.randrange(256)
        return bytes(letters)

    texts = data.draw(
        st.lists(
            st.one_of(
                st.binary(max_size=60),
                st.builds(mutated, st.sampled_from(valid), st.integers(0, 1 << 30)),
                st.recursive(
                    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=8),
                    lambda inner: (
                        st.lists(inner, max_size=3)
                        | st.dictionaries(st.sampled_from(["type", "id", "seq", "x"]), inner)
                    ),
                    max_leaves=8,
                ).map(lambda value: json.dumps(value).encode()),
            ),
            max_size=8,
        )
    )

    async def test(server: Server) -> None:
        told: list[Any] = []
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            with suppress(ConnectionClosed):
                await socket.send(msgspec.json.encode(p.Hello(1, TOKENS[server])).decode())
                for text in texts:
                    await socket.send(text, text=data.draw(st.booleans()) and is_utf8(text))
                await socket.send(msgspec.json.encode(p.Ping(7.0)).decode())
            with suppress(ConnectionClosed):
                while not told or not isinstance(told[-1], p.Pong):
                    told.append(p.decode_server(await socket.recv()))
        turned_away = isinstance(told[-1], p.Failed) and told[-1].code in (
            *("unknown_token", "wrong_protocol"),  # to another hello
        )
        assert isinstance(told[-1], p.Pong) or turned_away

    play(test, fuzzed)
    assert fuzzed.call(lambda hub: hub.failures) == 0


def is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


TOKENS: dict[Server, str] = {}


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("fuzz"), messages=(1e6, 1e6)) as server:
        TOKENS[server] = server.guest("Fuzz")
        yield server
