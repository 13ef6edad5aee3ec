"""Write the golden playthroughs: whole matches as text, to be reviewed as a diff.

    python scripts/make_golden.py

A changed line means that the same actions lead elsewhere, or that other actions are legal: a
change of the rules' behaviour, which raises ``RULES_VERSION``, or a fault.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from daguai import Match, Pass, Rules
from daguai.actions import Action
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
from daguai.rules import Option

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"

MATCHES = {
    "classic": Rules.preset("classic").replace(max_deals=5),
    "points": Rules.preset("points").replace(max_deals=5),
    "house": Rules.preset("house"),
    "choices": Rules.preset("house").replace(
        heavenly_bomb="any_size",
        joker_pair="little_pair_over_mixed",
        pass_is_final=True,
        lead_after_out="next_teammate",
        next_leader="highest_tribute",
        tribute_card="giver",
        tribute_pairing="last_to_first",
        return_card="candidates",
        tribute_refusal=3,
        level_gain="by_caught",
        final_failures=2,
        final_level="7",
    ),
}
"""By name: each preset, and one match in which players have every choice there is."""


def choose(legal: list[Action], random: Random) -> Action:
    """Any action, but one that lays many cards more often, so that deals are not long."""
    if legal[0] == Pass() and random.random() < 0.4:
        return legal[0]
    return max(random.choices(legal, k=3), key=lambda action: len(getattr(action, "cards", "")))


def play(name: str) -> tuple[Match, dict[int, int]]:
    """Play a match; also tell how many actions were legal before each event that is one."""
    random = Random(name)
    match = Match.new(MATCHES[name], seed=f"golden {name}")
    choices: dict[int, int] = {}
    while not match.over:
        seat = random.choice(match.to_act)
        legal = match.legal(seat)
        choices[len(match.events)] = len(legal)
        match.act(seat, choose(legal, random))
    return match, choices


def playthrough(name: str) -> str:
    """Return a match as text; the number before each action counts what was legal."""
    match, choices = play(name)
    options = [f"{key}={Option.text(value)}" for key, value in match.rules.options().items()]
    lines = [f"# {name}: written by scripts/make_golden.py", " ".join(options)]
    trick: list[str] = []
    for place, event in enumerate(match.events):
        legal = choices.get(place)
        if isinstance(event, Laid | Passed | Finished):
            trick.append(move(event, legal))
            continue
        if trick:
            lines.append("  " + " | ".join(trick))
            trick = []
        note = "" if legal is None else f" ({legal})"
        lines += [line + note for line in describe(event)]
    return "\n".join(lines) + "\n"


def move(event: Laid | Passed | Finished, legal: int | None) -> str:
    """One step of a trick."""
    match event:
        case Laid(seat=seat, cards=cards, category=category, left=left):
            return f"{seat}: {legal} {cards} {category} {left}"
        case Passed(seat=seat):
            return f"{seat}: {legal} -"
        case Finished(seat=seat, placement=placement):
            return f"{seat} is out as {placement}"


def describe(event: Event) -> Iterator[str]:
    """Lines for what is not a step of a trick."""
    match event:
        case DealStarted():
            yield ""
            yield f"deal {event.number}: dealer {event.dealer}, levels {' '.join(event.levels)}"
            yield f"commitment {event.commitment}"
        case Dealt():
            yield from (f"hand {seat}: {hand}" for seat, hand in enumerate(event.hands))
        case TributeRefused():
            yield f"{event.givers} refuse tribute with {event.big_jokers} big jokers"
        case TributePaid():
            yield f"{event.giver} pays {event.card} to {event.receiver}"
        case ReturnOffered():
            yield f"{event.receiver} offers {event.cards} to {event.giver}"
        case Returned():
            yield f"{event.receiver} returns {event.card} to {event.giver}"
        case PlayStarted():
            yield f"{event.leader} leads first"
        case TrickEnded():
            yield f"  won by {event.winner}, {event.leader} leads"
        case DealEnded():
            yield f"order {event.order}, {event.finished} out, clause {event.clause}"
            yield f"winner {event.winner}, caught {event.caught}, points {event.points}"
            yield f"levels {' '.join(event.levels)}, gained {event.levels_gained}"
            yield from (f"left {seat}: {hand}" for seat, hand in enumerate(event.hands) if hand)
            yield f"secret {event.secret}"
        case MatchEnded():
            yield f"match over: winner {event.winner}, clause {event.clause}"


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name in MATCHES:
        path = GOLDEN / f"{name}.txt"
        text = playthrough(name)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{path.name}: {'changed' if changed else 'unchanged'}\n")


if __name__ == "__main__":
    main()
