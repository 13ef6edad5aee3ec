"""A table: its settings, seats and match, and what each change makes true. No I/O, no clock.

Every method that depends on the time is told it, in ms since 1970. What must be recorded is first
returned as a ``Proposal`` and applied when it is safe.
"""

from __future__ import annotations

from collections.abc import Container
from copy import copy, deepcopy
from typing import Final

import msgspec

from daguai.events import DealEnded
from daguai.rules import RULES_VERSION, Rules
from daguai.server.clock import Clocks
from daguai.server.config import Config
from daguai.server.protocol import Settings
from daguai.server.refusal import Refusal
from daguai.server.running import Proposal, Running, rules_of_match
from daguai.server.seats import Seats
from daguai.server.secrecy import new_code, new_id, new_secret
from daguai.server.store.seam import LogEntry, MatchRow, PlayerRow, TableRow
from daguai.shuffle import SeededDealing

_STRIKES = 2
"""Timeouts in a row after which a bot plays on."""


decode_players: Final = msgspec.json.Decoder(set[str]).decode
"""Read the players of a table's ``guests`` or ``invited`` in the store."""


def rules_of(settings: Settings) -> Rules:
    """Return the rules that settings mean.

    Raises:
        RulesError: a preset, option or value is unknown.
    """
    return Rules.preset(settings.preset).replace(**settings.options)


def _players(players: set[str]) -> str:
    return msgspec.json.encode(sorted(players)).decode()


