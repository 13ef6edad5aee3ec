"""A phone on its side under the bars of its browser: low, but nothing is hidden or out of reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from seeing import LOW, Screen

LEAST = 250
"""Below this height one has to scroll."""

CLASHES = """() => {
  const parts = [];
  const put = (name, selector) => {
    for (const each of document.querySelectorAll(selector)) {
      const box = each.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) parts.push([name(each), box]);
    }
  };
  put(each => `seat ${each.closest('.seat').ariaLabel}`, '.seat .pic, .seat .name');
  put(() => 'play', '.move.top:not(.past) .row, .caption:not(.past)');
  put(each => `move ${each.innerText}`, '.move:not(.top, .past) .row, .pass:not(.past) span');
  put(() => 'verdict', 'p[role=status] .text');
  put(each => `button ${each.innerText || each.ariaLabel}`, '[role=toolbar] button, nav button');
  put(() => 'levels', '.levels');
  put(() => 'counter', 'aside');
  put(() => 'hand', '[data-card]');
  const clashes = [];
  parts.forEach(([name, a], i) => {
    for (const [other, b] of parts.slice(i + 1)) {
      if (name === other) continue;
      const over = Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
                            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
      if (over > 1.5) clashes.push(`${name} / ${other} by ${over.toFixed(1)}`);
    }
  });
  for (const button of document.querySelectorAll('[role=toolbar] button, nav button')) {
    const box = button.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (hit?.closest('button') !== button) clashes.push(`${button.innerText} is out of reach`);
  }
  return clashes;
}"""
"""What lies on something else, and the buttons that cannot be touched."""

LAST_CARD = """() => {
  const box = [...document.querySelectorAll('[data-card]')].at(-1).getBoundingClientRect();
  const hit = document.elementFromPoint(box.right - 6, box.bottom - 6);
  return hit !== null && hit.closest('.hand') !== null;
}"""
"""Whether the lower edge of the hand can be touched."""


def assert_clear(screen: Screen, width: int = 32, height: int = 22) -> None:
    screen.assert_fits()
    screen.assert_touchable(width, height)
    clashes = screen.page.evaluate(CLASHES)
    assert clashes == [], "\n".join(clashes)


@pytest.mark.parametrize(("lang", "size"), [("zh", LOW), ("en", LOW), ("en", (568, 280))])
def test_nothing_covers_anything_on_a_low_screen(
    screens: Callable[..., Screen], lang: str, size: tuple[int, int]
) -> None:
    screen = screens(lang, size, settings={"options": {"counts_shown": 27}}).open_table().start()
    assert_clear(screen)
    screen.play_until(lambda: bool(screen.view.get("to_beat")))
    assert_clear(screen)
    screen.button("table_counter").click()
    screen.page.locator("aside li").first.wait_for()
    assert_clear(screen, height=15)
    screen.button("table_counter").click()
    screen.page.locator("aside").wait_for(state="detached")
    screen.page.keyboard.press("s")
    assert_clear(screen)
    screen.page.keyboard.press("s")
    screen.page.locator("[data-band]").first.wait_for()
    assert_clear(screen)
    screen.act()


def test_what_is_lower_still_is_scrolled(screens: Callable[..., Screen]) -> None:
    screen = screens("en", (568, 200)).open_table().start()
    height = screen.page.evaluate("() => document.documentElement.scrollHeight")
    assert height == LEAST
    screen.page.mouse.move(300, 60)
    screen.page.mouse.wheel(0, 400)
    screen.page.wait_for_function(LAST_CARD)
    screen.play_until(lambda: len(screen.hand.split()) < 27)
