"""What the result of a deal offers, and where one may go meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from seeing import DESK, FLAT, UPRIGHT, Screen

TONES = """
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.tones += 1;
    return make.call(this);
  };
"""
"""Counts the tones that a page sounds."""


def play_by_bots(screen: Screen) -> None:
    """Let bots play to the end of the deal, until its result is shown."""
    screen.button("table_menu").click()
    screen.button("table_autopilot_start").click()
    screen.until(lambda: screen.deal_over, "the end of the deal")
    screen.page.locator("section.result").wait_for()


def test_the_record_is_for_the_players_where_nobody_may_look_on(
    screens: Callable[..., Screen], tmp_path: Path
) -> None:
    screen = screens("zh", UPRIGHT, settings={"spectators": False}).open_table().start()
    play_by_bots(screen)
    with screen.page.expect_download() as downloads:
        screen.button("table_result_record").click()
    download = downloads.value
    assert download.suggested_filename == f"daguai-{screen.table['match']}-1.txt"
    path = tmp_path / "record.txt"
    download.save_as(path)
    assert screen.view["result"]["secret"] in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("lang", "size"), [("zh", FLAT), ("en", UPRIGHT)])
def test_from_other_screens_one_sees_and_hears_that_it_is_ones_turn(
    screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    quiet = {"soundCards": False, "soundEvents": False, "soundTurn": True}
    ann = screens(lang, size, wanted=quiet)
    ann.context.add_init_script(TONES)
    ann.open_table()
    ben = screens("en", DESK).join(ann)
    ann.start()
    ben.wait_for_cards(27)

    def play_until_the_turn_of(one: Screen, other: Screen) -> None:
        while not one.my_turn:
            one.until(lambda: ann.seq == ben.seq and (ann.my_turn or ben.my_turn), "a turn")
            if other.my_turn:
                other.act()

    play_until_the_turn_of(ben, ann)
    ann.button("table_menu").click()
    ann.page.get_by_role("link", name=ann.words["table_menu_rules"]).click()
    way = ann.page.get_by_role("banner").get_by_role("link")
    way.filter(has_text=ann.words["app_table"]).wait_for()
    before = ann.page.evaluate("tones")
    play_until_the_turn_of(ann, ben)
    way.filter(has_text=ann.words["app_title_turn"]).wait_for()
    ann.page.wait_for_function("before => tones > before", arg=before)
    ann.page.get_by_role("status").filter(has_text=ann.words["app_title_turn"]).wait_for(
        state="attached"
    )
    ann.page.mouse.wheel(0, 2000)
    ann.page.wait_for_function("() => scrollY > 500")
    way.click()
    ann.wait_for_cards()
    assert ann.page.url.endswith(f"/t/{ann.table['code']}")


def test_who_listens_hears_who_won_and_why(screens: Callable[..., Screen]) -> None:
    screen = screens("zh", DESK).open_table().start()
    play_by_bots(screen)
    result = screen.page.locator("section.result:focus")
    result.wait_for()
    why = screen.page.locator(f"[id='{result.get_attribute('aria-describedby')}']").inner_text()
    assert result.get_attribute("aria-label") == result.get_by_role("heading").inner_text()
    clause = f"table_clause_{screen.view['result']['clause'].replace('.', '_')}"
    assert screen.words[clause] in why or screen.words[f"{clause}_drawn"] in why
    told = screen.page.locator("[data-turn]")
    assert (result.get_attribute("aria-label") or "?") in told.inner_text()


def test_a_seat_taken_after_a_match_counts_from_then_on(screens: Callable[..., Screen]) -> None:
    ann = screens("en", DESK, settings={"options": {"max_deals": 1}}).open_table().start()
    play_by_bots(ann)
    cat = screens("zh", UPRIGHT)
    cat.page.goto(ann.page.url)
    cat.button("lobby_enter").click()
    cat.page.locator("section.result").wait_for()
    assert cat.page.get_by_role("button", name=cat.words["table_result_rematch"]).count() == 0
    cat.button("table_sit").click()
    sheet = cat.page.get_by_role("dialog")
    sheet.get_by_text(cat.words["table_sit_why_later"]).wait_for()
    sheet.get_by_role("listitem").get_by_role("button").first.click()
    cat.page.get_by_text(cat.words["table_result_wait_rematch"]).wait_for()
    assert cat.page.get_by_role("button", name=cat.words["table_result_rematch"]).count() == 0
    cat.page.get_by_role("link", name=cat.words["table_result_replay"]).click()
    way = cat.page.get_by_role("banner").get_by_role("link")
    way.filter(has_text=cat.words["app_table"]).click()
    cat.page.get_by_text(cat.words["table_result_wait_rematch"]).wait_for()
    ann.button("table_result_rematch").click()
    cat.wait_for_cards(27)
