"""A process that is talked to in lines, and that ends with everything it started.

Nothing here waits without a limit, whatever the process does: two threads hold its pipes. Where
there are groups of processes it runs in one of its own, led by a guard that kills the group when
nobody holds the guard's pipe any more, thus also when this program is killed. The terminal's
Ctrl-C does not reach that group, only this program, which ends it.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from typing import BinaryIO, Final, TypeAlias

LONGEST: Final = 1_000_000
"""Bytes that a line may have."""

_UNREAD: Final = 8
"""So many lines wait to be heard; the process itself has to wait with more."""
_DYING: Final = 5.0
"""Seconds in which a process that was killed is gone, unless the system holds it."""
_GUARD: Final = "trap '' HUP INT TERM; read -r line; kill -KILL 0"

_Lines: TypeAlias = queue.SimpleQueue[bytes]


class Child:
    """A running process.

    Raises:
        OSError, ValueError: it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.heard = False
        """Whether it has written a line yet."""
        self._said: _Lines = queue.SimpleQueue()
        self._lines: _Lines = queue.SimpleQueue()
        self._guard = guard = _guard()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                process_group=None if guard is None else guard.pid,
            )
        except BaseException:
            self._end_group()
            raise
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        speaking = (self._process.stdin, self._said, self._lines)
        Thread(target=_speak, args=speaking, daemon=True).start()
        Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True).start()

    def say(self, line: bytes) -> None:
        """Write a line, as soon as the process reads it."""
        self._said.put(line)

    def hear(self, seconds: float) -> bytes | None:
        """Wait for a line; return None if none comes in time, and an empty one at the end.

        A line longer than ``LONGEST`` comes without its end, and is the last.
        """
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        self.heard = self.heard or bool(line)
        return line

    def end(self) -> None:
        """Kill the process and those it started."""
        self._said.put(b"")
        self._end_group()
        self._process.kill()  # if it has left the group
        _wait_for(self._process)

    def _end_group(self) -> None:
        guard = self._guard
        if guard is not None and guard.returncode is None:  # else the number may be another's
            with suppress(OSError):
                os.killpg(guard.pid, signal.SIGKILL)
            _wait_for(guard)
            assert guard.stdin is not None
            guard.stdin.close()


def _wait_for(process: subprocess.Popen[bytes]) -> None:
    with suppress(subprocess.TimeoutExpired):
        process.wait(_DYING)


def _guard() -> subprocess.Popen[bytes] | None:
    """Start the leader of a new group, which kills the group when its pipe is closed."""
    if os.name != "posix":
        return None
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", _GUARD],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
    except FileNotFoundError:  # there are containers without a shell
        return None


def _speak(pipe: BinaryIO, said: _Lines, lines: _Lines) -> None:
    """Write what is said, up to an empty line; a process that does not listen has ended."""
    try:
        with pipe:
            while line := said.get():
                pipe.write(line)
                pipe.flush()
    except OSError:
        lines.put(b"")


def _listen(pipe: BinaryIO, lines: _Lines) -> None:
    """Put every line of a process's output into a queue, and an empty one at its end."""
    with pipe:
        while lines.qsize() < _UNREAD and (line := pipe.readline(LONGEST + 1)):
            lines.put(line)
            if len(line) > LONGEST:
                break
    lines.put(b"")
