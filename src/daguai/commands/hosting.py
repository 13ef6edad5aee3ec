"""Starting the server for somebody at a terminal: all that can go wrong is told in one line."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from sqlalchemy.exc import SQLAlchemyError

from daguai.commands.parameters import BadInput
from daguai.messages import text
from daguai.server import logs, serving
from daguai.server.app import create_app
from daguai.server.config import Config
from daguai.server.folder import Folder
from daguai.server.store import SqliteStore, StoreError


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for on the command line.

    Attributes:
        host: the address to listen on.
        port: the port; 0 for any.
        data: the data folder; None for the user's own.
        open_page: whether to open the page in a browser.
        origins: further origins whose pages may open sockets.
        logs: ``json``, ``text``, or ``auto``: text with warnings only at a terminal, else JSON.
        lang: language of what is printed.
        close_after: hours after which a table that everybody has left is closed; 0 for never.
        keep_records: days after its end for which a match is kept; 0 for ever.
    """

    host: str
    port: int
    data: Path | None
    open_page: bool
    origins: tuple[str, ...]
    logs: str
    lang: str
    close_after: float = 24
    keep_records: float = 0


def run(settings: Settings) -> int:
    """Serve until Ctrl-C.

    Raises:
        BadInput: the page is not built, or the data cannot be used.
        FolderError: the data folder cannot be written, or is in use.
        AddressError: the port is taken, or there is no such address.
    """
    data = settings.data or platformdirs.user_data_path("daguai", appauthor=False)
    config = Config(
        data=data,
        origins=settings.origins,
        abandoned_ms=round(settings.close_after * 3_600_000),
        records_ms=round(settings.keep_records * 24 * 3_600_000),
    )
    if not (config.page / "index.html").is_file():
        raise BadInput("no_page", folder=config.page)
    _configure_logs(settings.logs)
    with Folder(data), serving.listen(settings.host, settings.port) as listening:
        store = SqliteStore(data / "daguai.db")
        _migrate(store)
        address = _address(settings.host, listening.getsockname()[1])

        def ready() -> None:
            print(text("serve.ready", settings.lang, address=address, data=data), flush=True)
            if settings.open_page and _has_browser():
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        app = create_app(config, store)
        if not serving.run(app, listening, lambda: app.state.hub.when_ready(ready)):
            raise BadInput("not_started")
        print(text("serve.stopped", settings.lang), flush=True)
    return 0


def _configure_logs(form: str) -> None:
    at_terminal = sys.stderr.isatty()
    if form == "text" or (form == "auto" and at_terminal):
        logs.configure("text", "info" if form == "text" else "warning")
    else:
        logs.configure("json")


def _migrate(store: SqliteStore) -> None:
    """Bring the database up to date before anybody is let in."""

    async def open_and_close() -> None:
        await store.open()
        await store.close()

    try:
        asyncio.run(open_and_close())
    except (StoreError, SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or error)
        raise BadInput("bad_data", file=store.path, reason=reason) from None


def _address(host: str, port: int) -> str:
    """Return the page's address as this machine's browser reaches it."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _has_browser() -> bool:
    """Whether a browser would open a window, rather than take the terminal over."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"))
