"""What each socket is told over whole matches, against the truth that the log holds."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Client, Robot, Server, gathered, play, serving

from daguai.cards import FACES, format_cards
from daguai.events import DealEnded, Event
from daguai.observe import view_of, visible
from daguai.rules import Rules
from daguai.server import protocol as p
from daguai.server.store import LogEntry, SqliteStore
from daguai.state import MatchState, evolve

NOTATION = re.compile(r"\b(?:[2-9TJQKA][SHDC]|[LB]J)\b")
EVENTS = msgspec.json.Decoder(list[Event])


def hidden_counts(**options: Any) -> p.Settings:
    return p.Settings(
        preset="house", options={"max_deals": 3, **options}, move_seconds=0, bots="beginner"
    )


@pytest.mark.parametrize(
    "settings",
    [
        hidden_counts(),
        hidden_counts(counts_shown=0, tribute_card="giver", return_card="candidates"),
        hidden_counts(counts_shown=27, tribute_pairing="last_to_first"),
    ],
    ids=["house", "choices", "all shown"],
)
def test_nobody_is_told_what_they_may_not_know(tmp_path: Path, settings: p.Settings) -> None:
    """Clause 6.5 and the hands: all messages of whole matches to six seats and a spectator."""

    async def test(server: Server) -> tuple[list[Robot], Client]:
        robots = await gathered(server, 4, settings)
        watcher = Client(server, server.guest("W"))
        await watcher.open()
        assert isinstance(await watcher.ask(p.Join, code=robots[0].table.code), p.Done)
        await asyncio.gather(*(robot.play_on() for robot in robots))
        await watcher.until(lambda: watcher.view.end is not None)
        return robots, watcher

    with serving(tmp_path) as server:
        robots, watcher = play(test, server, 600)

    truth = states_of(tmp_path, robots[0])
    rules = truth[0][0].rules
    assert any(client.seq == len(truth) - 1 for client in robots)
    for client in (*robots, watcher):
        check_messages(client, truth, rules)
        check_letters(client, truth, rules)


def states_of(data: Path, client: Client) -> list[tuple[MatchState, list[Event]]]:
    """The state after each entry of the log and what happened in it, by ``seq``."""

    async def read() -> list[LogEntry]:
        store = SqliteStore(data / "daguai.db")
        await store.open()
        log = list(await store.log(client.table.match))
        await store.close()
        return log

    settings = client.table.settings
    state = MatchState(Rules.preset(settings.preset).replace(**settings.options))
    states: list[tuple[MatchState, list[Event]]] = [(state, [])]
    for entry in asyncio.run(read()):
        events = EVENTS.decode(entry.events)
        for event in events:
            state = evolve(state, event)
        states.append((state, events))
    return states


def hand_of(state: MatchState, seat: int | None) -> str | None:
    if seat is None:
        return None
    return "" if state.deal is None else format_cards(state.deal.hands[seat])


def check_messages(client: Client, truth: Any, rules: Rules) -> None:
    """Every view is the public one, every event as everybody may see it, every hand one's own."""
    own = client.seat
    for message in client.heard:
        if isinstance(message, p.Snapshot):
            state, _ = truth[message.seq]
            assert message.view == view_of(state, None)
            assert message.hand == hand_of(state, own)
            check_counter(message, state)
        elif isinstance(message, p.Update):
            state, events = truth[message.seq]
            assert msgspec.structs.replace(message.view, rules={}) == msgspec.structs.replace(
                view_of(state, None), rules={}
            )
            seen = [visible(e, None, rules) for e in events if type(e).__name__ != "Dealt"]
            assert list(message.events) == seen
            check_counter(message, state)
            if message.hand is not None:
                assert own is not None
                assert message.hand == hand_of(state, own)


def check_counter(message: p.Snapshot | p.Update, state: MatchState) -> None:
    """Clause 6.5: from how many cards were laid a hidden count would follow."""
    hidden = None in message.view.counts
    assert (message.played is None) == hidden
    if message.played is not None and state.deal is not None and state.deal.hands:
        left = Counter(face for hand in state.deal.hands for face in hand)
        laid = [state.rules.decks - left[face] for face in FACES]
        assert message.played == "".join(map(str, laid))


def check_letters(client: Client, truth: Any, rules: Rules) -> None:
    """Without trusting views: no face, count or secret is anywhere in a text before it is due."""
    public = list(made_public(truth))
    limit = rules.counts_shown
    for text, message in zip(client.texts, client.heard, strict=True):
        if not isinstance(message, p.Update):
            continue
        faces, secrets = public[message.seq]
        told = json.loads(text)
        told.pop("hand", None)
        assert set(NOTATION.findall(json.dumps(told))) <= faces, text
        for later, _ in truth[message.seq :: 40]:
            assert later.deal.secret in secrets or later.deal.secret not in text
        assert all(count is None or count <= limit for count in told["view"]["counts"])
        assert all(e.get("left") is None or e["left"] <= limit for e in told["events"])


def made_public(truth: Any) -> Iterator[tuple[set[str], set[str]]]:
    """After each entry: the faces of this deal, and of the last result, and the secrets shown."""
    faces: set[str] = set()
    last_result: set[str] = set()
    secrets: set[str] = set()
    for _, events in truth:
        for event in events:
            kind = type(event).__name__
            if kind == "DealStarted":
                faces = set(last_result)
            elif kind != "Dealt":
                faces |= set(NOTATION.findall(msgspec.json.encode(event).decode()))
            if isinstance(event, DealEnded):
                last_result = set(NOTATION.findall(" ".join(event.hands)))
                secrets.add(event.secret)
        yield set(faces), set(secrets)
