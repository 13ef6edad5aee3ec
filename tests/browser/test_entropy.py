"""The player's part in the shuffle: added before the deal, published and checked after it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from seeing import DESK, UPRIGHT, Screen


def let_bots_play(screen: Screen) -> None:
    screen.button("table_menu").click()
    screen.page.get_by_role("button", name=screen.words["table_autopilot_start"]).click()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_adding_to_the_shuffle_and_checking_it(screens: Callable[..., Screen], lang: str) -> None:
    screen = screens(lang, UPRIGHT).open_table()
    screen.until(screen.sent_for_deals, "chance added")
    assert all(len(m["entropy"]) == 32 for m in screen.sent_for_deals()), "without being asked"
    commitment = screen.table["commitment"]
    screen.button("shuffle_title").click()
    dialog = screen.page.get_by_role("dialog")
    assert commitment in dialog.inner_text()
    field = dialog.get_by_label(screen.words["shuffle_mine"])
    field.fill("🀄" * 70)
    screen.until(lambda: screen.sent_for_deals()[-1]["entropy"] == "🀄" * 64, "what fits")
    assert field.input_value() == "🀄" * 64
    assert "64" in dialog.get_by_role("status").inner_text()
    field.fill("eight immortals 八仙")
    screen.page.keyboard.press("Tab")
    screen.until(
        lambda: screen.sent_for_deals()[-1]["entropy"] == "eight immortals 八仙",
        "the text, on its way",
    )
    screen.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    screen.start()
    assert screen.view["commitment"] == commitment
    let_bots_play(screen)
    screen.until(lambda: screen.deal_over, "the end of the deal")
    screen.until(lambda: screen.table["commitment"] not in ("", commitment), "the next one")
    result = screen.page.locator("section.result")
    screen.button("shuffle_title", result).click()
    panel = screen.page.get_by_role("dialog")
    panel.get_by_text(screen.table["commitment"]).wait_for()
    shown = panel.inner_text()
    secret = screen.view["result"]["secret"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert secret in shown
    assert "eight immortals 八仙" in shown
    panel.get_by_text(screen.words["shuffle_fits"]).wait_for()
    assert "eight immortals 八仙" in screen.view["result"]["entropy"]
    # The next deal has a commitment of its own, and takes what is written beside it.
    panel.get_by_label(screen.words["shuffle_mine"]).fill("once more")
    screen.page.keyboard.press("Tab")
    screen.button("table_close", panel).click()
    panel.wait_for(state="detached")
    screen.want_next_deal()
    assert screen.sent_for_deals()[-1]["entropy"] == "once more"


def test_what_one_writes_goes_into_a_deal_that_does_not_wait_for_one(
    screens: Callable[..., Screen],
) -> None:
    """Though one never says that one is ready, nor leaves the field."""
    ann = screens("en", UPRIGHT).open_table()
    ben = screens("zh", DESK).join(ann)
    ann.start()
    ben.wait_for_cards(27)
    let_bots_play(ann)
    ben.play_deal()
    ann.until(lambda: ann.deal_over, "the end of the deal")
    ann.button("shuffle_title", ann.page.locator("section.result")).click()
    field = ann.page.get_by_role("dialog").get_by_label(ann.words["shuffle_mine"])
    field.fill("")
    field.press_sequentially("still writing")
    ann.until(lambda: ann.sent_for_deals()[-1]["entropy"] == "still writing", "the text")
    assert ann.sent_for_deals()[-1]["ready"] is False
    assert ann.deal_over, "nobody asked for the next deal"
    ben.want_next_deal()
    ben.until(lambda: not ben.deal_over, "the next deal")
    let_bots_play(ben)
    ann.until(lambda: ann.view["deal"] == 2 and ann.deal_over, "the end of the next deal")
    assert "still writing" in ann.view["result"]["entropy"]
