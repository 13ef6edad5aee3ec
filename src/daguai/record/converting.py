"""From a match to its record and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daguai.dealing import DealingError, DealtCards
from daguai.events import (
    DealEnded,
    DealStarted,
    Event,
    Finished,
    Laid,
    MatchEnded,
    Passed,
    Returned,
    ReturnOffered,
    TributePaid,
    TributeRefused,
    TrickEnded,
)
from daguai.match import DealLog, Match
from daguai.record.model import DealRecord, End, Move, Record, Result, TributeStep
from daguai.record.parsing import Source, parse
from daguai.record.replay import dealt_cards, steps
from daguai.rules import Rules
from daguai.shuffle import SeededDealing


class RecordedDealing:
    """The deals of a record, then those of its seed.

    Attributes:
        seed: what later deals are shuffled from; empty when there are none.
    """

    def __init__(self, record: Record) -> None:
        self.seed = record.seed
        self._later = SeededDealing(record.seed)
        self._deals = tuple(dealt_cards(deal, record.rules) for deal in record.deals)

    def commitment(self, number: int) -> str:
        """Return the commitment to a deal; empty when it has none."""
        if number <= len(self._deals):
            return self._deals[number - 1].commitment
        return self._later.commitment(number) if self.seed else ""

    def deal(self, number: int, rules: Rules, entropy: Sequence[str]) -> DealtCards:
        """Return the cards of a deal.

        Raises:
            DealingError: code ``no_more_deals``: the record has neither this deal nor a seed.
        """
        if number <= len(self._deals):
            return self._deals[number - 1]
        if not self.seed:
            message = f"the record has no deal {number}, and no seed to shuffle it from"
            raise DealingError("no_more_deals", message, deal=str(number))
        return self._later.deal(number, rules, entropy)


def record_of(match: Match, *, title: str = "", date: str = "", event: str = "") -> Record:
    """Return the record 牌谱 of a match, finished or not.

    The record of a match that goes on has its seed and every hand: it is a saved game, and no
    player may see it.

    >>> record = record_of(Match.new(Rules.preset("house"), seed="any text"), title="Sunday")
    >>> print(record.text()[:45])
    daguai record 1
    rules: house, version 1
    title
    """
    over = match.state.end
    return Record(
        preset=match.rules.preset_name,
        options=match.rules.differences(),
        title=_valid(title),
        date=_valid(date),
        event=_valid(event),
        players=tuple(map(_valid, match.names)),
        seed="" if over else getattr(match.dealing, "seed", ""),
        deals=tuple(_deal(log, match.rules) for log in match.deals),
        end=End(over.winner, match.levels, match.points, over.clause) if over else None,
    )


def read_record(source: Source, *, auto_deal: bool = True) -> Match:
    """Replay a record 牌谱, text or JSON, and check every step; return the match where it stands.

    >>> match = Match.new(Rules.preset("classic"), seed="any text")
    >>> read_record(match.record()).events == match.events
    True

    Args:
        source: the record.
        auto_deal: as for ``Match``; later deals are shuffled from the record's seed, if any.

    Raises:
        RecordError: something does not follow; it names the line, or the path, and the reason.
    """
    parsed = parse(source)
    record = parsed.record
    events = [step.event for step in steps(parsed)]
    return Match(
        record.rules,
        RecordedDealing(record),
        names=record.players or None,
        auto_deal=auto_deal,
        events=events,
    )


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a deal's cards were fixed beforehand.

    Attributes:
        number: the deal.
        commitment: what the secret has to give; empty when the cards were given.
        proved: whether commitment and secret are there, and the secret gives the one, the cards
            and the draws.
    """

    number: int
    commitment: str
    proved: bool


@dataclass(frozen=True, slots=True)
class Verified:
    """What a record holds in which everything follows.

    Attributes:
        proofs: for every deal, whether its cards were fixed beforehand.
        over: whether the match is over.
        moves: how many plays and passes there were.
    """

    proofs: tuple[Proof, ...]
    over: bool
    moves: int

    @property
    def proved(self) -> bool:
        """Whether the cards of every deal were fixed beforehand."""
        return all(proof.proved for proof in self.proofs)


def verify_record(source: Source) -> Verified:
    """Replay a record and verify the shuffle of every deal that reveals its secret.

    >>> match = Match.new(Rules.preset("classic"), seed="any text")
    >>> found = verify_record(match.record())
    >>> found.proved, found.over, found.moves
    (True, False, 0)

    Raises:
        RecordError: something does not follow, or a secret disagrees; both sides are named.
    """
    parsed = parse(source)
    proofs: list[Proof] = []
    over, moves = False, 0
    for step in steps(parsed):
        match step.event:
            case DealStarted(number=number, commitment=commitment):
                deal = parsed.record.deals[len(proofs)]
                proved = bool(deal.commitment and deal.secret)
                proofs.append(Proof(number, commitment, proved))
            case Laid() | Passed():
                moves += 1
            case MatchEnded():
                over = True
    return Verified(tuple(proofs), over, moves)


def _deal(log: DealLog, rules: Rules) -> DealRecord:
    started, dealt = log.started, log.dealt
    tribute: list[TributeStep] = []
    tricks: list[list[Move]] = []
    fresh = True
    for event in log.events:
        match event:
            case TributeRefused() | TributePaid() | ReturnOffered() | Returned():
                tribute.append(event)
            case Laid(seat=seat) | Passed(seat=seat):
                if fresh:
                    tricks.append([])
                tricks[-1].append(Move(seat, event.cards if isinstance(event, Laid) else ""))
                fresh = False
            case Finished(seat=seat, placement=placement):
                tricks[-1][-1] = Move(seat, tricks[-1][-1].cards, placement)
            case TrickEnded():
                fresh = True
    return DealRecord(
        number=started.number,
        dealer=started.dealer,
        level=started.levels[rules.team_of(started.dealer)],
        levels=started.levels,
        hands=dealt.hands,
        commitment=started.commitment,
        secret=dealt.secret,
        entropy=dealt.entropy,
        tribute=tuple(tribute),
        tricks=tuple(map(tuple, tricks)),
        result=_result(log.events),
    )


def _result(events: Sequence[Event]) -> Result | None:
    for event in events:
        if isinstance(event, DealEnded):
            return Result(
                order=event.order,
                finished=event.finished,
                winner=event.winner,
                next_dealer_team=event.next_dealer_team,
                levels=event.levels,
                points=event.points,
                clause=event.clause,
                caught=event.caught,
                left=event.hands,
            )
    return None


def _valid(text: str) -> str:
    """Return a text that can be written in UTF-8; half of a surrogate pair becomes ``?``."""
    return text.encode(errors="replace").decode()