class Table:
    """One table.

    Attributes:
        id: public, random.
        code: short, to be told to friends.
        invite: the invitation's secret.
        host: the id of the player who may change things.
        settings: what the host chose.
        rules: as they follow from the settings.
        seats: who sits where.
        clocks: of the match.
        running: the present or last match.
        matches: how many matches have begun.
        guests: players who were let in, and may look on without a seat.
        invited: players who came by a private table's code, or by the invitation.
        vacated: the seats of those who were away too long before or after a match, by player; not
            kept in the store.
        next_seed: of the next match; its commitment is shown beforehand.
        next_deal_at: when the next deal begins by itself.
        awake: whether time passes; a match sleeps while no person is there.
        empty_since: since when no person has been there.
    """

    def __init__(self, config: Config, settings: Settings, host: PlayerRow, now: int) -> None:
        self.config = config
        self.id = new_id()
        self.code = new_code()
        self.invite = new_secret()
        self.host = host.id
        self.settings = settings
        self.rules = rules_of(settings)
        self.seats = Seats(self.rules.seats)
        self.clocks = Clocks(self.rules.seats, 0)
        self.running: Running | None = None
        self.matches = 0
        self.guests: set[str] = {host.id}
        self.invited: set[str] = set()
        self.vacated: dict[str, int] = {}
        self.next_seed = new_secret()
        self.next_deal_at: int | None = None
        self.awake = True
        self.empty_since: int | None = now
        self.created_at = now

    @classmethod
    def restored(cls, config: Config, row: TableRow, now: int) -> Table:
        """Return a table as the store kept it, its match aside."""
        settings = msgspec.json.decode(row.settings, type=Settings)
        table = cls(config, settings, PlayerRow(row.host, "", 0), now)
        table.id, table.code, table.invite = row.id, row.code, row.invite
        table.matches, table.created_at = row.matches, row.created_at
        table.seats.restore(row.seats, now)
        table.guests.update(decode_players(row.guests))
        table.invited.update(decode_players(row.invited))
        return table

    def resume(self, row: MatchRow, log: list[LogEntry], now: int) -> None:
        """Go on with the match from its log; clocks get their time back."""
        self.running = Running(row, rules_of_match(row))
        self.running.restore(log)
        self.clocks = Clocks(self.rules.seats, self.settings.reserve_seconds * 1000)
        for entry in log:
            if entry.seat is not None and entry.reserve is not None:
                self.clocks.reserves[entry.seat] = entry.reserve
        if self.running.between_deals:
            self.next_deal_at = now + self.config.deal_pause_ms
        self._run_clocks(now)

    def draft(self) -> Table:
        """Return a copy to be changed; what is changed so can be recorded before it is true."""
        draft = copy(self)
        draft.seats, draft.clocks = deepcopy(self.seats), deepcopy(self.clocks)
        draft.guests, draft.invited = set(self.guests), set(self.invited)
        draft.vacated = dict(self.vacated)
        return draft

    def adopt(self, draft: Table) -> None:
        """Become what a draft has been changed to."""
        vars(self).update(vars(draft))

    @property
    def playing(self) -> bool:
        """Whether a match goes on."""
        return self.running is not None and not self.running.over

    @property
    def anybody_here(self) -> bool:
        """Whether a person who has a seat is here."""
        return any(holder.connected for holder in self.seats.persons())

    @property
    def status(self) -> str:
        """``lobby``, ``playing`` or ``finished``, as the protocol has it."""
        return "lobby" if self.running is None else "playing" if self.playing else "finished"

    def match(self) -> Running:
        """Return the match in play.

        Raises:
            Refusal: ``no_match``.
        """
        if self.running is None or self.running.over:
            raise Refusal("no_match", "no match is being played at this table")
        return self.running

    # Seats and settings.

    def require_host(self, player: str) -> None:
        """Raise ``not_host`` unless this player may change things."""
        if player != self.host:
            raise Refusal("not_host", "only the host may do that")

    def require_pause(self) -> None:
        """Raise ``match_underway`` while a match goes on."""
        if self.playing:
            raise Refusal("match_underway", "that cannot be changed while a match is played")

    def admits(self, program: bool) -> bool:
        """Return whether a person, or a program, may sit down here."""
        return self.settings.allow_bot_clients or not program

    def configure(self, settings: Settings) -> None:
        """Change the settings.

        Raises:
            RulesError: a preset, option or value is unknown.
            Refusal: the seats are too few for those who sit.
        """
        rules = rules_of(settings)
        if rules.seats != len(self.seats.holders):
            raise Refusal("wrong_seats", "the number of seats cannot be changed")
        self.settings, self.rules = settings, rules
        for seat, holder in enumerate(self.seats.holders):
            if holder.program and holder.player is not None and not self.admits(program=True):
                self.guests.add(holder.player)
                self.seats.clear(seat)

    def takeable(self, player: str, program: bool) -> tuple[int, ...]:
        """Return the seats where somebody who is here may sit down now, in order."""
        if not self.admits(program):
            return ()
        holders = enumerate(self.seats.holders)
        if not self.playing:
            return tuple(seat for seat, holder in holders if holder.player is None)
        late = self.settings.late_seats
        welcome = late == "anybody" or (late == "invited" and player in self.invited)
        if not welcome or self.seats.of(player) is not None:
            return ()
        return tuple(seat for seat, holder in holders if holder.bot is not None)

    def take_over(self, seat: int, player: PlayerRow, now: int, program: bool) -> None:
        """Give a bot's seat in the match to a person who is yet to come in.

        What the bot has thought out by now is not played any more.

        Raises:
            Refusal: ``unknown_seat``, ``seat_taken``, or ``match_underway`` where the table does
                not allow it or the person has a seat.
        """
        holder = self.seats[seat]
        if holder.player is not None:
            raise Refusal("seat_taken", f"seat {seat} is taken", seat=str(seat), name=holder.name)
        if seat not in self.takeable(player.id, program):
            raise Refusal("match_underway", "no seat can be taken while this match is played")
        self.seats.sit(seat, player, program=program, away_since=now)
        self.seats[seat].turn = holder.turn + 1
        self._run_clocks(now)

    def sit(
        self, seat: int, player: PlayerRow, program: bool, *, away_since: int | None = None
    ) -> None:
        """Give a person a seat before or after a match, as ``Seats.sit`` does.

        Raises:
            Refusal: ``seat_taken`` or ``unknown_seat``.
        """
        self.seats.sit(seat, player, program=program, away_since=away_since)
        self.vacated.pop(player.id, None)

    def place_for(self, player: str) -> int | None:
        """Return the seat where somebody who comes in sits down: the one they had, or any."""
        lost = self.vacated.get(player)
        return lost if lost is not None and self.seats[lost].empty else self.seats.free()

    def find_host(self, here: Container[str]) -> bool:
        """Pass the host on if they neither sit nor are here; return whether there is another."""
        before = self.host
        if self.seats.of(before) is None and before not in here:
            self.pass_host_on()
        return self.host != before

    def pass_host_on(self) -> None:
        """Make somebody else who is here the host, if the host is gone."""
        persons = sorted(self.seats.persons(), key=lambda holder: holder.program)
        host = next((h for h in persons if h.player == self.host), None)
        if host is None or not host.connected:
            heir = next((h for h in persons if h.connected), None)
            if heir is not None and heir.player is not None:
                self.host = heir.player

    def arrive(self, player: str, now: int, program: bool) -> bool:
        """Note that a person is here, whom no bot plays for any more.

        Return whether what the store keeps has changed: a program in the person's place, or back.
        """
        seat = self.seats.of(player)
        if seat is None:
            return False
        self._somebody_is_here(now)
        holder = self.seats[seat]
        before = holder.program
        holder.connected, holder.gone_at, holder.program = True, None, program
        if holder.autopilot:
            self.set_autopilot(seat, False, now)
        return before != program

    def depart(self, player: str, now: int, for_good: bool) -> None:
        """Note that a person is not here any more.

        Args:
            player: who.
            now: the time.
            for_good: whether they left rather than lost the connection: a bot plays at once.
        """
        if for_good:
            self.guests.discard(player)
            self.invited.discard(player)
            self.vacated.pop(player, None)
        seat = self.seats.of(player)
        if seat is None:
            return
        holder = self.seats[seat]
        holder.connected, holder.gone_at, holder.ready = False, now, False
        if not self.playing:
            if for_good:
                self.seats.clear(seat)
                self.pass_host_on()
        elif for_good:
            self.set_autopilot(seat, True, now)
        if not self.anybody_here:
            self.empty_since = now

    def set_autopilot(self, seat: int, on: bool, now: int) -> None:
        """Let a bot play for a person, or the person again, who gets the full time."""
        self.seats[seat].let_bot_play(on)
        self.clocks.since.pop(seat, None)
        self._run_clocks(now)

    def _somebody_is_here(self, now: int) -> None:
        self.empty_since = None
        if not self.awake:
            self.awake = True
            self.clocks.restart(now)
            if self.next_deal_at is not None:
                self.next_deal_at = now + self.config.deal_pause_ms

    # The match.

    def new_match(self, now: int) -> MatchRow:
        """Fill the seats and plan a match, which begins with ``begin_match``.

        Raises:
            Refusal: ``match_underway``.
        """
        self.require_pause()
        self.seats.fill(self.settings.bots)
        self.seats.new_match()
        base = 0 if self.running is None else self.running.seq
        rules = {
            "preset": self.settings.preset,
            "options": self.rules.differences(),
            "version": RULES_VERSION,
        }
        return MatchRow(
            id=new_id(),
            table=self.id,
            number=self.matches + 1,
            base=base,
            rules=msgspec.json.encode(rules).decode(),
            seed=self.next_seed,
            seats=tuple(holder.row() for holder in self.seats.holders),
            started_at=now,
        )

    def begin_match(self, row: MatchRow, now: int) -> None:
        """Begin a match that has been recorded; its first deal is due at once."""
        self.matches = row.number
        self.vacated.clear()
        self.next_seed = new_secret()
        self.running = Running(row, self.rules)
        self.clocks = Clocks(self.rules.seats, self.settings.reserve_seconds * 1000)
        self.next_deal_at = now
        self.awake = True
        self.empty_since = None if self.anybody_here else now

    @property
    def commitment(self) -> str:
        """The next deal's commitment while entropy may be added, else empty."""
        if self.running is None or self.running.over:
            return SeededDealing(self.next_seed).commitment(1)
        return self.running.next_commitment if self.running.between_deals else ""

    def everybody_ready(self) -> bool:
        """Whether all who are here and play for themselves want the next deal.

        Programs are waited for only where there is nobody else.
        """
        present = [h for h in self.seats.persons() if h.connected and not h.autopilot]
        people = [holder for holder in present if not holder.program] or present
        return bool(people) and all(holder.ready for holder in people)

    def propose_deal(self) -> Proposal:
        """Deal, with what the players added to the shuffle."""
        return self.match().propose_deal([holder.entropy for holder in self.seats.holders])

    def reserve_after(self, seat: int, now: int) -> int | None:
        """Return what a move now leaves of a seat's reserve, None when its clock stands."""
        started = self.clocks.since.get(seat)
        if started is None:
            return None
        over = now - started - self.clocks.per_move_ms
        return max(0, self.clocks.reserves[seat] - max(0, over))

    def apply(
        self, proposal: Proposal, now: int, seat: int | None = None, action: str | None = None
    ) -> set[int]:
        """Go on to what has been recorded; return the seats whose hand changed."""
        running = self.match()
        changed = running.apply(proposal, action)
        self.next_deal_at = None
        if seat is None:
            self.seats.new_deal()
        if running.between_deals and any(isinstance(e, DealEnded) for e in proposal.events):
            self.next_deal_at = now + self.config.deal_pause_ms
        self._run_clocks(now)
        return changed

    def strike(self, seat: int) -> bool:
        """Count a timeout; return whether a bot plays on from here."""
        holder = self.seats[seat]
        holder.strikes += 1
        if holder.strikes >= _STRIKES and not holder.autopilot:
            holder.let_bot_play(True)
            return True
        return False

    def _run_clocks(self, now: int) -> None:
        running, settings = self.running, self.settings
        if running is None or not settings.move_seconds:
            self.clocks.per_move_ms = 0
        else:
            seconds = settings.return_seconds if running.choosing else settings.move_seconds
            self.clocks.per_move_ms = 1000 * seconds
        owing = () if running is None else running.to_act
        self.clocks.owe([s for s in owing if not self.seats[s].played_by_bot], now)

    # What is kept.

    def row(self, now: int) -> TableRow:
        """Return what the store keeps of the table."""
        return TableRow(
            id=self.id,
            code=self.code,
            invite=self.invite,
            host=self.host,
            settings=msgspec.json.encode(self.settings).decode(),
            status=self.status,
            match=None if self.running is None else self.running.id,
            matches=self.matches,
            seats=tuple(holder.row() for holder in self.seats.holders),
            created_at=self.created_at,
            changed_at=now,
            guests=_players(self.guests),
            invited=_players(self.invited),
        )
