"""Who sits where: changes of a table's seats, before, during and after a match."""

from __future__ import annotations

import random
from collections.abc import Container
from dataclasses import dataclass, replace

from daguai.server.protocol import BotLevel, SeatState
from daguai.server.refusal import Refusal
from daguai.server.store.seam import PlayerRow, SeatRow


@dataclass(slots=True)
class Holder:
    """Who holds a seat, and how they are.

    Attributes:
        player: a person's id, or None.
        name: the person's nickname.
        bot: strength of the bot that holds the seat itself, or None.
        connected: whether the person is here.
        gone_at: when they left or were cut off, ms since 1970, or None.
        autopilot: whether a bot plays for the person 托管.
        strikes: timeouts in a row.
        ready: whether the person is ready for the next deal.
        entropy: what they add to the next deal's shuffle.
        program: whether a program of theirs plays rather than the person.
        turn: raised whenever another takes over the seat's play, so that what a bot thought out
            before is not played any more.
    """

    player: str | None = None
    name: str = ""
    bot: BotLevel | None = None
    connected: bool = False
    gone_at: int | None = None
    autopilot: bool = False
    strikes: int = 0
    ready: bool = False
    entropy: str = ""
    program: bool = False
    turn: int = 0

    @property
    def empty(self) -> bool:
        """Whether nobody holds the seat."""
        return self.player is None and self.bot is None

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot makes the seat's moves now."""
        return self.bot is not None or self.autopilot

    def row(self) -> SeatRow:
        """Return what the store keeps."""
        return SeatRow(self.player, self.name, self.bot, self.program)

    def let_bot_play(self, on: bool) -> None:
        """Switch the autopilot; whoever plays on starts without strikes."""
        self.autopilot = on
        self.strikes = 0
        self.turn += 1


class Seats:
    """The seats of a table, by number."""

    def __init__(self, count: int) -> None:
        self.holders = [Holder() for _ in range(count)]

    def __getitem__(self, seat: int) -> Holder:
        if not 0 <= seat < len(self.holders):
            raise Refusal("unknown_seat", f"there is no seat {seat}", seat=str(seat))
        return self.holders[seat]

    def of(self, player: str) -> int | None:
        """Return the seat of a person, or None."""
        for seat, holder in enumerate(self.holders):
            if holder.player == player:
                return seat
        return None

    def by_player(self) -> dict[str, int]:
        """Return the seat of each person."""
        return {h.player: seat for seat, h in enumerate(self.holders) if h.player is not None}

    def persons(self) -> list[Holder]:
        """Return the holders that are persons."""
        return [holder for holder in self.holders if holder.player is not None]

    def free(self) -> int | None:
        """Return the first seat that nobody holds, or None."""
        return next((seat for seat, holder in enumerate(self.holders) if holder.empty), None)

    def sit(
        self, seat: int, player: PlayerRow, *, program: bool = False, away_since: int | None = None
    ) -> None:
        """Give a person a seat that no other person holds; they leave the one they had.

        Args:
            seat: which one.
            player: the person.
            program: whether a program of theirs plays.
            away_since: set for somebody who is yet to come in, ms since 1970.

        Raises:
            Refusal: ``seat_taken`` or ``unknown_seat``.
        """
        holder = self[seat]
        if holder.player == player.id:
            return
        if holder.player is not None:
            raise Refusal("seat_taken", f"seat {seat} is taken", seat=str(seat), name=holder.name)
        before = self.of(player.id)
        if before is not None:
            self.holders[before] = Holder()
        self.holders[seat] = Holder(
            player.id,
            player.name,
            connected=away_since is None,
            gone_at=away_since,
            program=program,
        )

    def stand(self, player: str) -> bool:
        """Take a person's seat away; return whether they had one."""
        seat = self.of(player)
        if seat is not None:
            self.holders[seat] = Holder()
        return seat is not None

    def put_bot(self, seat: int, level: BotLevel) -> None:
        """Put a bot into a seat that no person holds.

        Raises:
            Refusal: ``seat_taken`` or ``unknown_seat``.
        """
        holder = self[seat]
        if holder.player is not None:
            raise Refusal("seat_taken", f"seat {seat} is taken", seat=str(seat), name=holder.name)
        self.holders[seat] = Holder(bot=level)

    def clear(self, seat: int) -> None:
        """Empty a seat, whoever holds it.

        Raises:
            Refusal: ``unknown_seat``.
        """
        if not self[seat].empty:
            self.holders[seat] = Holder()

    def swap(self, seat: int, other: int) -> None:
        """Exchange who holds two seats.

        Raises:
            Refusal: ``unknown_seat``.
        """
        self.holders[seat], self.holders[other] = self[other], self[seat]

    def shuffle(self) -> None:
        """Draw all seats anew."""
        random.SystemRandom().shuffle(self.holders)

    def fill(self, level: BotLevel) -> None:
        """Put bots into the empty seats."""
        for seat, holder in enumerate(self.holders):
            if holder.empty:
                self.holders[seat] = Holder(bot=level)

    def new_match(self) -> None:
        """Forget what belonged to the last match."""
        self.holders = [
            replace(holder, strikes=0, autopilot=False, turn=holder.turn + 1)
            for holder in self.holders
        ]

    def new_deal(self) -> None:
        """Forget who was ready for it."""
        for holder in self.holders:
            holder.ready = False
            holder.entropy = ""

    def restore(self, rows: tuple[SeatRow, ...], now: int) -> None:
        """Take over what the store kept; all persons are away."""
        self.holders = [
            Holder(
                row.player,
                row.name,
                _level(row.bot),
                gone_at=now if row.player else None,
                program=row.program,
            )
            for row in rows
        ]

    def shown(
        self, host: str, viewer: str | None, takeable: Container[int]
    ) -> tuple[SeatState, ...]:
        """Return the seats as the protocol tells them to one viewer, who may take some."""
        return tuple(
            SeatState(
                seat=seat,
                kind="bot" if holder.bot else "person" if holder.player else "empty",
                name=holder.name,
                bot=holder.bot,
                connected=holder.connected or holder.bot is not None,
                autopilot=holder.autopilot,
                host=holder.player is not None and holder.player == host,
                you=holder.player is not None and holder.player == viewer,
                ready=holder.ready,
                program=holder.program,
                takeable=seat in takeable,
            )
            for seat, holder in enumerate(self.holders)
        )


def _level(text: str | None) -> BotLevel | None:
    return text  # type: ignore[return-value]  # only levels are ever stored
