"""For everybody: axe, the keyboard alone, less motion; the rules, the lesson and the replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from seeing import DESK, FLAT, SIZES, UPRIGHT, Screen

LANGS = pytest.mark.parametrize("lang", ["zh", "en"])


def faults(page: Any) -> list[str]:
    """What axe finds wrong."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['html'][:120]} {node.get('failureSummary', '')}"
        for fault in found
        for node in fault["nodes"][:3]
    ]


@LANGS
@pytest.mark.parametrize("path", ["/", "/new", "/me", "/rules", "/learn#6"])
def test_axe_finds_nothing_on_quiet_pages(
    screens: Callable[..., Screen], lang: str, path: str
) -> None:
    screen = screens(lang, UPRIGHT).go(path)
    screen.page.locator("h1").wait_for()
    screen.page.wait_for_load_state("networkidle")
    assert faults(screen.page) == []


@LANGS
@pytest.mark.slow
def test_axe_finds_nothing_from_the_lobby_to_the_replay(
    screens: Callable[..., Screen], lang: str
) -> None:
    screen = screens(
        lang, UPRIGHT, settings={"options": {"max_deals": 1, "counts_shown": 27}}
    ).open_table()
    assert faults(screen.page) == []
    screen.button("shuffle_title").click()
    screen.page.get_by_role("dialog").wait_for()
    screen.page.wait_for_timeout(300)
    assert faults(screen.page) == []
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("dialog").wait_for(state="detached")
    screen.start()
    for _ in range(2):
        screen.page.keyboard.press("s")
    screen.until(lambda: screen.answers("arranged") > 0, "the hand in plays")
    screen.page.wait_for_timeout(400)
    assert faults(screen.page) == []
    role = [m for m in screen.heard if m["type"] == "arranged"][-1]["role"]
    screen.page.get_by_role("button", name=screen.words[f"table_role_{role}"]).click()
    screen.page.get_by_role("dialog").locator("ol li").first.wait_for()
    screen.page.wait_for_timeout(300)
    assert faults(screen.page) == []
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("dialog").wait_for(state="detached")
    screen.page.keyboard.press("s")
    screen.wait_for_turn()
    screen.button("table_hint").click()
    screen.page.wait_for_timeout(500)
    assert faults(screen.page) == []
    for panel in ("table_last_trick", "table_menu", "table_talk", "table_counter"):
        screen.button(panel).click()
        screen.page.wait_for_timeout(300)
        assert faults(screen.page) == [], panel
        if panel == "table_counter":
            screen.button(panel).click()
        else:
            screen.page.keyboard.press("Escape")
        screen.page.wait_for_timeout(200)
    screen.page.keyboard.press("Escape")
    screen.play_deal()
    screen.page.locator("section.result").wait_for()
    screen.page.wait_for_timeout(500)
    assert faults(screen.page) == []
    match = screen.table["match"]
    screen.page.get_by_role("link", name=screen.words["table_result_replay"]).click()
    screen.page.wait_for_url(f"**/r/{match}/1")
    screen.page.locator("input[type=range]").wait_for()
    assert faults(screen.page) == []
    look_at_the_replay(screen, f"/r/{match}/1")


def look_at_the_replay(screen: Screen, path: str) -> None:
    """A link leads to its moment; steps and jumps move from there; all hands lie open."""
    page = screen.page
    slider = page.locator("input[type=range]")
    screen.go(f"{path}#12")
    page.reload()  # the same document otherwise
    slider.wait_for()
    assert slider.input_value() == "12"
    screen.button("replay_next").click()
    page.wait_for_url(f"**{path}#13")
    assert slider.input_value() == "13"
    hands = page.locator(".seats .hand")
    assert hands.count() == 6
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelectorAll('.seats .hand svg').length >= 0")
    assert slider.input_value() == "0"
    page.keyboard.press("End")
    page.wait_for_function(
        "() => { const all = document.querySelector('input[type=range]');"
        " return all.value === all.max }"
    )


INSIDE = """() => {
  const edge = document.querySelector('.controls').getBoundingClientRect().top;
  const wrong = [];
  let cards = 0;
  for (const hand of document.querySelectorAll('.seats .hand')) {
    const box = hand.getBoundingClientRect();
    const drawn = hand.querySelectorAll('.slot, .pips svg');
    cards += drawn.length;
    if (box.bottom > edge + 1) wrong.push('under the controls');
    for (const each of drawn) {
      const card = each.getBoundingClientRect();
      if (card.left < box.left - 1 || card.right > box.right + 1 || card.bottom > box.bottom + 1)
        wrong.push([card.left - box.left, card.right - box.right, card.bottom - box.bottom]);
    }
  }
  return [cards, wrong];
}"""
"""How many cards of the open hands are drawn, and what stands out of its place."""


def test_six_open_hands_on_one_screen(screens: Callable[..., Screen]) -> None:
    screen = screens("en", DESK, settings={"options": {"max_deals": 1}}).open_table().start()
    screen.button("table_menu").click()
    screen.button("table_autopilot_start").click()
    screen.until(lambda: screen.deal_over, "the end of the deal", seconds=90)
    screen.go(f"/r/{screen.table['match']}/1#0")
    screen.page.locator(".seats .hand").nth(5).wait_for()
    for width, height in SIZES.values():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_timeout(300)
        screen.assert_fits()
        cards, wrong = screen.page.evaluate(INSIDE)
        assert wrong == [], (width, height)
        assert cards == 6 * 27, (width, height)


