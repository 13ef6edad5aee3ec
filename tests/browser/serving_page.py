"""A server process that a test starts, kills and starts again on the same port and folder."""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

SHARED = Path(__file__).resolve().parents[1] / "server"
"""What the tests of the server have for these, too."""

CODE = """
import sys
import threading
from functools import partial
from pathlib import Path
from daguai.server import logs, serving
from daguai.server.app import create_app
from daguai.server.config import Config

data, port, pause_ms, shared = sys.argv[1:]
sys.path.append(shared)
from chance import fix_chance

def heed_chance():
    for text in sys.stdin:
        fix_chance(text.strip())
        print("fixed", flush=True)

logs.configure("json", "warning")
many = (10**6, 1e6)
config = Config(
    data=Path(data), think_ms=(0, 0), deal_pause_ms=int(pause_ms), grace_ms=600_000,
    lobby_grace_ms=600_000, bot_threads=1, queue_ms=1_000, hello_ms=120_000, messages=many,
    requests=many, advice=many, newcomers=many, sockets=many, tables=many, codes=many,
    wrong_codes=many,
)
serving.uvicorn_config = partial(serving.uvicorn_config, ws_ping_interval=None)
listening = serving.listen("127.0.0.1", int(port))
threading.Thread(target=heed_chance, daemon=True).start()
serving.run(create_app(config), listening, lambda: print("ready", flush=True))
"""
"""As ``daguai serve``, but bots do not dawdle and nothing is too much: tests share an address.

Nor is anybody taken for gone who does not answer a ping in time, as programs that load the core.
"""

HANDED_OUT = 32_768
"""From here on systems give ports to whoever connects, so that one may be gone after a crash."""


def free_port() -> int:
    while True:
        port = random.randrange(HANDED_OUT // 2, HANDED_OUT)
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            continue


class Server:
    """The real thing, in a process of its own.

    Args:
        data: the server's folder.
        pause_ms: how long after a deal the next begins by itself; usually never.
    """

    def __init__(self, data: Path, pause_ms: int = 3_600_000) -> None:
        self.port = free_port()
        self._command = [
            *(sys.executable, "-c", CODE),
            *(str(data), str(self.port), str(pause_ms), str(SHARED)),
        ]
        self._process: subprocess.Popen[str] | None = None
        self._chance = ""
        self.clients: list[Any] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # starts sooner
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line == "ready\n", "the server did not start"
        if self._chance:
            self.fix_chance(self._chance)

    def fix_chance(self, text: str) -> None:
        """Let what is dealt from now on, and what bots do, be drawn from a text."""
        self._chance = text
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "fixed\n", "the server has its chance"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
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
