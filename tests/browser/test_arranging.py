"""The arranged hand 理牌, groups made by hand, and the reasons of hints."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor
from typing import Any

import pytest
from seeing import DESK, FLAT, UPRIGHT, Screen

ARRANGED = {"sort": "arranged"}


def arranged(screen: Screen, count: int) -> dict[str, Any]:
    """Wait for the arrangement of so many cards, and until it is shown."""

    def latest() -> dict[str, Any] | None:
        told = [message for message in screen.heard if message["type"] == "arranged"]
        fits = [m for m in told if sum(len(p["cards"].split()) for p in m["plays"]) == count]
        return fits[-1] if fits else None

    screen.until(lambda: latest() is not None, f"an arrangement of {count} cards")
    found = latest()
    assert found is not None
    turns = screen.words["table_turns"].replace("{turns}", str(found["turns"]))
    role = screen.words[f"table_role_{found['role']}"]
    screen.page.get_by_role("button", name=f"{turns} {role}").wait_for()
    return found


@pytest.mark.parametrize(
    ("lang", "size"),
    [
        ("zh", UPRIGHT),
        pytest.param("en", FLAT, marks=pytest.mark.slow),
        pytest.param("en", UPRIGHT, marks=pytest.mark.slow),
        pytest.param("zh", DESK, marks=pytest.mark.slow),
    ],
)
def test_the_hand_in_plays(
    screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    """Clause 13.1 and 13.2: fewest turns, and what the hand is good for, after each own move."""
    screen = screens(lang, size, wanted=ARRANGED).open_table().start()
    found = arranged(screen, 27)
    screen.assert_fits()
    screen.assert_touchable()
    plays = [play for play in found["plays"] if len(play["cards"].split()) > 1]
    bands = screen.page.locator("[data-band]")
    assert bands.count() == len(plays)
    assert len(found["plays"]) == found["turns"]
    # A touch of a play's foot selects the play.
    bands.first.click()
    chosen = sorted(screen.cards("[aria-pressed=true]"))
    assert chosen in [sorted(play["cards"].split()) for play in plays]
    screen.page.keyboard.press("Escape")
    screen.play_until(lambda: len(screen.hand.split()) < 27)
    arranged(screen, len(screen.hand.split()))
    assert sorted(screen.cards()) == sorted(screen.hand.split())


def test_what_the_plays_are_worth(screens: Callable[..., Screen]) -> None:
    screen = screens("en", UPRIGHT, wanted=ARRANGED).open_table().start()
    found = arranged(screen, 27)
    screen.page.get_by_role("button", name=screen.words[f"table_role_{found['role']}"]).click()
    panel = screen.page.get_by_role("dialog")
    panel.locator("ol li").first.wait_for()
    assert panel.locator("ol li").count() == len(found["plays"])
    hold = f"{floor(found['plays'][0]['hold'] * 100 + 0.5)}%"  # as JavaScript rounds
    assert hold in panel.locator("ol li").first.inner_text()
    screen.page.keyboard.press("Escape")
    panel.wait_for(state="detached")


@pytest.mark.parametrize("size", [UPRIGHT, FLAT, DESK])
def test_a_group_made_by_hand_stays(screens: Callable[..., Screen], size: tuple[int, int]) -> None:
    """It leaves the arranged plays, outlives a reload, and dissolves when wanted: all by keys."""
    screen = screens("en", size, touch=False, wanted=ARRANGED).open_table().start()
    found = arranged(screen, 27)
    screen.assert_touchable()
    plays = [play["cards"].split() for play in found["plays"]]
    pair = [plays[0][0], plays[1][0]]  # of two plays, which break
    keys = screen.page.keyboard
    for card in pair:
        screen.page.locator(f'[data-card^="{card}."][aria-pressed=false]').first.focus()
        keys.press("Space")
    assert sorted(screen.cards("[aria-pressed=true]")) == sorted(pair)
    keys.press("g")
    band = screen.page.get_by_role(
        "button", name=screen.words["table_take_group"].replace("{count}", "2")
    )
    band.wait_for()
    assert screen.cards("[aria-pressed=true]") == []
    screen.told = False
    screen.page.reload()
    screen.wait_for_cards(27)
    band.wait_for()
    screen.assert_fits()
    band.click()
    assert sorted(screen.cards("[aria-pressed=true]")) == sorted(pair)
    keys.press("g")  # dissolves the group of what is selected
    band.wait_for(state="detached")


def test_the_key_that_sorts(screens: Callable[..., Screen]) -> None:
    screen = screens("en", DESK, touch=False).open_table().start()
    keys = screen.page.keyboard
    names = [screen.words[f"table_sort_{sort}"] for sort in ("suit", "arranged", "rank")]
    for name in names:
        keys.press("s")
        screen.page.get_by_role("button", name=name, exact=True, pressed=True).wait_for()
    keys.press("s")
    keys.press("s")
    arranged(screen, 27)
    # Whoever listens hears what play a card belongs to.
    heard = screen.page.locator("[data-card] .unseen").all_inner_texts()
    inside = screen.words["table_card_in"].replace("{name}", "").split("{what}")[0]
    assert any(inside in words for words in heard)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_hint_says_why(screens: Callable[..., Screen], lang: str) -> None:
    """Clause 13: the club bot's reason stands beside its hint, whichever it is."""
    screen = screens(lang, UPRIGHT).open_table().start()
    for _ in range(3):
        screen.play_until(lambda: True)
        screen.hint()
        hints = [message for message in screen.heard if message["type"] == "hinted"][-1]["hints"]
        first = hints[0]
        told = screen.words[f"table_why_{first['reason']}"]
        if first["cards"] == "" and len(hints) == 1 and first["reason"] == "nothing_beats":
            told = screen.words["table_verdict_no_hint"]
        pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(told))
        screen.page.get_by_role("status").filter(has_text=re.compile(pattern)).first.wait_for()
        screen.page.keyboard.press("Escape")
        screen.act()
