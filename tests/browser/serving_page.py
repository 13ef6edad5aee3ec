"""A server process that a test starts, kills and starts again on the same port and folder."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

CODE = """
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from daguai.server import logs, serving
from daguai.server.app import create_app
from daguai.server.config import Config

logs.configure("json", "warning")
many = (10**6, 1e6)
config = Config(
    data=Path(sys.argv[1]), think_ms=(0, int(sys.argv[3])), deal_pause_ms=600_000,
    grace_ms=600_000, lobby_grace_ms=600_000, bot_threads=1, queue_ms=1_000,
    messages=many, requests=many, newcomers=many, sockets=many, tables=many, codes=many,
)
listening = serving.listen("127.0.0.1", int(sys.argv[2]))
serving.run(create_app(config), listening, lambda: print("ready", flush=True))
"""
"""As ``daguai serve``, but bots do not dawdle and nothing is too much: tests share an address."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Server:
    """The real thing, in a process of its own."""

    def __init__(self, data: Path, think_ms: int = 0) -> None:
        self.port = free_port()
        self._command = [sys.executable, "-c", CODE, str(data), str(self.port), str(think_ms)]
        self._process: subprocess.Popen[str] | None = None
        self.clients: list[Any] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # starts sooner
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line == "ready\n", "the server did not start"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def guest(self, name: str) -> str:
        """Make a player and return their token."""
        request = urllib.request.Request(
            f"{self.url}/api/players",
            json.dumps({"nickname": name}).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as response:
            return str(json.load(response)["token"])


def in_thread(work: Callable[[], T]) -> T:
    """Run something that has a loop of its own, apart from Playwright's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()
