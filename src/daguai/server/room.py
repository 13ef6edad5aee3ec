"""A table at work: its listeners, its timer, its bots, and the recording of what happens.

All that concerns one table is done one thing after another, in its mailbox. Nothing is applied,
and nobody told, before it is recorded; but who comes, goes or is away does so, whether or not that
can be recorded now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from daguai.actions import Action, IllegalAction, Pass
from daguai.events import DealEnded, DealStarted
from daguai.legal import legal_actions
from daguai.server import absence
from daguai.server.audience import Audience
from daguai.server.mailbox import Job, Mailbox
from daguai.server.pilots import bot_of, stand_in
from daguai.server.protocol import Closed, encode
from daguai.server.running import Proposal, Running
from daguai.server.store.seam import (
    Author,
    Conflict,
    LogEntry,
    PlayerRow,
    StoreError,
    TableRow,
)
from daguai.server.table import Table
from daguai.server.thinking import Thinking, Turn

if TYPE_CHECKING:
    from daguai.server.hub import Hub
    from daguai.server.session import Session

_PAUSE_AFTER_FAILURE: Final = 1.0
"""Seconds before writing, timer and bots go on after something went wrong, such as a full disk."""

T = TypeVar("T")


class Room:
    """One table's work; every coroutine method runs in its mailbox.

    Attributes:
        table: the table itself.
        audience: the sockets that are told what happens.
        mailbox: where work is posted.
        idle_since: since when nobody listens, in ms, or None.
        saved_at: when seats and settings were recorded, in ms.
        closed: whether the table is no more.
    """

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub = hub
        self.table = table
        self.audience = Audience(table, hub.now)
        self.mailbox = Mailbox(self._failed)
        self.idle_since: int | None = hub.now()
        self.saved_at = 0
        self.closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: int | None = None
        self._owed: dict[str, Job] = {}
        self._retry: asyncio.TimerHandle | None = None
        self._thinking = Thinking(self)

    def post(self, job: Job) -> None:
        """Do this after what is being done."""
        self.mailbox.post(job)

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do this after what is being done, and return what it returns or raises."""
        return await self.mailbox.do(job)

    # Coming and going.

    async def enter(self, session: Session, player: str, after: int | None) -> None:
        """Let a socket listen, and tell it all it may know; a person takes over from autopilot.

        Args:
            session: the socket.
            player: whose it is.
            after: the last ``seq`` it has seen; where few are missing, only these are sent.
        """
        table, now = self.table, self.hub.now()
        if session.closed:
            return
        if self.closed:
            session.room = None
            session.tell(Closed(table.id, "unknown_table"))
            return
        audience = self.audience
        audience.listeners[session] = player
        session.room, self.idle_since = self, None
        session.muted.clear()
        changed = table.arrive(player, now, session.program)
        changed = table.find_host(audience.players) or changed
        audience.tell_table()
        if table.running is not None:
            audience.catch_up(session, after)
            audience.tell_clock()
        if changed:
            await self.save_surely()
        self.go_on()

    async def leave(self, session: Session, for_good: bool) -> None:
        """Let a socket listen no more; its seat in a match is kept."""
        audience, table = self.audience, self.table
        player = audience.listeners.pop(session, None)
        if session.room is self:
            session.room = None
        if player is None:
            return
        now = self.hub.now()
        if not audience.listeners:
            self.idle_since = now
        if player not in audience.players:  # no other window of theirs is here
            before = table.seats.of(player)
            let_in = player in table.guests
            table.depart(player, now, for_good)
            host_changed = table.find_host(audience.players)
            audience.tell_table()
            if table.running is not None:
                audience.tell_clock()
            stood_up = table.seats.of(player) is None
            left = before is not None and (stood_up or not table.anybody_here)
            if left or host_changed or (let_in and player not in table.guests):
                await self.save_surely()  # since when nobody is here is kept, too
        self.go_on()

    async def take_over(self, draft: Table, seat: int, player: PlayerRow, program: bool) -> None:
        """Give a bot's seat in the match to a person, from its next decision on.

        Raises:
            Refusal: the seat is not one that the person may take.
            StoreError: it could not be recorded; the bot plays on.
        """
        draft.take_over(seat, player, self.hub.now(), program)
        await self.adopt(draft, partial(self.hub.store.take_seat, draft.match().id, seat))

    async def rename(self, player: PlayerRow) -> None:
        """Show a person's new nickname."""
        seat = self.table.seats.of(player.id)
        if seat is not None:
            self.table.seats[seat].name = player.name
            await self.save_surely()
            self.audience.tell_table()

    # Recording.

    async def change(self, work: Callable[[Table], object]) -> None:
        """Change what the store keeps of the table, or nothing.

        Raises:
            Refusal: what ``work`` raises.
            StoreError: it could not be recorded.
        """
        draft = self.table.draft()
        work(draft)
        await self.adopt(draft)

    async def adopt(
        self, draft: Table, write: Callable[[TableRow], Awaitable[None]] | None = None
    ) -> None:
        """Record a changed draft of the table, by default only that; then it is the table.

        Raises:
            StoreError: it could not be recorded, and the table is as it was.
        """
        now = self.hub.now()
        await (write or self.hub.store.save_table)(draft.row(now))
        self.saved_at = now
        self.table.adopt(draft)

    async def save(self) -> None:
        """Record seats and settings.

        Raises:
            StoreError: they could not be recorded.
        """
        now = self.hub.now()
        await self.hub.store.save_table(self.table.row(now))
        self.saved_at = now

    async def save_surely(self) -> None:
        """Record seats and settings as they are by now; where that fails, a little later."""
        await self._surely("table", self.save)

    async def _surely(self, what: str, write: Job) -> None:
        self._owed.pop(what, None)
        try:
            await write()
        except StoreError as error:
            self._owed[what] = write
            self._failed(error)

    async def close(self) -> bool:
        """Let the table be no more, unless a person is there; return whether it is closed."""
        if self.table.anybody_here:
            await self.save()
            return False
        await self.hub.store.close_table(self.table.id, self.hub.now())
        self.closed = True
        self.audience.send_away(self.audience.players, "abandoned")
        self.hub.tables.drop(self)
        return True

    async def record(
        self,
        proposal: Proposal,
        author: Author,
        seat: int | None = None,
        action: str | None = None,
        request: tuple[Session, str] | None = None,
    ) -> int:
        """Record what happens, then apply it and tell everybody; return its ``seq``.

        Args:
            proposal: made from the present state.
            author: who caused it.
            seat: for which seat.
            action: the key of the client's action.
            request: whose it is, and its id: they are told first that it is accepted.

        Raises:
            Conflict: another process has recorded something; the table has been read again.
        """
        table, running = self.table, self.table.match()
        moved_at = self.hub.now()
        entry = LogEntry(
            match=running.id,
            seq=running.recorded + 1,
            at=moved_at,
            events=encode(proposal.events).decode(),
            author=author,
            seat=seat,
            action=action,
            reserve=None if seat is None else table.reserve_after(seat, moved_at),
        )
        metrics, started = self.hub.metrics, self.hub.loop.time()
        try:
            await self.hub.store.append(entry)
        except Conflict:
            await self._reload()
            raise
        metrics.appends.observe(self.hub.loop.time() - started)
        if seat is not None:
            metrics.moves[author] += 1
            table.clocks.moved(seat, moved_at)
        changed = table.apply(proposal, self.hub.now(), seat, action)
        self.audience.publish(proposal.events, changed, request)
        if running.over:
            await self.match_is_over()
        elif any(isinstance(event, DealStarted | DealEnded) for event in proposal.events):
            self.audience.tell_table()
        return running.seq

    async def match_is_over(self) -> None:
        """Note that the match has ended, which by its log it has."""
        running = self.table.running
        assert running is not None
        assert running.state.end is not None
        self.table.pass_host_on()
        end = running.id, self.hub.now(), running.state.end.winner
        await self._surely("end", lambda: self.hub.store.end_match(*end))
        await self.save_surely()
        self.audience.tell_table()

    async def _reload(self) -> None:
        self.audience.forget_updates()
        await self.hub.tables.read_match(self.table)
        self.audience.tell_views()

    async def begin_match(self) -> None:
        """Begin a match, whose first deal is due at once.

        Raises:
            Refusal: ``match_underway``.
            StoreError: it could not be recorded; no match has begun.
        """
        now, draft = self.hub.now(), self.table.draft()
        match = draft.new_match(now)
        draft.begin_match(match, now)
        await self.adopt(draft, partial(self.hub.store.add_match, match))
        audience = self.audience
        audience.forget_updates()
        if not draft.settings.spectators:
            audience.send_away(audience.players - draft.seats.by_player().keys(), "no_spectators")
        audience.tell_table()
        audience.tell_views()

    async def deal(self) -> None:
        """Deal the next deal."""
        await self.record(self.table.propose_deal(), "table")

    # Time and bots.

    def go_on(self) -> None:
        """Set the timer and let bots think, as the present state asks for."""
        if self.closed:
            return
        self._set_timer()
        table, running = self.table, self.table.running
        if running is None or running.over or not table.awake:
            return
        for seat in running.to_act:
            holder = table.seats[seat]
            if holder.played_by_bot:
                level = holder.bot or stand_in(table.settings.bots)
                self._thinking.begin(seat, self._turn(running, seat), level, running)

    def stop(self) -> None:
        """Stop timer and bots."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = self._timer_at = None
        if self._retry is not None:
            self._retry.cancel()
        self._thinking.stop()

    def _set_timer(self) -> None:
        wake = absence.next_wake(self.table, bool(self.audience.listeners))
        if wake == self._timer_at:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._timer_at = wake
        if wake is not None:
            delay = max(0, wake - self.hub.now()) / 1000
            self._timer = self.hub.loop.call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = self._timer_at = None
        self.post(self._tick)

    async def _tick(self) -> None:
        if self.closed:
            return
        table, now = self.table, self.hub.now()
        absent = absence.absent(table, now)
        for seat in absent:
            table.set_autopilot(seat, True, now)
        deserted = bool(self.audience.listeners) and absence.vacate(table, now)
        if deserted:
            await self.save_surely()
        if absent or deserted:
            self.audience.tell_table()
        asleep = absence.fall_asleep(table, now)
        if asleep or (absent and table.running is not None):
            self.audience.tell_clock()
        if table.playing and table.awake:
            if table.next_deal_at is not None and now >= table.next_deal_at:
                await self.deal()
            for seat in table.clocks.late(now):
                await self._timeout(seat)
        self.go_on()

    async def _timeout(self, seat: int) -> None:
        """Pass for somebody whose time is out, or choose what a beginner would."""
        running = self.table.match()
        view = running.view(seat, memory=True)
        action: Action = Pass()
        if not view.to_beat:
            action = await self.hub.pilots.run(bot_of("beginner").act, view)
        if self.table.strike(seat):
            self.audience.tell_table()
        await self.record(running.propose(seat, action), "timeout", seat)

    def _turn(self, running: Running, seat: int) -> Turn:
        return running.id, running.owed.get(seat, 0), self.table.seats[seat].turn

    async def bot_moves(self, seat: int, turn: Turn, action: Action) -> None:
        """Do what a bot has thought out, if it is still wanted."""
        table, running = self.table, self.table.running
        self._thinking.done(seat, turn)
        holder = table.seats[seat]
        if (
            running is not None
            and table.awake
            and not self.closed
            and holder.played_by_bot
            and turn == self._turn(running, seat)
        ):
            try:
                proposal = running.propose(seat, action)
            except IllegalAction as error:
                self.hub.failed(error, room=self)
                fallback = legal_actions(running.view(seat))[0]
                proposal = running.propose(seat, fallback)
            await self.record(proposal, "bot" if holder.bot else "autopilot", seat)
        self.go_on()

    def _failed(self, error: Exception) -> None:
        self.hub.failed(error, room=self)
        if self._retry is None:
            self._retry = self.hub.loop.call_later(_PAUSE_AFTER_FAILURE, self.post, self._again)

    async def _again(self) -> None:
        self._retry = None
        if not self.closed:
            for what, write in list(self._owed.items()):
                await self._surely(what, write)
        self.go_on()
