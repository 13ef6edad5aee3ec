"""Several screens at one table, lost connections, and what must not be shown to others."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from seeing import DESK, FLAT, UPRIGHT, Screen
from serving_page import Server, in_thread


def whose_turn(*people: Screen) -> Screen:
    """Wait until one of them is to act and all know it, in the next deal if this one ends."""

    def over() -> bool:
        return all(one.deal_over for one in people)

    def known() -> bool:
        return len({one.seq for one in people}) == 1 and any(one.my_turn for one in people)

    people[0].until(lambda: over() or known(), "somebody's turn")
    if over():
        for one in people:
            one.want_next_deal()
        for one in people:
            one.until(lambda one=one: not one.deal_over, "the next deal")
        return whose_turn(*people)
    return next(one for one in people if one.my_turn)


def secret(hands: dict[int, list[str]]) -> set[str]:
    """Of what somebody held in each deal, what nobody was told: not what was left in the end.

    As many cards as may be laid at once are told when they are.
    """
    return {
        hand
        for held in hands.values()
        for hand in held
        if hand != held[-1] and len(hand.split()) > 5
    }


def in_trick(screen: Screen) -> bool:
    return bool(screen.view.get("to_beat")) and len(screen.hand.split()) < 27


def test_the_page_comes_back_by_itself_after_a_crash_of_the_server(
    own_server: Callable[..., Server], screens: Callable[..., Screen]
) -> None:
    server = own_server()
    screen = screens("en", UPRIGHT, at=server).open_table().start()
    screen.play_until(lambda: in_trick(screen))
    hand, seq = screen.hand, screen.seq
    server.kill()
    screen.page.get_by_text(screen.words["table_lost"]).wait_for()
    assert sorted(screen.cards()) == sorted(hand.split()), "one still sees the cards"
    shown = screen.answers("view")
    server.start()
    screen.until(lambda: screen.answers("view") > shown, "the table")
    screen.page.get_by_text(screen.words["table_lost"]).wait_for(state="detached")
    assert screen.my_turn
    assert (screen.hand, screen.seq) == (hand, seq)
    assert sorted(screen.cards()) == sorted(hand.split())
    screen.act()
    screen.wait_for_cards()


def test_the_page_comes_back_when_the_network_does(screens: Callable[..., Screen]) -> None:
    screen = screens("zh", DESK)
    lines: list[object] = []

    def pass_through(route: object) -> None:
        lines.append(route)
        route.connect_to_server()  # type: ignore[attr-defined]

    screen.page.route_web_socket("**/ws", pass_through)
    screen.open_table().start()
    screen.play_until(lambda: in_trick(screen))
    shown, lost = screen.cards(), len(lines)
    greeted = screen.answers("welcome")
    lines[-1].close(code=3001)  # type: ignore[attr-defined]
    screen.until(lambda: len(lines) > lost, "another connection")
    screen.until(lambda: screen.answers("welcome") > greeted, "a greeting")
    screen.page.locator("[data-turn=true]").wait_for(state="attached")
    assert screen.cards() == shown
    laid = sum(action["type"] == "lay" for action in screen.actions())
    screen.play_until(lambda: sum(act["type"] == "lay" for act in screen.actions()) > laid)


def test_the_same_cards_after_loading_the_page_anew(screens: Callable[..., Screen]) -> None:
    screen = screens("en", FLAT).open_table().start()
    screen.play_until(lambda: len(screen.hand.split()) < 27)
    hand, shown = screen.hand, screen.cards()
    screen.hand, screen.told = "", False
    screen.page.reload()
    screen.wait_for_cards(len(shown))
    assert screen.hand == hand
    assert sorted(screen.cards()) == sorted(shown)


def test_two_people_by_link_and_one_who_looks_on(screens: Callable[..., Screen]) -> None:
    """Clause 12: nobody is told what others hold."""
    ann = screens("zh", UPRIGHT).open_table()
    address = ann.page.url
    assert "/t/" in address
    ben = screens("en", DESK).join(ann)
    ann.start()
    ben.wait_for_cards(27)
    assert ann.seat != ben.seat
    hands: dict[int, dict[int, list[str]]] = {id(ann): {}, id(ben): {}}

    cat = screens("en", UPRIGHT)
    cat.page.goto(address)
    cat.button("lobby_enter").click()
    cat.page.get_by_text(cat.words["table_verdict_watch"]).wait_for()
    assert cat.seat is None

    laid: set[int] = set()
    while len(laid) < 2:
        one = whose_turn(ann, ben)
        for each in (ann, ben):
            hands[id(each)].setdefault(each.view["deal"], []).append(each.hand)
        cards = one.act()
        if not cards or one.view["phase"] != "play":
            continue
        assert one.seat is not None
        laid.add(one.seat)
        for other in (ann, ben, cat):
            if other is not one:
                other.until(
                    lambda other=other, cards=cards: any(cards in text for text in other.frames),
                    "the play of another",
                )
    for one in (ann, ben):
        hands[id(one)][one.view["deal"]].append(one.hand)
        one.wait_for_cards()
        assert sorted(one.cards()) == sorted(one.hand.split())
    assert cat.cards() == []
    assert cat.page.locator(".hand").count() == 0
    for one, others in ((ann, (ben, cat)), (ben, (ann, cat))):
        hidden = secret(hands[id(one)])
        assert hidden
        for other in others:
            assert not any(hand in text for hand in hidden for text in other.frames)
            assert not any(hand in other.page.content() for hand in hidden)
    assert all(message.get("hand") is None for message in cat.heard)


def test_a_second_window_takes_over_politely(screens: Callable[..., Screen]) -> None:
    screen = screens("en", DESK).open_table().start()
    first = screen.page
    address = first.url
    second = screen.window()
    second.goto(address)
    second.wait_for_function("() => document.querySelectorAll('[data-card]').length === 27")
    notice = first.get_by_role("alertdialog")
    notice.wait_for()
    assert screen.words["table_taken_over"] in notice.inner_text()
    first.wait_for_timeout(1500)
    assert second.get_by_role("alertdialog").count() == 0, "they do not quarrel"
    notice.get_by_role("button").click()
    second.get_by_role("alertdialog").wait_for()
    notice.wait_for(state="detached")


@pytest.mark.parametrize("path", ["/", "/rules", "/learn", "/me", "/new"])
def test_a_second_window_that_shows_no_table_leaves_the_first_its_game(
    screens: Callable[..., Screen], path: str
) -> None:
    screen = screens("en", DESK).open_table().start()
    first, second = screen.page, screen.window()
    sockets: list[str] = []
    second.on("websocket", lambda socket: sockets.append(socket.url))
    second.goto(screen.url + path)
    second.locator("#main").wait_for()
    second.wait_for_load_state("networkidle")
    assert sockets == []
    assert first.get_by_role("alertdialog").count() == 0
    if path != "/":
        return
    second.get_by_role("button", name=screen.words["home_continue"]).click()
    second.wait_for_function("() => document.querySelectorAll('[data-card]').length === 27")
    first.get_by_role("alertdialog").wait_for()


def test_a_match_without_a_finished_deal_is_gone_on_with_not_replayed(
    screens: Callable[..., Screen],
) -> None:
    screen = screens("zh", UPRIGHT).open_table().start()
    second = screen.window()
    second.goto(screen.url + "/me")
    entry = second.get_by_role("listitem").get_by_role("button")
    entry.wait_for()
    assert screen.words["home_continue"] in entry.inner_text()
    assert second.get_by_text(screen.words["home_history_replay"]).count() == 0
    entry.click()
    second.wait_for_function("() => document.querySelectorAll('[data-card]').length === 27")


@pytest.mark.parametrize("size", [UPRIGHT, FLAT, DESK])
def test_counts_cover_no_name(screens: Callable[..., Screen], size: tuple[int, int]) -> None:
    screen = screens("zh", size).open_table().start()
    screen.page.locator(".seat .count").first.wait_for()
    covered = screen.page.evaluate(
        """() => [...document.querySelectorAll('.seat')].flatMap(seat => {
          const [name, count] = ['.name', '.count'].map(
            part => seat.querySelector(part)?.getBoundingClientRect());
          return name && count && name.top < count.bottom && count.top < name.bottom
            && name.left < count.right && count.left < name.right ? [seat.ariaLabel] : [];
        })"""
    )
    assert covered == []


def test_enter_does_what_was_hinted_be_it_a_pass(screens: Callable[..., Screen]) -> None:
    screen = screens("en", DESK)
    passing: list[bool] = []
    hint = {"action": {"type": "pass"}, "cards": "", "category": "", "reason": "too_dear"}
    others = {"details": {}, "keeps_hand": True}

    def through(route: Any) -> None:
        server = route.connect_to_server()

        def forward(text: str) -> None:
            told = json.loads(text)
            if passing and told["type"] == "hinted":
                text = json.dumps({**told, "hints": [hint | others], "total": 1})
            route.send(text)

        server.on_message(forward)

    screen.page.route_web_socket("**/ws", through)
    screen.open_table().start()
    screen.play_until(lambda: in_trick(screen))
    passing.append(True)
    asked, said = screen.answers("hinted"), screen.page.get_by_role("status")
    screen.page.locator("[data-turn=true]").wait_for(state="attached")
    screen.page.keyboard.press("h")
    screen.until(lambda: screen.answers("hinted") > asked, "a hint")
    said.filter(has_text=screen.words["table_pass"]).first.wait_for()
    screen.done_by(lambda: screen.page.keyboard.press("Enter"))
    assert screen.actions()[-1] == {"type": "pass"}


def test_what_is_selected_out_of_turn_is_never_sent_by_itself(
    screens: Callable[..., Screen],
) -> None:
    """It stays out of turn for as long as somebody else takes."""
    screen = screens("en", DESK).open_table()
    other = screens("en", UPRIGHT).join(screen)
    screen.start()
    other.wait_for_cards(27)

    while True:
        while (one := whose_turn(screen, other)) is screen or one.view["phase"] != "play":
            one.act()
        screen.wait_for_cards()
        card = screen.page.locator("[data-card]").last
        card.focus()
        screen.page.keyboard.press("Space")
        screen.page.wait_for_function(
            "() => document.querySelectorAll('[data-card][aria-pressed=true]').length === 1"
        )
        screen.page.keyboard.press("Enter")
        acted, deal = len(screen.actions()), screen.view["deal"]
        while whose_turn(screen, other) is other and screen.view["deal"] == deal:
            other.act()
        if screen.view["deal"] == deal:  # else it ended before the turn came
            break
    screen.page.locator("[data-turn=true]").wait_for(state="attached")
    screen.page.wait_for_timeout(700)  # time enough to be wrong
    assert len(screen.actions()) == acted
    assert screen.my_turn
    assert screen.page.locator("[data-card][aria-pressed=true]").count() == 1


@pytest.mark.parametrize(("lang", "size"), [("zh", UPRIGHT), ("en", FLAT)])
def test_a_spectator_takes_the_seat_of_a_bot(
    screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    ann = screens("en", DESK).open_table().start()
    cat = screens(lang, size)
    cat.page.goto(ann.page.url)
    cat.button("lobby_enter").click()
    cat.page.get_by_text(cat.words["table_verdict_watch"]).wait_for()
    cat.assert_fits()
    cat.button("table_sit").click()
    offered = cat.page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    offered.nth(4).wait_for()
    assert offered.count() == 5, "not the person's seat"
    offered.nth(1).click()
    cat.until(lambda: cat.seat is not None and cat.told, "a seat and its hand")
    cat.wait_for_cards()
    assert sorted(cat.cards()) == sorted(cat.hand.split())
    ann.until(
        lambda: [seat["kind"] for seat in ann.table["seats"]].count("person") == 2, "a person there"
    )
    assert ann.seat != cat.seat


def test_programs_are_marked(server: Server, screens: Callable[..., Screen]) -> None:
    from harness import Robot, play

    from daguai.server import protocol as p

    screen = screens("en", UPRIGHT, settings={"allow_bot_clients": True}).open_table()
    code = screen.table["code"]

    async def sit(_: object) -> None:
        robot = Robot(server, server.guest("Clockwork"))  # type: ignore[arg-type]
        await robot.open(program=True)
        assert isinstance(await robot.ask(p.Join, code=code), p.Done)

    in_thread(lambda: play(sit, server))  # type: ignore[arg-type]
    seat = screen.page.get_by_role("button", name="program Clockwork")
    seat.wait_for()
    assert screen.words["table_program_short"] in seat.inner_text()
