"""What happens in a match, told in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from daguai.commands.judge import category_name
from daguai.commands.players import Players
from daguai.events import (
    DealEnded,
    DealStarted,
    Dealt,
    Event,
    Finished,
    Laid,
    MatchEnded,
    Passed,
    PlayStarted,
    Returned,
    ReturnOffered,
    TributePaid,
    TributeRefused,
    TrickEnded,
)
from daguai.messages import rulebook, text


def tell(event: Event, players: Players) -> list[str]:
    """Return what a person at the table would say of an event: one line, more for a result."""
    lang, name = players.lang, players.name
    match event:
        case DealStarted(number, dealer, levels):
            level = levels[players.rules.team_of(dealer)]
            words = {"number": number, "level": level, "dealer": name(dealer)}
            return [text("event.deal_started", lang, **words)]
        case Dealt():
            return [text("event.dealt", lang)]
        case TributeRefused(givers, big_jokers):
            who = players.several(givers)
            return [text("event.tribute_refused", lang, givers=who, n=big_jokers)]
        case TributePaid(giver, receiver, card):
            words = {"giver": name(giver), "receiver": name(receiver), "card": card}
            return [text("event.tribute_paid", lang, **words)]
        case ReturnOffered(receiver, giver, cards):
            words = {"giver": name(giver), "receiver": name(receiver), "cards": cards}
            return [text("event.return_offered", lang, **words)]
        case Returned(receiver, giver, card):
            words = {"giver": name(giver), "receiver": name(receiver), "card": card}
            return [text("event.returned", lang, **words)]
        case PlayStarted(leader):
            return [text("event.play_started", lang, leader=name(leader))]
        case Laid(seat, cards, category, left):
            words = {"seat": name(seat), "cards": cards, "category": category_name(category, lang)}
            if left is None:
                return [text("event.laid", lang, **words)]
            return [text("event.laid_left", lang, left=left, **words)]
        case Passed(seat):
            return [text("event.passed", lang, seat=name(seat))]
        case Finished(seat, placement):
            return [text("event.finished", lang, seat=name(seat), placement=placement)]
        case TrickEnded(winner, leader):
            words = {"winner": name(winner), "leader": name(leader)}
            return [text("event.trick_ended", lang, **words)]
        case DealEnded():
            return list(_result(event, players))
        case MatchEnded(winner, clause):
            if winner is None:
                return [text("event.match_drawn", lang), _why(clause, lang)]
            team = players.team(winner)
            return [text("event.match_won", lang, team=team), _why(clause, lang)]


def _result(result: DealEnded, players: Players) -> Iterator[str]:
    lang = players.lang
    if result.winner is None:
        yield text("result.drawn", lang)
    else:
        yield text("result.won", lang, team=players.team(result.winner))
    placed = [
        players.name(seat)
        if place < result.finished
        else text("result.still_in", lang, name=players.name(seat))
        for place, seat in enumerate(result.order)
    ]
    yield text("result.order", lang, order=" · ".join(placed))
    if result.caught:
        yield text("result.caught", lang, caught=players.several(result.caught))
    yield text("result.levels", lang, levels=players.by_team(result.levels))
    yield text("result.points", lang, points=players.by_team(result.points, "+d"))
    yield _why(result.clause, lang)


def _why(clause: str, lang: str) -> str:
    return text("result.why", lang, clause=clause, text=rulebook.clauses(lang)[clause])
