"""What a player's message does at their table. Each handler runs in the table's mailbox."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from daguai.server import protocol as p
from daguai.server import telling
from daguai.server.advice import arranged, hints_for
from daguai.server.answers import judged
from daguai.server.refusal import INTERNAL, Refusal
from daguai.server.wire import Packet

if TYPE_CHECKING:
    from daguai.server.room import Room
    from daguai.server.session import Session
    from daguai.server.store.seam import PlayerRow
    from daguai.server.table import Table
    from daguai.view import View

T = TypeVar("T")


async def handle(room: Room, session: Session, player: PlayerRow, message: Any) -> None:
    """Carry out a message of somebody who is at the table, or refuse it."""
    if room.audience.listeners.get(session) is None:
        session.refuse(message.id, Refusal("not_at_table", "you are not at a table"))
        return
    try:
        await HANDLERS[type(message)](room, session, player, message)
    except Exception as error:
        ours = isinstance(error, ValueError) and hasattr(error, "code")
        if ours:
            session.refuse(message.id, cast("ValueError", error))
        else:
            session.refuse(message.id, Refusal(INTERNAL, "something went wrong"))
            raise


async def act(room: Room, session: Session, player: PlayerRow, message: p.Act) -> None:
    """Act in the match; the same id twice is answered twice and done once."""
    table = room.table
    seat = _own_seat(room, player)
    running = table.running
    if running is None:
        raise Refusal("no_match", "no match is being played at this table")
    key = f"{seat}:{message.id}"
    recorded = running.answered.get(key)
    current = seat in running.owed and message.seq >= running.owed[seat]
    if recorded is None and not current:  # perhaps it was done long ago
        recorded = await room.hub.store.find_action(running.id, key)
    if recorded is not None:
        session.tell(p.Accepted(message.id, running.base + recorded))
        return
    if message.seq > running.seq:
        raise Refusal("ahead", f"there is no state {message.seq} yet", seq=str(running.seq))
    if seat in running.owed and not current:
        session.tell(telling.snapshot(table, player.id, room.hub.now()))
        raise Refusal("stale", f"state {message.seq} is gone", seq=str(running.seq))
    proposal = running.propose(seat, message.action)
    holder = table.seats[seat]
    await room.record(proposal, "player", seat, key, (session, message.id))
    holder.strikes = 0
    if holder.autopilot:  # whoever plays has taken over
        table.set_autopilot(seat, False, room.hub.now())
        room.audience.tell_table()
        room.audience.tell_clock()
    room.go_on()


async def autopilot(room: Room, session: Session, player: PlayerRow, message: p.Autopilot) -> None:
    """Let a bot play for the player, or the player again."""
    seat = _own_seat(room, player)
    room.table.match()
    if room.table.seats[seat].autopilot != message.on:
        room.table.set_autopilot(seat, message.on, room.hub.now())
        room.audience.tell_table()
        room.audience.tell_clock()
        room.go_on()
    session.tell(p.Done(message.id))


async def next_deal(room: Room, session: Session, player: PlayerRow, message: p.NextDeal) -> None:
    """Be ready for the next deal, or only add to it; it begins when everybody here is ready."""
    table = room.table
    holder = table.seats[_own_seat(room, player)]
    running = table.running
    if table.playing and running is not None and not running.between_deals:
        raise Refusal("deal_underway", "the deal is already being played")
    if message.entropy is not None:
        holder.entropy = message.entropy
    session.tell(p.Done(message.id))
    if not message.ready:
        return
    holder.ready = True
    room.audience.tell_table()
    if table.playing and table.everybody_ready():
        table.next_deal_at = room.hub.now()
        room.go_on()


async def sit(room: Room, session: Session, player: PlayerRow, message: p.Sit) -> None:
    """Take a seat; during a match that of a bot."""
    table = room.table
    if not table.admits(session.program):
        raise Refusal("no_programs", "programs may not play at this table")
    if not table.playing:

        def sit_down(draft: Table) -> None:
            draft.sit(message.seat, player, session.program)
            draft.find_host(room.audience.players)

        await _change(room, session, message.id, sit_down)
        return
    await room.take_over(table.draft(), message.seat, player, session.program)
    table.arrive(player.id, room.hub.now(), session.program)
    room.audience.tell_table()
    session.tell(telling.snapshot(table, player.id, room.hub.now()))
    room.audience.tell_clock()
    room.go_on()
    session.tell(p.Done(message.id))


async def stand(room: Room, session: Session, player: PlayerRow, message: p.Stand) -> None:
    """Give the seat up."""
    room.table.require_pause()

    def stand_up(draft: Table) -> None:
        draft.seats.stand(player.id)
        draft.guests.add(player.id)
        draft.pass_host_on()

    await _change(room, session, message.id, stand_up)


async def swap(room: Room, session: Session, player: PlayerRow, message: p.Swap) -> None:
    """Exchange two seats."""
    _host_in_pause(room, player)
    await _change(room, session, message.id, lambda t: t.seats.swap(message.seat, message.with_))


async def shuffle_seats(
    room: Room, session: Session, player: PlayerRow, message: p.ShuffleSeats
) -> None:
    """Draw all seats anew."""
    _host_in_pause(room, player)
    await _change(room, session, message.id, lambda table: table.seats.shuffle())


async def seat_bot(room: Room, session: Session, player: PlayerRow, message: p.SeatBot) -> None:
    """Put a bot into a seat."""
    _host_in_pause(room, player)
    await _change(room, session, message.id, lambda t: t.seats.put_bot(message.seat, message.level))


async def clear_seat(room: Room, session: Session, player: PlayerRow, message: p.ClearSeat) -> None:
    """Empty a seat; a person in it may stay and watch."""
    _host_in_pause(room, player)
    removed = room.table.seats[message.seat].player

    def clear(draft: Table) -> None:
        draft.seats.clear(message.seat)
        if removed is not None:
            draft.guests.add(removed)

    await _change(room, session, message.id, clear)


async def configure(room: Room, session: Session, player: PlayerRow, message: p.Configure) -> None:
    """Change the settings."""
    _host_in_pause(room, player)
    await _change(room, session, message.id, lambda table: table.configure(message.settings))


async def start(room: Room, session: Session, player: PlayerRow, message: p.Start) -> None:
    """Start the first match."""
    room.table.require_host(player.id)
    await room.begin_match()
    room.go_on()
    session.tell(p.Done(message.id))


async def rematch(room: Room, session: Session, player: PlayerRow, message: p.Rematch) -> None:
    """Start another match with the same seats."""
    await start(room, session, player, p.Start(message.id))


async def leave(room: Room, session: Session, player: PlayerRow, message: p.Leave) -> None:
    """Leave the table."""
    await room.leave(session, for_good=True)
    session.tell(p.Done(message.id))


async def judge(room: Room, session: Session, player: PlayerRow, message: p.Judge) -> None:
    """Say what cards are worth."""
    running = room.table.match()
    seat = room.table.seats.of(player.id)
    session.tell(judged(message.id, message.cards, running.view(seat), room.table.rules))


async def hint(room: Room, session: Session, player: PlayerRow, message: p.Hint) -> None:
    """List what could be done; found in a thread, as it may take a moment."""
    found = await _advice(room, session, player, hints_for)
    session.tell(p.Hinted(message.id, found[message.after :][: p.MAX_HINTS], len(found)))


async def arrange(room: Room, session: Session, player: PlayerRow, message: p.Arrange) -> None:
    """Arrange the player's own hand; in a thread, too."""
    session.tell(await _advice(room, session, player, lambda view: arranged(message.id, view)))


