"""Whole deals played by the buttons, in both languages and on every kind of screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from seeing import SIZES, UPRIGHT, Screen

RANKS = "23456789TJQKA"


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.slow
def test_a_whole_deal(screens: Callable[..., Screen], lang: str, size: tuple[int, int]) -> None:
    screen = screens(lang, size, settings={"options": {"max_deals": 1}})
    screen.open_table().start()
    assert len(screen.cards()) == 27
    screen.assert_fits()
    screen.assert_touchable()
    moves = 0
    while screen.wait_for_turn():
        before = screen.hand
        laid = screen.act()
        moves += 1
        if laid:
            screen.until(lambda before=before: screen.hand != before, "fewer cards")
            screen.wait_for_cards()
        if moves in (1, 3, 8):
            screen.assert_fits()
            screen.assert_touchable()
            assert sorted(screen.cards()) == sorted(screen.hand.split())
    assert moves > 0
    result = screen.page.locator("section.result")
    result.wait_for()
    screen.assert_fits()
    ended = screen.view["result"]
    clause = f"table_clause_{ended['clause'].replace('.', '_')}"
    if ended["clause"] == "8.4" and ended["winner"] is None:
        clause += "_drawn"
    assert screen.words[clause] in result.inner_text()
    screen.button("table_result_rematch").wait_for()
    box = screen.button("table_result_rematch").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1], "the way on is in sight"


@pytest.mark.parametrize(("lang", "size"), [("zh", UPRIGHT), ("en", (1280, 800))])
def test_a_newcomer_sees_27_sorted_cards_after_one_touch(
    screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    screen = screens(lang, size, motion=True)
    screen.go("/")
    screen.button("home_play").click()
    screen.wait_for_cards(27)
    order = [*(rank for rank in RANKS if rank != screen.view["level"]), screen.view["level"]]
    names = [*order, "L", "B"]
    assert sorted(screen.cards()) == sorted(screen.hand.split())
    if size == UPRIGHT:
        return  # two rows, whose places the page's own tests hold
    places = screen.page.locator("[data-card]").evaluate_all(
        "all => all.map(card => [new DOMMatrix(card.style.transform).e, card.dataset.card[0]])"
    )
    columns: dict[float, set[str]] = {}
    for x, rank in places:
        columns.setdefault(x, set()).add(rank)
    assert all(len(ranks) == 1 for ranks in columns.values()), "a column holds one rank"
    shown = [names.index(next(iter(columns[x]))) for x in sorted(columns)]
    assert shown == sorted(shown, reverse=True)
