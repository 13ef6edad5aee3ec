"""Pairs played by several processes; one that a bot ends costs its pair, and no more."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from typing import TYPE_CHECKING, Final, TypeAlias

from daguai import kernels
from daguai.arena.faults import died
from daguai.arena.playing import Pair, Terms, play_pair
from daguai.bots import UnknownBot
from daguai.errors import CodedError

if TYPE_CHECKING:
    from ctypes import Array, c_int

    _Acting: TypeAlias = "Array[c_int]"

_AHEAD: Final = 3
"""So many pairs for each process are being played, or wait for one before them."""
_NOBODY: Final = -1
_DYING: Final = 5.0
"""Seconds in which a process that was told to end has ended."""


class ArenaError(CodedError):
    """A measurement that cannot be made.

    Attributes:
        code: ``worker_died`` (a process ended though no bot was asked).
    """


@dataclass(slots=True)
class _Worker:
    """A process, the pair it plays, and the side and the seat whose bot it is asking."""

    process: BaseProcess
    connection: Connection
    acting: _Acting
    number: int | None = None


def played(terms: Terms, pairs: int, jobs: int) -> Generator[Pair, None, None]:
    """Yield pairs in the order of their numbers; when closed, no process is left.

    Raises:
        ArenaError: a process ended, and no bot can be blamed.
    """
    if jobs == 1:
        for number in range(pairs):
            yield play_pair(terms, number)
        return
    crew = _Crew(terms, pairs)
    try:
        yield from crew.play(min(jobs, pairs))
    finally:
        crew.end()


class _Crew:
    """Processes that each play one pair at a time."""

    def __init__(self, terms: Terms, pairs: int) -> None:
        self._terms = terms
        self._left: Iterator[int] = iter(range(pairs))
        self._workers: list[_Worker] = []
        self._order: deque[int] = deque()  # of what has been begun and not yet been yielded
        self._done: dict[int, Pair] = {}

    def play(self, jobs: int) -> Generator[Pair, None, None]:
        for _ in range(jobs):
            self._hire()
        self._hand_out()
        while self._order:
            if self._order[0] in self._done:
                yield self._done.pop(self._order.popleft())
            else:
                self._gather()
            self._hand_out()

    def _hire(self) -> None:
        # not forked: threads of libraries do not survive that
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        acting = RawArray("i", (_NOBODY, _NOBODY))
        process = context.Process(target=_work, args=(self._terms, theirs, acting))
        self._workers.append(_Worker(process, ours, acting))  # to be ended if this is interrupted
        with _no_interrupt():
            process.start()
        theirs.close()

    def _hand_out(self) -> None:
        """Give idle processes pairs, unless too many wait for one that takes long."""
        for worker in self._workers:
            if worker.number is None and len(self._order) < _AHEAD * len(self._workers):
                number = next(self._left, None)
                if number is None:
                    return
                self._order.append(number)
                worker.number = number
                with suppress(OSError):  # it has ended, which is noticed soon enough
                    worker.connection.send(number)

    def _gather(self) -> None:
        """Wait for some pairs."""
        busy = [worker for worker in self._workers if worker.number is not None]
        ready = wait([worker.connection for worker in busy])
        for worker in busy:
            if worker.connection not in ready:
                continue
            try:
                pair: Pair = worker.connection.recv()
            except (EOFError, OSError):
                pair = self._lost(worker)
            self._done[pair.number] = pair
            worker.number = None

    def _lost(self, worker: _Worker) -> Pair:
        """Blame whoever was asked last when a process ended, and replace the process."""
        worker.process.join()
        status = worker.process.exitcode or 0
        number = worker.number
        assert number is not None
        side, seat = worker.acting
        if side == _NOBODY:
            message = f"a process of the arena ended with status {status} before any bot was asked"
            raise ArenaError("worker_died", message, status=str(status))
        self._workers.remove(worker)
        worker.connection.close()
        self._hire()
        bot = self._terms.sides[side].place(seat, number, self._terms.rules)
        return Pair(number, fault=died(side, bot, status))

    def end(self) -> None:
        """End all processes at once, whatever they do."""
        begun = [worker for worker in self._workers if worker.process.pid is not None]
        for worker in begun:
            worker.process.terminate()
        for worker in begun:
            worker.process.join(_DYING)
            worker.process.kill()
            worker.process.join()
            worker.connection.close()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Put Ctrl-C off, and for what is started here until it is ready for it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else it is started now, and lets signals through
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


def _work(terms: Terms, connection: Connection, acting: _Acting) -> None:
    """Play the pairs that are asked for, in a process of its own."""
    _begin(terms)

    def notice(side: int, seat: int) -> None:
        acting[0], acting[1] = side, seat

    with suppress(EOFError):
        while True:
            connection.send(play_pair(terms, connection.recv(), notice))


def _begin(terms: Terms) -> None:
    """Get ready: no pair shall wait for imports, and nothing go on when nobody listens."""
    signal.signal(signal.SIGINT, _leave_it)  # Ctrl-C reaches everybody at the terminal
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    starter = multiprocessing.parent_process()
    assert starter is not None, "this runs in processes of their own"
    sentinel = starter.sentinel

    def end_with_it() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()
    kernels.warm_up()
    for side in terms.sides:
        with suppress(UnknownBot):  # told when it plays
            side.try_out()


def _leave_it(*_: object) -> None:
    """Not ignored by ``SIG_IGN``, which programs started here would inherit."""