async def _advice(
    room: Room, session: Session, player: PlayerRow, advise: Callable[[View], T]
) -> T:
    """Let an adviser look at what the player may know, not too often."""
    view = room.table.match().view(_own_seat(room, player), memory=True)
    if not session.advice.take(room.hub.loop.time()):
        raise Refusal("rate_limited", "too many questions: wait a moment")
    return await room.hub.pilots.run(advise, view)


async def say(room: Room, session: Session, player: PlayerRow, message: p.Say) -> None:
    """Say a phrase to everybody who does not mute the speaker."""
    if not session.phrases.take(room.hub.loop.time()):
        raise Refusal("rate_limited", "that was a lot of talk: wait a moment")
    seat = room.table.seats.of(player.id)
    packet = Packet.of(p.Said(seat, player.name, message.phrase))
    for listener in room.audience.listeners:
        if seat is None or seat not in listener.muted:
            listener.send(packet)
    session.tell(p.Done(message.id))


async def mute(room: Room, session: Session, player: PlayerRow, message: p.Mute) -> None:
    """Hear nothing from a seat, or something again."""
    room.table.seats[message.seat]  # it must be there
    (session.muted.add if message.on else session.muted.discard)(message.seat)
    session.tell(p.Done(message.id))


def _own_seat(room: Room, player: PlayerRow) -> int:
    seat = room.table.seats.of(player.id)
    if seat is None:
        raise Refusal("not_seated", "you have no seat at this table")
    return seat


def _host_in_pause(room: Room, player: PlayerRow) -> None:
    room.table.require_host(player.id)
    room.table.require_pause()


async def _change(
    room: Room, session: Session, request: str, work: Callable[[Table], object]
) -> None:
    """Change the table and tell everybody; where it cannot be recorded, nothing has changed."""
    before = room.table.seats.by_player()
    await room.change(work)
    room.audience.tell_table()
    room.audience.tell_moved(before)
    room.go_on()
    session.tell(p.Done(request))


Handler = Callable[["Room", "Session", "PlayerRow", Any], Awaitable[None]]

HANDLERS: Final[dict[type, Handler]] = {
    p.Act: act,
    p.Arrange: arrange,
    p.Autopilot: autopilot,
    p.ClearSeat: clear_seat,
    p.Configure: configure,
    p.Hint: hint,
    p.Judge: judge,
    p.Leave: leave,
    p.Mute: mute,
    p.NextDeal: next_deal,
    p.Rematch: rematch,
    p.Say: say,
    p.SeatBot: seat_bot,
    p.ShuffleSeats: shuffle_seats,
    p.Sit: sit,
    p.Stand: stand,
    p.Start: start,
    p.Swap: swap,
}
