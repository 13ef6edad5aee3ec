"""Tribute and its return by the buttons, at tables of programs that play until it comes to that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from seeing import FLAT, UPRIGHT, Screen
from serving_page import Server, in_thread

from daguai.server import protocol as p

CHOICES = {"tribute_card": "giver", "return_card": "candidates"}


def table_where(server: Server, options: dict[str, Any], wanted: str) -> tuple[str, str]:
    """Let programs play until one of them owes what is wanted; return its token, and the table."""
    from harness import gathered, play

    def owed(one: Any) -> str:
        phase = one.own_view().phase
        if phase == "return" and options:
            jokers = ("LJ", "BJ")
            mine = [t for t in one.view.tribute if t.receiver == one.seat]
            return "offer" if any(t.card in jokers for t in mine) else "return"
        return str(phase)

    async def reach(_: object) -> tuple[str, str]:
        long = {**options, "final_level": "A"}
        settings = p.Settings(options=long, move_seconds=0, allow_bot_clients=True)
        people: list[Any] = []
        while True:
            if all(one.over for one in people):  # as at the beginning
                people = await gathered(server, 6, settings)  # type: ignore[arg-type]
            for one in people:
                if one.to_act and one.view.phase != "waiting":
                    if owed(one) == wanted:
                        return one.token, str(one.table.code)
                    await one.act()
                elif one.view.phase == "waiting":
                    await one.ask(p.NextDeal)
            await asyncio.sleep(0.001)

    return in_thread(lambda: play(reach, server, seconds=1800))  # type: ignore[arg-type]


@pytest.mark.slow
def test_returning_a_tribute(server: Server, screens: Callable[..., Screen]) -> None:
    """Clause 9: what was received stands raised until the return is chosen."""
    token, code = table_where(server, {}, "return")
    screen = screens("en", UPRIGHT, token=token)
    screen.go(f"/t/{code}").wait_for_cards()
    screen.page.locator(".slot.raised").wait_for()
    screen.assert_fits()
    assert screen.view["phase"] == "return"
    before = screen.hand.split()
    before.remove(screen.act())
    screen.wait_for_cards(len(before))
    assert sorted(screen.hand.split()) == sorted(before)
    assert not screen.my_turn or screen.view["phase"] == "play"


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "size"), [("zh", UPRIGHT), ("en", FLAT)])
def test_choosing_which_of_equal_cards_to_pay(
    server: Server, screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    """Clause 7.1, option ``tribute_card=giver``."""
    token, code = table_where(server, CHOICES, "tribute")
    screen = screens(lang, size, token=token)
    screen.go(f"/t/{code}").wait_for_cards()
    screen.page.get_by_text(screen.words["table_verdict_pay"]).wait_for()
    screen.assert_fits()
    held = screen.hand.split()
    paid = screen.act()
    entry = next(t for t in screen.view["tribute"] if t["giver"] == screen.seat)
    assert entry["card"] == paid
    assert paid in held


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "size"), [("en", UPRIGHT), ("zh", FLAT)])
def test_offering_cards_for_a_joker(
    server: Server, screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    """Clause 7.3, option ``return_card=candidates``: two for a little joker, three for a big."""
    token, code = table_where(server, CHOICES, "offer")
    screen = screens(lang, size, token=token)
    screen.go(f"/t/{code}").wait_for_cards()
    screen.button("table_offer").wait_for()
    screen.page.locator(".slot.raised").wait_for()
    screen.assert_fits()
    entry = next(t for t in screen.view["tribute"] if t["receiver"] == screen.seat)
    offered = screen.act().split()
    assert len(offered) == {"LJ": 2, "BJ": 3}[entry["card"]]
    assert len({card[0] for card in offered}) == len(offered), "of different ranks"


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "size"), [("zh", UPRIGHT), ("en", FLAT)])
def test_taking_one_of_the_cards_offered(
    server: Server, screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    """Clause 7.3, option ``return_card=candidates``: the giver takes one."""
    token, code = table_where(server, CHOICES, "take")
    screen = screens(lang, size, token=token)
    screen.go(f"/t/{code}").wait_for_cards()
    offers = screen.page.locator(".offer button, button.offer")
    offers.first.wait_for()
    screen.assert_fits()
    entry = next(t for t in screen.view["tribute"] if t["giver"] == screen.seat)
    assert offers.count() == len(set(entry["offered"].split()))
    screen.done_by(offers.first.click)
    taken = next(t for t in screen.view["tribute"] if t["giver"] == screen.seat)["returned"]
    assert taken in entry["offered"].split()
    screen.until(lambda: taken in screen.cards(), "the card taken")
