"""The whole server: every table in memory, every socket, and the way from one to the other."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from daguai.server import admission, requests, warming
from daguai.server import protocol as p
from daguai.server.config import Config
from daguai.server.limits import Limits
from daguai.server.matchmaking import Matchmaking
from daguai.server.metrics import Metrics
from daguai.server.pilots import Pilots, available
from daguai.server.players import Players
from daguai.server.pulse import Pulse
from daguai.server.refusal import INTERNAL, Refusal
from daguai.server.retention import Retention
from daguai.server.room import Room
from daguai.server.secrecy import hash_token
from daguai.server.session import Session
from daguai.server.store.seam import PlayerRow, Store, StoreError
from daguai.server.tables import Tables

log = structlog.get_logger("daguai.server")


class Hub:
    """Tables and sockets of one process.

    Attributes:
        config: times and limits.
        store: what outlives the process.
        players: who is who.
        pilots: the bots' threads.
        tables: every table.
        sessions: the socket of each player who is here.
        metrics: what is counted and measured.
        limits: what addresses and players may do, and how often.
        addresses: how many sockets each address has open.
        retention: what is not kept for ever.
        pulse: whether the store still writes.
        reading: held by whoever works through a whole match in a thread.
        failures: how often something went wrong that is our fault.
        ready: whether tables can be played.
    """

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.players = Players(store)
        self.pilots = Pilots(config.bot_threads, config.think_ms)
        self.tables = Tables(self)
        self.sessions: dict[str, Session] = {}
        self.retention = Retention(self)
        self.queue = Matchmaking(self)
        self.metrics = Metrics(self)
        self.limits = Limits(config)
        self.addresses: Counter[str] = Counter()
        self.pulse = Pulse(store)
        self.reading = asyncio.Semaphore(1)
        self.failures = 0
        self.ready = False
        self._janitor: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._measuring: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store and begin."""
        self.loop = asyncio.get_running_loop()
        await self.store.open()
        self._janitor = asyncio.create_task(self._clean())
        self._warming = asyncio.create_task(self._warm_up())
        self._measuring = asyncio.create_task(self.metrics.watch_lag())

    async def _warm_up(self) -> None:
        try:
            await warming.warm_up()
        except Exception as error:
            self.failed(error)
            raise
        self.ready = True

    def when_ready(self, tell: Callable[[], None]) -> None:
        """Call a function as soon as tables can be played."""

        def done(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and task.exception() is None:
                tell()

        assert self._warming is not None, "open() comes first"
        self._warming.add_done_callback(done)

    async def close(self) -> None:
        """Finish what is being recorded and stop."""
        self.ready = False
        for task in (self._janitor, self._warming, self._measuring):
            if task is not None:
                task.cancel()
        self.queue.close()
        for session in list(self.sessions.values()):
            session.close(1012, "the server restarts")
        await asyncio.sleep(0)  # they are forgotten now, and not when the store is closed
        for room in list(self.tables.rooms.values()):
            room.stop()
            await room.mailbox.drained()
        self.pilots.close()
        await self.store.close()

    @staticmethod
    def now() -> int:
        """Return the time in ms since 1970."""
        return time.time_ns() // 1_000_000

    # Sockets.

    async def hello(self, session: Session, message: p.Hello) -> None:
        """Find out who is there; a second window of the same player takes over."""
        if message.protocol != p.PROTOCOL_VERSION:
            text = f"this server speaks protocol {p.PROTOCOL_VERSION}: reload the page"
            session.tell(p.Failed("wrong_protocol", text))
            session.close(1002, "wrong protocol")
            return
        player = await self.players.of_token(message.token)
        if player is None:
            session.tell(p.Failed("unknown_token", "no player has this token"))
            session.close(1008, "unknown token")
            return
        if session.player is not None and session.player.id != player.id:
            session.tell(p.Failed("bad_message", "this socket already belongs to another player"))
            return
        if self._warming is not None:
            await asyncio.shield(self._warming)
        table = await self.store.table_of(player.id)
        if session.closed:  # the socket broke meanwhile, and another may be here by now
            return
        session.player, session.credential = player, hash_token(message.token)
        session.program = message.program
        before = self.sessions.get(player.id)
        self.sessions[player.id] = session
        session.tell(
            p.Welcome(
                p.PROTOCOL_VERSION,
                p.Player(player.id, player.name),
                session.id,
                table,
                available(),
            )
        )
        try:
            if message.table is not None:
                await self._return(session, player, message.table, message.after)
        finally:  # only now: at the table the player never was away
            if before is not None and before is not session:
                before.tell(p.TakenOver())
                before.close(4001, "taken over")

    async def _return(
        self, session: Session, player: PlayerRow, table: str, after: int | None
    ) -> None:
        try:
            room = await admission.come_back(self, session, player, table)
            await self._enter(session, player, room, after)
        except Refusal as refusal:
            session.tell(p.Closed(table, refusal.code))

    def handle(self, session: Session, message: Any) -> None:
        """Hand a message to the table, or to what is outside of tables."""
        player = session.player
        if type(message) in requests.HANDLERS and session.mailbox.idle:
            assert player is not None, "nobody gets here before hello"
            self._at_table(session, player, message)
        elif len(session.mailbox) < 64:
            session.mailbox.post(lambda: self._outside(session, message))
        else:
            session.refuse(message.id, Refusal("rate_limited", "too many messages at once"))

    def _at_table(self, session: Session, player: PlayerRow, message: Any) -> None:
        room = session.room
        if room is None:
            session.refuse(message.id, Refusal("not_at_table", "you are not at a table"))
        else:
            room.post(lambda: requests.handle(room, session, player, message))

    async def _outside(self, session: Session, message: Any) -> None:
        player = session.player
        if session.closed:
            return
        if player is None:
            session.tell(p.Failed("hello_first", "the first message is hello"))
            return
        if type(message) in requests.HANDLERS:
            self._at_table(session, player, message)
            return
        try:
            match message:
                case p.Watch():
                    room = await admission.watch(self, session, player, message.table)
                case p.Join():
                    room = await admission.join(self, session, player, message)
                case p.Create():
                    room = await admission.create(self, session, player, message.settings)
                case p.PlayNow():
                    settings = message.settings or p.Settings()
                    room = await admission.create(self, session, player, settings)
                case p.QuickMatch() if session.program:
                    raise Refusal("no_programs", "quick matches are for people")
                case p.QuickMatch():
                    left = session.room
                    await self._depart(session)
                    if left is not None:
                        session.tell(p.Closed(left.table.id, "left"))
                    self.queue.add(session)
                    session.tell(p.Done(message.id))
                    return
                case _:
                    self.queue.remove(session)
                    session.tell(p.Done(message.id))
                    return
            self.queue.remove(session)
            session.tell(p.Done(message.id, room.table.id, room.table.code))
            await self._enter(session, player, room, None)
            if isinstance(message, p.PlayNow):
                await self.start(room)
        except ValueError as error:
            if not hasattr(error, "code"):
                raise
            session.refuse(message.id, error)

    def pong(self, session: Session, message: p.Ping) -> None:
        """Answer a ping."""
        session.tell(p.Pong(message.t, self.now()))

    def forget(self, session: Session) -> None:
        """Note that a socket is gone."""
        self.queue.remove(session)
        player, room = session.player, session.room
        if player is not None and self.sessions.get(player.id) is session:
            del self.sessions[player.id]
        if room is not None:
            room.post(lambda: room.leave(session, for_good=False))

    async def rename(self, player: PlayerRow, name: str) -> PlayerRow:
        """Give a player another nickname, here and at their table."""
        await self.store.rename_player(player.id, name)
        self.players.forget(player.id)
        renamed = msgspec.structs.replace(player, name=name)
        session = self.sessions.get(player.id)
        if session is not None:
            session.player = renamed
            room = session.room
            if room is not None:
                room.post(lambda: room.rename(renamed))
        return renamed

    def expel(self, player: PlayerRow, token: str) -> None:
        """Close the socket that was opened with a token, which is worthless now."""
        session = self.sessions.get(player.id)
        if session is not None and session.credential == hash_token(token):
            session.close(1008, "logged out")

    def failed(
        self, error: Exception, *, session: Session | None = None, room: Room | None = None
    ) -> None:
        """Write down and count an error that is ours, or the store's."""
        self.failures += 1
        self.metrics.refused[error.code if isinstance(error, StoreError) else INTERNAL] += 1
        log.error(
            "failed",
            error=repr(error),
            session=None if session is None else session.id,
            table=None if room is None else room.table.id,
            exc_info=error,
        )

    # Tables.

    async def start(self, room: Room) -> None:
        """Begin a table's match, after what is being done there."""

        async def job() -> None:
            await room.begin_match()
            room.go_on()

        room.post(job)

    async def enter(self, session: Session, room: Room) -> None:
        """Let a player's socket into a table where they have a seat."""
        if session.player is not None:
            await self._enter(session, session.player, room, None)

    async def _enter(
        self, session: Session, player: PlayerRow, room: Room, after: int | None
    ) -> None:
        if session.room is not room:
            await self._depart(session)
        session.room = room  # what it says from now on concerns this table
        room.post(lambda: room.enter(session, player.id, after))

    async def _depart(self, session: Session) -> None:
        room = session.room
        if room is not None:
            session.room = None
            room.post(lambda: room.leave(session, for_good=True))

    async def _clean(self) -> None:
        """Put away, for ever, what nobody looks at."""
        while True:
            await asyncio.sleep(self.config.janitor_ms / 1000)
            try:
                self.tables.put_away_idle()
                await self.retention.sweep()
            except Exception as error:  # such as a full disk: perhaps next time
                self.failed(error)
