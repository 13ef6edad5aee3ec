"""``daguai replay``: a record step by step, all hands open."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from daguai.commands.parameters import BadInput, Json, Lang, print_json, read_match
from daguai.messages import text

if TYPE_CHECKING:
    from rich.console import Console

    from daguai.commands.players import Players
    from daguai.record import Step

_NEXT: Final = frozenset({"n", " ", "\r", "\n", "\x1b[C"})
_BACK: Final = frozenset({"b", "p", "\x7f", "\x1b[D"})
_DEAL: Final = frozenset({"d", "\x1b[B"})
_QUIT: Final = frozenset({"q", "\x1b", "\x03", "\x04"})


def replay(
    file: Annotated[Path, typer.Argument(help="A record; - reads standard input. 牌谱")],
    deal: Annotated[
        int | None, typer.Option("--deal", metavar="N", help="Only this deal. 第几副")
    ] = None,
    to: Annotated[
        int | None,
        typer.Option("--to", metavar="STEP", help="As far as this step, or begin there. 到第几步"),
    ] = None,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Step through a record with all hands open. 重放牌谱.

    In a terminal keys lead on and back; otherwise every step is printed. A record in which
    something does not follow is refused with its line and the reason.
    """
    parsed = read_match(file)
    record = parsed.record
    from daguai.commands.players import Players
    from daguai.record import steps

    numbered = list(enumerate(steps(parsed), 1))
    if deal is not None:
        numbered = [(n, s) for n, s in numbered if s.state.deals_begun == deal]
        if not numbered:
            raise BadInput("deal_number", text=deal, last=len(record.deals))
    if to is not None and to < 1:
        raise BadInput("event_number", text=to)
    interactive = not as_json and _at_a_terminal()
    if to is not None and not interactive:
        numbered = [(n, s) for n, s in numbered if n <= to]
    if as_json:
        print_json({"steps": [_json(number, step) for number, step in numbered]})
        return 0
    from rich.console import Console

    rules = record.rules
    players = Players(rules, record.players or ("",) * rules.seats, lang)
    console = Console(highlight=False, markup=False, emoji=False)
    if interactive:
        _Viewer(numbered, players, console).run(to or 1)
    else:
        for number, step in numbered:
            _print(number, step, players, console)
    return 0


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _json(number: int, step: Step) -> dict[str, Any]:
    import msgspec

    event = msgspec.to_builtins(step.event)
    return {"step": number, "line": step.line, "path": step.path, "event": event}


def _print(number: int, step: Step, players: Players, console: Console) -> None:
    from daguai.commands.telling import tell
    from daguai.commands.wrapping import wrap
    from daguai.events import DealStarted, Dealt

    if isinstance(step.event, DealStarted):
        console.rule(align="left")
    told = "\n".join(wrap(line, console.width - 6) for line in tell(step.event, players))
    for place, line in enumerate(told.splitlines()):
        console.print(f"{'' if place else number:>5} {line}", soft_wrap=True)
    if isinstance(step.event, Dealt):
        _hands(step, players, console)


def _hands(step: Step, players: Players, console: Console) -> None:
    from daguai.cards import RANKS, format_cards
    from daguai.commands.showing import hands_left

    deal = step.state.deal
    if deal is not None:
        hands = [format_cards(hand) for hand in deal.hands]
        console.print(hands_left(hands, RANKS[deal.level], players))


class _Viewer:
    """Shows one step at a time and follows the keys."""

    def __init__(
        self, numbered: Sequence[tuple[int, Step]], players: Players, console: Console
    ) -> None:
        self._numbered = numbered
        self._players = players
        self._console = console

    def run(self, number: int) -> None:
        """Begin at a step, or the nearest there is."""
        places = [place for place, (n, _) in enumerate(self._numbered) if n <= number]
        place = places[-1] if places else 0
        while True:
            self._show(place)
            key = typer.getchar()
            if key in _QUIT:
                return
            if key in _BACK:
                place = max(0, place - 1)
            elif key in _DEAL:
                place = self._next_deal(place)
            elif key in _NEXT:
                place = min(len(self._numbered) - 1, place + 1)

    def _next_deal(self, place: int) -> int:
        current = self._numbered[place][1].state.deals_begun
        for later in range(place, len(self._numbered)):
            if self._numbered[later][1].state.deals_begun > current:
                return later
        return len(self._numbered) - 1

    def _show(self, place: int) -> None:
        import msgspec

        from daguai.commands.showing import table
        from daguai.commands.telling import tell
        from daguai.commands.wrapping import wrap
        from daguai.observe import view_of

        number, step = self._numbered[place]
        lang, console = self._players.lang, self._console
        console.clear()
        total = self._numbered[-1][0]
        console.rule(text("replay.step", lang, step=number, steps=total), align="left")
        deal = step.state.deal
        if deal is not None:
            counts = tuple(map(len, deal.hands))
            view = msgspec.structs.replace(view_of(step.state, None), counts=counts)
            console.print(table(view, self._players))
            _hands(step, self._players, console)
        console.print()
        for line in tell(step.event, self._players):
            console.print(wrap(line, console.width), style="bold", soft_wrap=True)
        console.print()
        if place == len(self._numbered) - 1:
            console.print(text("replay.end", lang), style="dim")
        console.print(text("replay.keys", lang), style="dim")
