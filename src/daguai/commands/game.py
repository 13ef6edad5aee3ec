"""A match in the terminal: one person, bots on all other seats."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec

from daguai import kernels
from daguai.actions import Action, Lay, Pass
from daguai.bots import Bot, Candidate, Club, bot_named
from daguai.cards import Face
from daguai.commands.entry import read_action
from daguai.commands.judge import category_name
from daguai.commands.parameters import BadInput, write_text
from daguai.commands.players import Players, bot_kind, bot_name
from daguai.commands.telling import tell
from daguai.events import DealEnded, DealStarted, Dealt, Event
from daguai.exchange import owes
from daguai.match import Match
from daguai.messages import explain, text
from daguai.observe import visible
from daguai.plays import classify
from daguai.record import read_record
from daguai.rules import Rules
from daguai.shuffle import fresh_seed
from daguai.tribute import offer_size
from daguai.view import View, rules_of

_DEFAULT_BOT: Final = "club"
_HINTS: Final = 6


class _Quit(Exception):
    """The person has had enough for now."""


@dataclass(frozen=True)
class Opened:
    """A match with everybody seated.

    Attributes:
        match: the match, its next deal not begun.
        seat: the person's seat.
        bots: the bots by seat.
        resumed: whether it goes on from a record.
    """

    match: Match
    seat: int
    bots: Mapping[int, Bot]
    resumed: bool = False


def new_match(rules: Rules, seed: str, seat: int | None, bots: str, lang: str) -> Opened:
    """Seat a person and bots at a new table.

    Raises:
        BadInput: there is no such seat, or another number of bots than seats for them.
        UnknownBot: there is no such bot.
    """
    person = _seat(0 if seat is None else seat, rules)
    seed = seed or fresh_seed()
    kinds = _kinds(bots or _DEFAULT_BOT, person, rules)
    names = [
        text("player.you", lang) if other == person else bot_name(kinds[other], other)
        for other in range(rules.seats)
    ]
    match = Match.new(rules, seed, names=names, auto_deal=False)
    return Opened(match, person, _seated(kinds, seed))


def resumed_match(record: str, file: Path, seat: int | None, bots: str) -> Opened:
    """Seat a person and bots at a table whose record goes on.

    Raises:
        BadInput: the match is over, or there is no such seat or number of bots.
        RecordError: a step of the record does not follow.
    """
    match = read_record(record, auto_deal=False)
    if match.over:
        raise BadInput("match_finished", file=file)
    people = [other for other, name in enumerate(match.names) if bot_kind(name) is None]
    person = _seat(next(iter(people), 0) if seat is None else seat, match.rules)
    kinds = {
        other: bot_kind(name) or _DEFAULT_BOT
        for other, name in enumerate(match.names)
        if other != person
    }
    if bots:
        kinds = _kinds(bots, person, match.rules)
    return Opened(match, person, _seated(kinds, "resumed"), resumed=True)


def _seat(seat: int, rules: Rules) -> int:
    if not 0 <= seat < rules.seats:
        raise BadInput("seat", text=seat, last=rules.seats - 1)
    return seat


def _kinds(bots: str, person: int, rules: Rules) -> dict[int, str]:
    others = [seat for seat in range(rules.seats) if seat != person]
    kinds = [kind.strip() for kind in bots.split(",")]
    if len(kinds) == 1:
        kinds *= len(others)
    if len(kinds) != len(others):
        raise BadInput("bot_count", given=len(kinds), expected=len(others))
    return dict(zip(others, kinds, strict=True))


def _seated(kinds: Mapping[int, str], seed: str) -> dict[int, Bot]:
    return {seat: bot_named(kind, f"{seed} {seat}") for seat, kind in kinds.items()}


def run(opened: Opened, save: Path | None, lang: str, *, as_json: bool) -> int:
    """Play until the match is over or the person quits; keep the record after every deal."""
    kernels.warm_up()
    match = opened.match
    players = Players(match.rules, match.names, lang, opened.seat)
    terminal: Terminal = (
        JsonTerminal(players) if as_json else TextTerminal(players, kept=save is not None)
    )
    terminal.opened(opened)
    try:
        while not match.over:
            if not match.to_act:
                terminal.happened(match.start_deal(), match)
                _save(match, save)  # at once: a file that cannot be written is told before play
            while match.to_act:
                _act(opened, terminal)
            _save(match, save)
            if not match.over:
                terminal.pause()
    except (_Quit, EOFError, KeyboardInterrupt):
        terminal.left(match, saved=save)
    _save(match, save)
    if match.over:
        terminal.over(match)
    return 0


def _save(match: Match, file: Path | None) -> None:
    if file is not None and match.deals:
        write_text(file, match.record())


def _act(opened: Opened, terminal: Terminal) -> None:
    """Let one seat act, bots before the person where both may."""
    match = opened.match
    seat = next((seat for seat in match.to_act if seat in opened.bots), opened.seat)
    if seat in opened.bots:
        action = opened.bots[seat].act(match.view(seat, memory=True))
        terminal.happened(match.act(seat, action), match)
        return
    while True:
        action = terminal.ask(match.view(seat, memory=True))
        try:
            events = match.act(seat, action)
        except ValueError as error:
            if not hasattr(error, "code"):
                raise
            terminal.wrong(error)
        else:
            terminal.happened(events, match)
            return


class Terminal(Protocol):
    """What a match needs of whoever sits before it."""

    def opened(self, opened: Opened) -> None:
        """The match begins or goes on."""

    def happened(self, events: Iterable[Event], match: Match) -> None:
        """Something happened at the table."""

    def ask(self, view: View) -> Action:
        """The person owes an action."""

    def wrong(self, error: ValueError) -> None:
        """What the person asked for cannot be done."""

    def pause(self) -> None:
        """A deal is over and the next one waits."""

    def left(self, match: Match, saved: Path | None) -> None:
        """The person leaves before the end."""

    def over(self, match: Match) -> None:
        """The match is over."""


class JsonTerminal:
    """Speaks JSON, one object a line."""

    def __init__(self, players: Players) -> None:
        self._players = players

    def _print(self, **fields: object) -> None:
        print(msgspec.json.encode(fields).decode(), flush=True)

    def opened(self, opened: Opened) -> None:
        """Say who plays."""
        names = opened.match.names
        self._print(type="opened", seat=opened.seat, names=names, resumed=opened.resumed)

    def happened(self, events: Iterable[Event], match: Match) -> None:
        """Print each event as this seat may see it."""
        for event in events:
            shown = visible(event, self._players.seat, match.rules)
            self._print(type="event", event=shown)

    def ask(self, view: View) -> Action:
        """Print the view and read an answer; mistakes are answered with an error line."""
        self._print(type="view", view=view)
        while True:
            line = sys.stdin.readline()
            if not line or line.strip() == "q":
                raise _Quit
            try:
                return read_action(line, view)
            except ValueError as error:
                if not hasattr(error, "code"):
                    raise
                self.wrong(error)

    def wrong(self, error: ValueError) -> None:
        """Print why something cannot be done."""
        code = getattr(error, "code", "")
        self._print(type="error", code=code, message=explain(error, self._players.lang))

    def pause(self) -> None:
        """Go on at once."""

    def left(self, match: Match, saved: Path | None) -> None:
        """Say that the match is not finished."""
        self._print(type="left", deal=len(match.deals), saved=str(saved) if saved else None)

    def over(self, match: Match) -> None:
        """Say who won."""
        fields = {"winner": match.winner, "levels": match.levels, "points": match.points}
        self._print(type="over", **fields)


class TextTerminal:
    """Speaks to a person, in colours where the terminal has them."""

    def __init__(self, players: Players, *, kept: bool) -> None:
        from rich.console import Console

        self._players = players
        self._lang = players.lang
        self._kept = kept
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._hints: list[Candidate] = []

    def _say(self, key: str, **words: object) -> None:
        self._console.print(text(key, self._lang, **words), soft_wrap=True)

    def opened(self, opened: Opened) -> None:
        """Greet, and say what can be typed."""
        rules, seat = opened.match.rules, opened.seat
        team = self._players.team(rules.team_of(seat))
        preset = text(f"preset.{rules.preset_name}.name", self._lang)
        self._console.rule(
            text("play.title", self._lang, preset=preset, team=team, seat=seat), align="left"
        )
        self._say("play.help")
        if opened.resumed:
            self._say("play.resumed", deal=len(opened.match.deals))

    def happened(self, events: Iterable[Event], match: Match) -> None:
        """Tell each event as this seat may see it."""
        from daguai.commands.wrapping import wrap

        for event in events:
            shown = visible(event, self._players.seat, match.rules)
            if isinstance(shown, Dealt):
                continue
            if isinstance(shown, DealStarted):
                self._console.rule(*tell(shown, self._players), align="left")
                self._standings(match)
                if shown.commitment:
                    self._say("play.commitment", commitment=shown.commitment)
                continue
            if isinstance(shown, DealEnded):
                title = text("event.deal_ended", self._lang, deal=len(match.deals))
                self._console.rule(title, align="left")
            for line in tell(shown, self._players):
                self._console.print(wrap(line, self._console.width), soft_wrap=True)

    def _standings(self, match: Match) -> None:
        levels = self._players.by_team(match.levels)
        points = self._players.by_team(match.points, "+d")
        self._say("play.standings", levels=levels, points=points)

    def ask(self, view: View) -> Action:
        """Show the table and the hand, and read until something can be done."""
        self._show(view)
        self._hints = []
        while True:
            typed = self._read(text(f"play.prompt.{_asked(view)}", self._lang)).strip()
            try:
                action = self._command(typed, view)
            except ValueError as error:
                if not hasattr(error, "code"):
                    raise
                self.wrong(error)
            else:
                if action is not None:
                    return action

    def _command(self, typed: str, view: View) -> Action | None:
        match typed:  # as typed: Q is a queen and T a ten
            case "":
                return None
            case "q" | "quit":
                self._quit()
                return None
            case "t" | "table":
                self._show(view)
                return None
            case "?":
                self._hint(view)
                return None
            case word if word.startswith("?"):
                number = word.removeprefix("?").strip()
                if not self._hints and view.phase == "play":
                    self._hints = _hinted(view)
                if number.isdecimal() and 1 <= int(number) <= len(self._hints):
                    return self._hints[int(number) - 1].action
                raise BadInput("no_such_hint", text=number)
        return read_action(typed, view)

    def _quit(self) -> None:
        """Leave, but make sure of it where a person would lose the match."""
        sure = self._kept or not sys.stdin.isatty()
        if sure or self._read(text("play.prompt.quit", self._lang)).strip() == "q":
            raise _Quit

    def _hint(self, view: View) -> None:
        if view.phase != "play":
            self._say("play.help")
            return
        best = Club().explain(view)
        if isinstance(best.action, Pass):
            self._say("play.hint_pass", why=best.words(self._lang))
        self._hints = _hinted(view)
        for number, hint in enumerate(self._hints, 1):
            assert isinstance(hint.action, Lay)
            play = classify(hint.action.cards, rules_of(view), view.level)
            category = category_name(play.category.value, self._lang)
            why = hint.words(self._lang)
            self._console.print(f" ?{number}  {play}  {category} · {why}", soft_wrap=True)
        if not self._hints:
            self._say("play.hints_none")

    def _show(self, view: View) -> None:
        from daguai.commands.showing import columns, table

        self._console.print(table(view, self._players))
        self._say("play.hand", n=len(view.hand.split()), level=view.level)
        self._console.print(columns(view.hand, view.level))
        for line in self._question(view):
            self._console.print(line, soft_wrap=True)

    def _question(self, view: View) -> Iterable[str]:
        if view.phase == "play":
            if not view.to_beat:
                return [text("play.lead", self._lang)]
            play = classify(view.to_beat, rules_of(view), view.level)
            category = category_name(play.category.value, self._lang)
            by = self._players.name(view.to_beat_seat or 0)
            return [text("play.to_beat", self._lang, cards=play, category=category, name=by)]
        entry = next(entry for entry in view.tribute if owes(entry) == view.seat)
        other = entry.giver if entry.receiver == view.seat else entry.receiver or 0
        words = {
            "name": self._players.name(other),
            "card": entry.card,
            "cards": entry.offered,
            "n": offer_size(Face(entry.card), rules_of(view)) if entry.card else None,
        }
        return [text(f"play.ask.{_asked(view)}", self._lang, **words)]

    def _read(self, prompt: str) -> str:
        if sys.stdin.isatty():
            return input(prompt)
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        print()
        if not line:
            raise EOFError
        return line

    def wrong(self, error: ValueError) -> None:
        """Say why something cannot be done."""
        self._console.print(explain(error, self._lang), style="red", soft_wrap=True)

    def pause(self) -> None:
        """Wait before the next deal, if somebody sits there."""
        if sys.stdin.isatty() and self._read(text("play.prompt.next", self._lang)).strip() == "q":
            raise _Quit

    def left(self, match: Match, saved: Path | None) -> None:
        """Say where the match stands and whether it is kept."""
        print()
        if saved is None:
            self._say("play.quit_unsaved", deal=len(match.deals))
        else:
            self._say("play.quit", deal=len(match.deals))
            self._say("play.saved", file=saved)

    def over(self, match: Match) -> None:
        """Say how the match stands at its end."""
        self._standings(match)


def _asked(view: View) -> str:
    """Name what the seat to act is asked for: ``lead``, ``answer``, or a part of the tribute."""
    if view.phase == "play":
        return "answer" if view.to_beat else "lead"
    entry = next(entry for entry in view.tribute if owes(entry) == view.seat)
    if view.phase == "return" and offer_size(Face(entry.card), rules_of(view)) is not None:
        return "offer"
    return view.phase


def _hinted(view: View) -> list[Candidate]:
    """What the club bot would lay, the most sensible first."""
    found = Club().hints(view)
    return [candidate for candidate in found if isinstance(candidate.action, Lay)][:_HINTS]
