"""What the result of a deal offers, and where one may go meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from seeing import UPRIGHT, Screen


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
