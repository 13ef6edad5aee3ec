"""Take the pictures of docs/images: the main screens, upright, flat and wide, in both languages.

``uv run --with pillow scripts/make_screenshots.py`` needs the built page and a Chromium on the
path; it starts a server of its own and plays by the page's hints. ``--only WORD`` takes the
pictures of the rounds whose name has the word.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests" / "browser"))

from seeing import SIZES, Screen  # noqa: E402
from serving_page import Server  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IMAGES = ROOT / "docs" / "images"
LANGS = ("zh", "en")
LEFT_OUT = {
    "rules-desk",
    "lesson-desk",
    "lobby-desk",
    "result-desk",
    "rules-flat",
    "lesson-flat",
    "arranged-flat",
}
"""What shows no more than the same screen in another shape: all pictures stay below 1.5 MB."""
OPTIONS = {"options": {"max_deals": 1}}


def shoot(screen: Screen, name: str) -> None:
    if name.rpartition("-")[0] in LEFT_OUT:
        return
    screen.page.wait_for_timeout(900)  # whatever still moves
    path = IMAGES / f"{name}.png"
    picture = Image.open(BytesIO(screen.page.screenshot(animations="disabled"))).convert("RGB")
    picture.quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=2).save(path, optimize=True)
    print(f"{path.name} {path.stat().st_size // 1000} kB", flush=True)


def quiet_pages(screen: Screen, name: str) -> None:
    """Take what needs no match."""
    for place, path in (("home", "/"), ("rules", "/rules#plays"), ("lesson", "/learn#6")):
        screen.go(path)
        screen.page.wait_for_load_state("networkidle")
        shoot(screen, f"{place}-{name}")


def table_pages(screen: Screen, name: str) -> None:
    """Take a match from its lobby to the replay of its deal."""
    screen.open_table()
    shoot(screen, f"lobby-{name}")
    screen.start()
    taken = False
    while screen.wait_for_turn():
        if not taken and follows(screen) and screen.hint():
            shoot(screen, f"table-{name}")
            taken = True
            show_arranged(screen, name)
            screen.page.keyboard.press("Escape")
        screen.act()
    screen.page.locator("section.result").wait_for()
    shoot(screen, f"result-{name}")
    screen.go(f"/r/{screen.table['match']}/1#24")
    screen.page.locator("input[type=range]").wait_for()
    shoot(screen, f"replay-{name}")
    if not taken:  # a deal in which there was nothing worth laying on others' plays
        table_pages(screen, name)


def show_arranged(screen: Screen, name: str) -> None:
    """Take the same hand in its plays, and sort it by rank again."""
    screen.page.keyboard.press("Escape")
    for _ in range(2):
        screen.page.keyboard.press("s")
    screen.until(lambda: screen.answers("arranged") > 0, "the arrangement")
    screen.page.evaluate("() => document.activeElement.blur()")
    shoot(screen, f"arranged-{name}")
    screen.page.keyboard.press("s")


def follows(screen: Screen) -> bool:
    """Whether there is something on the table to beat, and a hand worth looking at."""
    return bool(screen.view.get("to_beat")) and len(screen.hand.split()) >= 12


def take(browser: Browser, server: Server, wanted: Callable[[str], bool]) -> None:
    for lang in LANGS:
        for shape, size in SIZES.items():
            name = f"{shape}-{lang}"
            for pages in (quiet_pages, table_pages):
                if wanted(f"{pages.__name__}-{name}"):
                    server.fix_chance(name)  # the same cards whenever they are taken
                    screen = Screen(browser, server, lang, size, settings=OPTIONS, chance=name)
                    pages(screen, name)
                    screen.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of such as quiet_pages-upright-zh")
    only = parser.parse_args().only
    IMAGES.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("no Chromium on the path")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            take(browser, server, lambda name: only in name)
            browser.close()
        finally:
            server.kill()
    print(f"{sum(path.stat().st_size for path in IMAGES.glob('*.png')) // 1000} kB in all")


if __name__ == "__main__":
    main()
