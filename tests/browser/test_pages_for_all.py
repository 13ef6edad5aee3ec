"""For everybody: axe, the keyboard alone, less motion; the rules, the lesson and the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from seeing import DESK, FLAT, SIZES, UPRIGHT, WORDS, Screen

LANGS = pytest.mark.parametrize("lang", ["zh", "en"])


def faults(screen: Screen) -> list[str]:
    """What axe finds wrong when nothing moves."""
    screen.settle()
    page = screen.page
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
    assert faults(screen) == []


@LANGS
@pytest.mark.slow
def test_axe_finds_nothing_from_the_lobby_to_the_replay(
    screens: Callable[..., Screen], lang: str
) -> None:
    screen = screens(
        lang, UPRIGHT, settings={"options": {"max_deals": 1, "counts_shown": 27}}
    ).open_table()
    assert faults(screen) == []
    screen.button("shuffle_title").click()
    screen.page.get_by_role("dialog").wait_for()
    assert faults(screen) == []
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("dialog").wait_for(state="detached")
    screen.start()
    for _ in range(2):
        screen.page.keyboard.press("s")
    screen.until(lambda: screen.answers("arranged") > 0, "the hand in plays")
    role = [m for m in screen.heard if m["type"] == "arranged"][-1]["role"]
    note = screen.page.get_by_role("button", name=screen.words[f"table_role_{role}"])
    note.wait_for()
    assert faults(screen) == []
    note.click()
    screen.page.get_by_role("dialog").locator("ol li").first.wait_for()
    assert faults(screen) == []
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("dialog").wait_for(state="detached")
    screen.page.keyboard.press("s")
    screen.wait_for_turn()
    screen.hint()
    assert faults(screen) == []
    for panel in ("table_last_trick", "table_menu", "table_talk", "table_counter"):
        shown = screen.page.locator("aside" if panel == "table_counter" else "dialog")
        screen.button(panel).click()
        shown.wait_for()
        assert faults(screen) == [], panel
        if panel == "table_counter":
            screen.button(panel).click()
        else:
            screen.page.keyboard.press("Escape")
        shown.wait_for(state="detached")
    screen.page.keyboard.press("Escape")
    screen.play_deal()
    screen.page.locator("section.result").wait_for()
    assert faults(screen) == []
    match = screen.table["match"]
    screen.page.get_by_role("link", name=screen.words["table_result_replay"]).click()
    screen.page.wait_for_url(f"**/r/{match}/1")
    screen.page.locator("input[type=range]").wait_for()
    assert faults(screen) == []
    look_at_the_replay(screen, f"/r/{match}/1")


def look_at_the_replay(screen: Screen, path: str) -> None:
    """A link leads to its moment; steps and jumps move from there; all hands lie open."""
    page = screen.page
    slider = page.locator("input[type=range]")

    def at(step: str) -> None:
        page.wait_for_function(
            "step => { const all = document.querySelector('input[type=range]');"
            " return all.value === (step || all.max) }",
            arg=step,
        )

    screen.go(f"{path}#12")
    page.reload()  # the same document otherwise
    slider.wait_for()
    at("12")
    screen.button("replay_next").click()
    page.wait_for_url(f"**{path}#13")
    at("13")
    assert page.locator(".seats .hand").count() == 6
    page.keyboard.press("Home")
    at("0")
    page.keyboard.press("End")
    at("")


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


NEXT_FRAMES = (
    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
)
"""Wait until what follows from a new size has been drawn."""


def test_six_open_hands_on_one_screen(screens: Callable[..., Screen]) -> None:
    screen = screens("en", DESK, settings={"options": {"max_deals": 1}}).open_table().start()
    screen.button("table_menu").click()
    screen.button("table_autopilot_start").click()
    screen.until(lambda: screen.deal_over, "the end of the deal")
    screen.go(f"/r/{screen.table['match']}/1#0")
    screen.page.locator(".seats .hand").nth(5).wait_for()
    for width, height in SIZES.values():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_function("size => innerWidth === size[0]", arg=[width, height])
        screen.page.evaluate(NEXT_FRAMES)
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
    guest = screens(lang, size).join(host)
    guest.assert_fits()
    host.assert_fits()


@LANGS
def test_the_rules_have_pictures(screens: Callable[..., Screen], lang: str) -> None:
    screen = screens(lang, UPRIGHT).go("/rules")
    screen.page.get_by_role("heading", name=screen.words["rules_title"]).first.wait_for()
    screen.page.locator("main h2").nth(3).wait_for()
    screen.page.locator("main svg").nth(20).wait_for()
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


HINTED = re.compile("Hint [0-9]|" + re.escape(WORDS["en"]["table_verdict_no_hint"]))


def _ask_for_a_hint(screen: Screen) -> None:
    """By its key, with no button in the way, and wait until it is given."""
    screen.page.evaluate("() => document.activeElement.blur()")
    screen.page.locator("[data-turn=true]").wait_for(state="attached")
    asked = screen.answers("hinted")
    screen.page.keyboard.press("h")
    screen.until(lambda: screen.answers("hinted") > asked, "a hint")
    screen.page.get_by_role("status").filter(has_text=HINTED).first.wait_for()


def test_a_trick_by_the_keyboard_alone(screens: Callable[..., Screen]) -> None:
    screen = screens("en", DESK, touch=False).open_table().start()
    screen.play_until(lambda: not screen.view.get("to_beat") and len(screen.hand.split()) > 5)
    screen.page.evaluate("() => document.activeElement.blur()")  # buttons were used until here
    screen.page.locator("[data-turn=true]").wait_for(state="attached")
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
    screen.done_by(lambda: keys.press("Enter"))
    screen.until(lambda: len(screen.hand.split()) == held - 1, "a card laid")
    assert chosen.startswith(screen.actions()[-1]["cards"])
    for key in ("Enter", "p"):  # what was hinted, in whatever turn it is; and a pass
        screen.play_until(lambda: bool(screen.view.get("to_beat")))
        _ask_for_a_hint(screen)
        screen.done_by(lambda key=key: keys.press(key))
    screen.play_until(lambda: True)
    _ask_for_a_hint(screen)
    keys.press("Escape")
    screen.page.wait_for_function(
        "() => document.querySelector('[data-card][aria-pressed=true]') === null"
    )


@pytest.mark.parametrize("motion", [True, False])
def test_motion_only_where_it_is_wanted(screens: Callable[..., Screen], motion: bool) -> None:
    screen = screens("en", DESK, motion=motion).open_table().start()
    assert screen.page.locator("html").get_attribute("data-motion") == (
        "full" if motion else "reduced"
    )
    screen.settle()
    screen.page.evaluate(
        "() => { window.longest = 0; const animate = Element.prototype.animate;"
        " const note = time => { if (Number.isFinite(time))"
        "  window.longest = Math.max(window.longest, time) };"
        " Element.prototype.animate = function (frames, options) {"
        "  note(typeof options === 'number' ? options : Number(options?.duration ?? 0));"
        "  return animate.call(this, frames, options) };"
        " const look = () => { for (const each of document.getAnimations())"
        "  note(each.effect?.getComputedTiming().activeDuration ?? 0);"
        " requestAnimationFrame(look) }; look() }"
    )
    laid = len(laid_by(screen))
    screen.play_until(lambda: len(laid_by(screen)) > laid)
    screen.settle()
    longest = screen.page.evaluate("() => window.longest")
    assert (longest > 100) if motion else (longest <= 100), longest


def laid_by(screen: Screen) -> list[dict[str, Any]]:
    return [action for action in screen.actions() if action["type"] == "lay"]
