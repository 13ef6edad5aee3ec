"""大怪路子 (Da Guai Lu Zi): rules, matches, records and bots for Shanghai's climbing game.

>>> import daguai
>>> rules = daguai.Rules.preset("classic")
>>> daguai.classify("3S 3H 3D BJ 4C", rules, level="7").category.value
'four_and_one'
>>> match = daguai.Match.new(rules, seed="any text")
>>> seat = match.to_act[0]
>>> match.act(seat, daguai.Lay(match.view(seat).hand[:2]))[0].category
'single'

Names are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from daguai.actions import Action, IllegalAction, Lay, Offer, Pass, Return, Take, Tribute
    from daguai.arrangement import Arrangement, ArrangementError, Role, arrange, fewest_turns
    from daguai.cards import (
        Cards,
        Face,
        NotationError,
        counts_of,
        faces_of,
        format_cards,
        parse_cards,
        parse_level,
    )
    from daguai.dealing import Dealing, DealingError, DealtCards, GivenDealing
    from daguai.events import Event
    from daguai.legal import legal_actions
    from daguai.match import DealLog, Match, MatchError
    from daguai.moves import can_beat, legal_plays, unbeatable
    from daguai.observe import visible
    from daguai.plays import Category, IllegalPlay, Play, classify
    from daguai.record import RecordError, read_record, record_of
    from daguai.rules import OPTIONS, PRESETS, RULES_VERSION, Rules, RulesError
    from daguai.settlement import Result, SettlementError, settle
    from daguai.view import View, rules_of

__version__ = "0.1.0"

__all__ = [
    "OPTIONS",
    "PRESETS",
    "RULES_VERSION",
    "Action",
    "Arrangement",
    "ArrangementError",
    "Cards",
    "Category",
    "DealLog",
    "Dealing",
    "DealingError",
    "DealtCards",
    "Event",
    "Face",
    "GivenDealing",
    "IllegalAction",
    "IllegalPlay",
    "Lay",
    "Match",
    "MatchError",
    "NotationError",
    "Offer",
    "Pass",
    "Play",
    "RecordError",
    "Result",
    "Return",
    "Role",
    "Rules",
    "RulesError",
    "SettlementError",
    "Take",
    "Tribute",
    "View",
    "arrange",
    "can_beat",
    "classify",
    "counts_of",
    "faces_of",
    "fewest_turns",
    "format_cards",
    "legal_actions",
    "legal_plays",
    "parse_cards",
    "parse_level",
    "read_record",
    "record_of",
    "rules_of",
    "settle",
    "unbeatable",
    "visible",
]

_EXPORTS = {
    "actions": "Action IllegalAction Lay Offer Pass Return Take Tribute",
    "arrangement": "Arrangement ArrangementError Role arrange fewest_turns",
    "cards": "Cards Face NotationError counts_of faces_of format_cards parse_cards parse_level",
    "dealing": "Dealing DealingError DealtCards GivenDealing",
    "events": "Event",
    "legal": "legal_actions",
    "match": "DealLog Match MatchError",
    "moves": "can_beat legal_plays unbeatable",
    "observe": "visible",
    "plays": "Category IllegalPlay Play classify",
    "record": "RecordError read_record record_of",
    "rules": "OPTIONS PRESETS RULES_VERSION Rules RulesError",
    "settlement": "Result SettlementError settle",
    "view": "View rules_of",
}
_HOMES = {name: module for module, names in _EXPORTS.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    module = _HOMES.get(name)
    if module is None:
        raise AttributeError(f"module 'daguai' has no attribute {name!r}")
    value = getattr(import_module(f"daguai.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
