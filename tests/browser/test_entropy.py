"""The player's part in the shuffle: added before the deal, published and checked after it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from seeing import UPRIGHT, Screen


def let_bots_play(screen: Screen) -> None:
    screen.button("table_menu").click()
    screen.page.get_by_role("button", name=screen.words["table_autopilot_start"]).click()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_adding_to_the_shuffle_and_checking_it(screens: Callable[..., Screen], lang: str) -> None:
    screen = screens(lang, UPRIGHT).open_table()
    added = [m for m in screen.sent if m["type"] == "next_deal"]
    screen.until(lambda: any(m["type"] == "next_deal" for m in screen.sent), "chance added")
    added = [m["entropy"] for m in screen.sent if m["type"] == "next_deal"]
    assert all(len(text) == 32 for text in added), "chance, without being asked"
    commitment = screen.table["commitment"]
    screen.button("shuffle_title").click()
    dialog = screen.page.get_by_role("dialog")
    assert commitment in dialog.inner_text()
    dialog.get_by_label(screen.words["shuffle_mine"]).fill("eight immortals 八仙")
    screen.page.keyboard.press("Tab")
    screen.until(
        lambda: screen.sent[-1].get("entropy") == "eight immortals 八仙", "the text, on its way"
    )
    screen.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    screen.start()
    assert screen.view["commitment"] == commitment
    let_bots_play(screen)
    screen.until(lambda: screen.deal_over, "the end of the deal", seconds=90)
    result = screen.page.locator("section.result")
    screen.button("shuffle_title", result).click()
    panel = screen.page.get_by_role("dialog")
    shown = panel.inner_text()
    secret = screen.view["result"]["secret"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert secret in shown
    assert "eight immortals 八仙" in shown
    panel.get_by_text(screen.words["shuffle_fits"]).wait_for()
    assert "eight immortals 八仙" in screen.view["result"]["entropy"]
    # The next deal has a commitment of its own, and takes what is written beside it.
    assert screen.table["commitment"] in shown
    panel.get_by_label(screen.words["shuffle_mine"]).fill("once more")
    screen.page.keyboard.press("Tab")
    screen.button("table_close", panel).click()
    panel.wait_for(state="detached")
    result.locator(".key.main").click()
    screen.until(
        lambda: [m["entropy"] for m in screen.sent if m["type"] == "next_deal"][-1] == "once more",
        "the next deal wanted",
    )
