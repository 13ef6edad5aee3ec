"""A bot at a server's table, from joining it to the match's end; it reconnects by itself."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from daguai.actions import Action
from daguai.bots import Bot
from daguai.client.address import Address, ClientError
from daguai.client.choosing import Failure, chosen
from daguai.client.memory import Memory
from daguai.events import MatchEnded
from daguai.legal import legal_actions
from daguai.server import protocol as p
from daguai.view import View

Tell: TypeAlias = Callable[[str, dict[str, str]], None]
"""Hears what happens: a message's key after ``bot_client.``, and what the message names."""

_LONGEST_NAME: Final = 16
_LONGEST_CODE: Final = 64
_WAITS: Final = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before one attempt to reconnect and the next; the last goes on."""
_ATTEMPTS: Final = 60
"""So many in a row that fail are the end: some ten minutes."""
_LATE: Final = frozenset({"stale", "not_your_turn", "conflict"})
"""Refusals of an action by which nothing is wrong: somebody else was faster."""


async def play(
    server: str, table: str, bot: Bot, *, name: str = "", tell: Tell | None = None
) -> MatchEnded:
    """Let a bot play one match at a server's table, and return how it ended.

    The bot sits down where it may: in an empty seat or one of the server's bots.

    Args:
        server: the server's address, ``http://localhost:8000``.
        table: the table's code.
        bot: who plays; ``act`` is called in a thread.
        name: what others see, at most 16 characters; by default the bot's own name.
        tell: is called when something happens.

    Raises:
        ClientError: the server cannot be reached, or does not let the bot play.
    """
    if len(table) > _LONGEST_CODE or table != _writable(table):
        table = _writable(table[:_LONGEST_CODE])
        raise ClientError("unknown_code", f"there is no table {table}", table=table)
    shown = _writable(" ".join((name or bot.name).split())[:_LONGEST_NAME])
    address = Address.parse(server)
    token = await asyncio.to_thread(address.new_player, shown)
    return await _Player(address, token, table, bot, tell or (lambda *_: None)).play()


def _writable(text: str) -> str:
    """Return a text as UTF-8 can say it; what a terminal took for no letter becomes ``?``."""
    return text.encode(errors="replace").decode()


class _Over(Exception):
    """The match has ended."""

    def __init__(self, end: MatchEnded) -> None:
        self.end = end


class _Player:
    """One seat, over as many sockets as it takes."""

    _numbers = itertools.count(1)

    def __init__(self, address: Address, token: str, code: str, bot: Bot, tell: Tell) -> None:
        self._address = address
        self._token = token
        self._code = code
        self._bot = bot
        self._tell = tell
        self._memory = Memory()
        self._table: p.TableState | None = None
        self._table_id: str | None = None
        self._seat: int | None = None
        self._sitting: int | None = None
        self._tried: set[int] = set()
        self._thought: asyncio.Task[None] | None = None
        self._sent: p.Act | None = None
        self._recorded = 0
        self._fault = False
        self._begun = False
        self._welcome = False
        self._lost = False
        self._ready_for = -1
        self._socket: ClientConnection | None = None

    async def play(self) -> MatchEnded:
        """Play until the match is over, over one socket after the other."""
        failures = 0
        while True:
            self._welcome = False
            wrong = self._address.unwelcoming()
            try:
                await self._visit()
            except _Over as over:
                return over.end
            except (OSError, WebSocketException, TimeoutError) as error:
                wrong = self._address.unreachable(error)
            if self._welcome:
                failures, self._lost = 0, True
                self._tell("lost", {"url": self._address.url})
            else:
                failures += 1
                if self._table_id is None or failures == _ATTEMPTS:
                    raise wrong
            await asyncio.sleep(_WAITS[min(failures, len(_WAITS) - 1)])

    async def _visit(self) -> None:
        """Play as long as the connection holds."""
        async with connect(self._address.socket, compression=None) as socket:
            self._socket = socket
            after = self._memory.seq if self._memory.public is not None else None
            hello = p.Hello(p.PROTOCOL_VERSION, self._token, self._table_id, after, program=True)
            try:
                await self._put(hello)
                async for text in socket:
                    await self._hear(self._read(text))
            except ConnectionClosed:
                pass
            except (_Over, asyncio.CancelledError):
                with suppress(ConnectionClosed):  # so that a bot plays on at once
                    await self._put(p.Leave(self._id()))
                raise
            finally:
                if self._thought is not None:
                    self._thought.cancel()
                    self._thought = None

    async def _put(self, message: p.ClientMessage) -> None:
        assert self._socket is not None, "connected"
        await self._socket.send(p.encode(message).decode())

    def _read(self, text: str | bytes) -> p.ServerMessage:
        try:
            return p.decode_server(text)
        except msgspec.DecodeError:
            raise self._address.stranger() from None

    def _id(self) -> str:
        return f"bot-{next(self._numbers)}"

    async def _hear(self, message: p.ServerMessage) -> None:
        self._memory.note(message)
        match message:
            case p.Welcome():
                self._welcome, self._ready_for = True, -1
                if self._lost:
                    self._lost = False
                    self._tell("back", {"url": self._address.url})
                await self._come_in()
            case p.Done() if message.table is not None:
                self._table_id = message.table
            case p.TableChanged():
                self._table = message.table
                await self._look_for_a_seat()
            case p.Accepted() if self._sent is not None and message.id == self._sent.id:
                self._sent, self._recorded, self._fault = None, message.seq, False
            case p.Refused():
                await self._refused(message)
            case p.TakenOver():
                raise ClientError("taken_over", "somebody else plays with this program's token")
            case p.Closed() | p.Failed():
                text = getattr(message, "message", "") or "the table lets nobody in any more"
                raise ClientError(message.code, text)
        await self._go_on()

    async def _come_in(self) -> None:
        if self._table_id is None:
            await self._put(p.Join(self._id(), code=self._code))
        elif self._sent is not None:  # perhaps it got lost; it is done once
            await self._put(self._sent)

    async def _look_for_a_seat(self) -> None:
        table = self._table
        assert table is not None, "told"
        own = next((seat.seat for seat in table.seats if seat.you), None)
        if own is not None:
            if own != self._seat:
                self._tell("seated", {"seat": str(own), "table": table.code})
            self._seat, self._sitting = own, None
        elif self._seat is not None:
            raise ClientError("seat_lost", "the host has given the seat to somebody else")
        elif self._sitting is None:
            free = [s.seat for s in table.seats if s.takeable and s.seat not in self._tried]
            if not free:
                raise ClientError("no_seat", "there is no seat for a program at this table")
            # an empty seat is better than that of another bot
            self._sitting = min(free, key=lambda seat: table.seats[seat].kind != "empty")
            self._tried.add(self._sitting)
            await self._put(p.Sit(self._id(), self._sitting))

    async def _refused(self, message: p.Refused) -> None:
        if self._sent is not None and message.id == self._sent.id:
            self._sent = None
            if message.code not in _LATE:
                self._fault = True
                self._tell("fault", {"reason": message.message})
        elif message.code in ("seat_taken", "match_underway") and self._sitting is not None:
            self._sitting = None
            await self._look_for_a_seat()
        elif message.code != "deal_underway":
            raise ClientError(message.code, message.message, **message.details)

    async def _go_on(self) -> None:
        """Do what the present state asks for."""
        memory, view = self._memory, self._memory.public
        if view is None or memory.seat is None:
            return
        if view.end is None:
            self._begun = True
        elif self._begun:
            raise _Over(view.end)
        if view.phase == "waiting" and view.deal > self._ready_for:
            self._ready_for = view.deal
            await self._put(p.NextDeal(self._id()))
        thinking = self._thought is not None and not self._thought.done()
        if self._thought is not None and not thinking:
            self._thought.result()  # what went wrong there goes wrong here
        if memory.due and not thinking and self._sent is None and memory.seq >= self._recorded:
            self._thought = asyncio.create_task(self._act(memory.view(), memory.seq))

    async def _act(self, view: View, seq: int) -> None:
        self._sent = p.Act(self._id(), seq, await self._choose(view))
        with suppress(ConnectionClosed):  # it is sent again
            await self._put(self._sent)

    async def _choose(self, view: View) -> Action:
        """Let the bot choose; what goes wrong in it holds no table up."""
        if not self._fault:
            answer = await asyncio.to_thread(chosen, self._bot, view)
            if not isinstance(answer, Failure):
                return answer
            self._tell("fault", {"reason": answer.reason})
        return legal_actions(view)[0]
