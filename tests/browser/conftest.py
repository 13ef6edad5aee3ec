"""A browser and a server for tests that look at the page as a player does."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from seeing import PATIENCE, Screen
from serving_page import SHARED, Server

import daguai

sys.path.append(str(SHARED))

PAGE = Path(daguai.__file__).parent / "page" / "index.html"


def missing(what: str) -> None:
    """Skip for want of something; where everything must be tested, fail."""
    if os.environ.get("CI") == "true" or os.environ.get("DAGUAI_PAGE") == "require":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("browser") / "data")
    server.start()
    yield server
    server.kill()


# One for a module: while Playwright's loop runs, no other test could run one of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = shutil.which("chromium")
    if program is None:
        missing("no Chromium here: apt-get install chromium")
    if not PAGE.is_file():
        missing("the page is not built: python hatch_build.py")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-dev-shm-usage"],
            timeout=PATIENCE * 1000,
        )
        yield browser
        browser.close()


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> str:
    """What the deals and bots of a test are drawn from: the same in every run."""
    from chance import SEED

    print(f"DAGUAI_TEST_SEED={SEED}")  # pytest shows it where the test fails
    return f"{SEED} {request.node.nodeid}"


@pytest.fixture
def own_server(tmp_path: Path, chance: str) -> Iterator[Callable[..., Server]]:
    """A way to start a server for one test."""
    with ExitStack() as stack:

        def start(**options: Any) -> Server:
            server = Server(tmp_path / "data", **options)
            server.start()
            stack.callback(server.kill)
            server.fix_chance(chance)
            return server

        yield start


@pytest.fixture
def screens(browser: Any, server: Server, chance: str) -> Iterator[Callable[..., Screen]]:
    """A way to open screens, each a device of its own; all are closed, and none may have erred."""
    server.fix_chance(chance)
    with ExitStack() as stack:
        opened: list[Screen] = []

        def open_screen(*arguments: Any, at: Server = server, **options: Any) -> Screen:
            own = f"{chance} {len(opened)}"
            screen = Screen(browser, at, *arguments, chance=own, **options)
            stack.callback(screen.close)
            opened.append(screen)
            return screen

        yield open_screen
        for screen in opened:
            screen.check()
