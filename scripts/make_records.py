"""Write the sample records of ``tests/records`` and ``docs/record.schema.json``.

    python scripts/make_records.py

The records are whole matches between bots. Tests replay them, so they hold the rules in place: look
at a change as a diff, and ask whether it is a change of the rules (then ``RULES_VERSION`` rises) or
only of the bots. ``by-hand.txt`` is written by hand and stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from daguai import Match, Rules, record_of
from daguai.bots import bot_named
from daguai.record import Record, json_schema

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "tests" / "records"
SCHEMA = ROOT / "docs" / "record.schema.json"

UNUSUAL = {
    "heavenly_bomb": "any_size",
    "next_leader": "highest_tribute",
    "pass_is_final": True,
    "lead_after_out": "next_teammate",
    "tribute_card": "giver",
    "return_card": "candidates",
    "tribute_refusal": 2,
    "level_gain": "by_caught",
    "max_deals": 12,
}
ENTROPY = ({}, {0: "mahogany"}, {1: "赵 # 1", 4: "\n"})


def records() -> Iterator[tuple[str, Record]]:
    """Each sample by name."""
    # The seed of house gives a short match with deals won and drawn, and all three caught once.
    for preset, seed in (("house", "house 52"), ("points", "points"), ("classic", "classic")):
        yield preset, record_of(played(Match.new(Rules.preset(preset), seed=seed)))
    names = ["王芳", "Li Na #2", "张伟", 'J. "Ace" Lee', "", "  padded "]
    unusual = Rules.preset("classic").replace(**UNUSUAL)
    match = Match.new(unusual, seed="unusual", names=names, auto_deal=False)
    while not match.over:
        match.start_deal(ENTROPY[len(match.deals) % len(ENTROPY)])
        played(match)
    yield "unusual", record_of(match, title="Every option unusual", date="2025-02-01", event="测试")
    saved = Match.new(Rules.preset("house"), seed="saved", names=names)
    yield "saved", record_of(played(saved, deals=3, actions=30))


def played(match: Match, deals: int = 10**9, actions: int = 10**9) -> Match:
    """Let bots play until nobody is to act, or so many actions into a deal."""
    bots = [bot_named("random" if seat == 3 else "beginner", seed=seat) for seat in range(6)]
    while match.to_act and (len(match.deals) < deals or actions > 0):
        actions -= len(match.deals) >= deals
        seat = match.to_act[-1]
        match.act(seat, bots[seat].act(match.view(seat, memory=True)))
    return match


if __name__ == "__main__":
    for name, record in records():
        (RECORDS / f"{name}.txt").write_text(record.text(), encoding="utf-8")
        print(f"{name}: {len(record.deals)} deals")
    SCHEMA.write_text(json.dumps(json_schema(), indent=1) + "\n", encoding="utf-8")