@LANGS
@pytest.mark.parametrize("size", [UPRIGHT, FLAT])
def test_the_lobby_needs_no_scrolling(
    screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    host = screens(lang, size).open_table()
    host.assert_fits()
    guest = screens(lang, size)
    guest.page.goto(host.page.url)
    guest.button("lobby_enter").click()
    guest.page.get_by_text(guest.words["lobby_wait"]).wait_for()
    guest.assert_fits()
    host.until(
        lambda: [seat["kind"] for seat in host.table["seats"]].count("person") == 2, "both seated"
    )
    host.assert_fits()


@LANGS
def test_the_rules_have_pictures(screens: Callable[..., Screen], lang: str) -> None:
    screen = screens(lang, UPRIGHT).go("/rules")
    screen.page.get_by_role("heading", name=screen.words["rules_title"]).first.wait_for()
    screen.page.locator("main h2").nth(3).wait_for()
    assert screen.page.locator("main svg").count() > 20
    width = screen.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "never wider than the screen"


ANSWERS: tuple[tuple[str, ...], ...] = (
    ("seats",),
    ("pick:1", "pick:2"),
    ("lay:2,3",),
    ("lay:2,3", "pass"),
    ("lay:3",),
    ("pick:1", "pick:0", "pick:1"),
    ("word:1", "word:0"),
    ("pass",),
)
"""What is right at every step of the lesson, by place."""


@pytest.mark.parametrize(
    ("lang", "size"), [("zh", UPRIGHT), ("en", UPRIGHT), ("en", FLAT), ("zh", DESK)]
)
def test_the_lesson_from_its_beginning_to_a_table(
    screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    screen = screens(lang, size).go("/learn")
    page = screen.page
    for step in ANSWERS:
        for answer in step:
            kind, _, places = answer.partition(":")
            if kind == "seats":
                seats = page.locator(".stage .table button")
                seats.nth(1).click()
                page.get_by_text(screen.words["learn_seats_hint"]).wait_for()
                seats.nth(2).click()
                seats.nth(4).click()
            elif kind == "pick":
                page.locator(".stage .choices button").nth(int(places)).click()
            elif kind == "word":
                page.locator(".stage .words button").nth(int(places)).click()
            elif kind == "pass":
                page.locator(".stage").get_by_role(
                    "button", name=screen.words["learn_pass"]
                ).click()
            else:
                for place in places.split(","):
                    page.locator(".stage .hand button").nth(int(place)).click()
                page.locator(".stage").get_by_role(
                    "button", name=screen.words["learn_play"]
                ).click()
            on = screen.button("learn_next")
            on.click()
    page.get_by_text(screen.words["learn_done_title"]).wait_for()
    screen.button("learn_start").click()
    screen.wait_for_cards(27)


def _come_to_lead(screen: Screen) -> bool:
    """Answer with hints or pass, by keys, until we lead; false if the deal ends first."""
    keys = screen.page.keyboard
    while screen.wait_for_turn():
        if not screen.view.get("to_beat"):
            return True
        acted, asked = screen.seq, screen.answers("hinted")
        keys.press("h")
        screen.until(lambda asked=asked: screen.answers("hinted") > asked, "a hint")
        hints = [message for message in screen.heard if message["type"] == "hinted"][-1]["hints"]
        lays = bool(hints) and bool(hints[0]["cards"])  # a hint may be to pass
        if lays:
            screen.page.locator("[data-card][aria-pressed=true]").first.wait_for()
        keys.press("Enter" if lays else "p")
        screen.until(lambda acted=acted: screen.seq > acted, "the table after a move")
    return False


def test_a_trick_by_the_keyboard_alone(screens: Callable[..., Screen]) -> None:
    for _ in range(6):
        screen = screens("en", DESK, touch=False).open_table().start()
        if _come_to_lead(screen) and len(screen.hand.split()) > 5:
            break
    else:
        pytest.fail("six deals, and never a lead")
    keys = screen.page.keyboard
    held = len(screen.hand.split())
    keys.press("ArrowRight")
    assert screen.page.evaluate("() => document.activeElement.dataset.card !== undefined")
    keys.press("End")
    chosen = screen.page.evaluate("() => document.activeElement.dataset.card")
    keys.press("Space")
    screen.page.wait_for_function(
        "() => document.querySelectorAll('[data-card][aria-pressed=true]').length === 1"
    )
    keys.press("Enter")
    screen.until(lambda: len(screen.hand.split()) == held - 1, "a card laid")
    lay = [message["action"] for message in screen.sent if message["type"] == "act"][-1]
    assert chosen.startswith(lay["cards"])
    if not screen.wait_for_turn():
        return
    asked = screen.answers("hinted")
    keys.press("h")
    screen.until(lambda: screen.answers("hinted") > asked, "a hint")
    keys.press("Escape")
    assert screen.page.locator("[data-card][aria-pressed=true]").count() == 0


@pytest.mark.parametrize("motion", [True, False])
def test_motion_only_where_it_is_wanted(screens: Callable[..., Screen], motion: bool) -> None:
    screen = screens("en", DESK, motion=motion).open_table().start()
    assert screen.page.locator("html").get_attribute("data-motion") == (
        "full" if motion else "reduced"
    )
    screen.page.wait_for_timeout(1500)
    screen.wait_for_turn()
    screen.page.evaluate(
        "() => { window.longest = 0; const look = () => {"
        " for (const each of document.getAnimations()) {"
        "  const time = each.effect?.getComputedTiming().activeDuration ?? 0;"
        "  if (Number.isFinite(time)) window.longest = Math.max(window.longest, time) }"
        " requestAnimationFrame(look) }; look() }"
    )
    screen.act()
    screen.wait_for_turn()
    screen.page.wait_for_timeout(300)
    longest = screen.page.evaluate("() => window.longest")
    assert (longest > 100) if motion else (longest <= 100), longest
