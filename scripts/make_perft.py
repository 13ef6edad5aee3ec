"""Write tests/perft/*.jsonl: hands, and how many plays they hold, counted by the oracle.

One JSON object a line::

    {"hand": "...", "level": "7", "options": {...}, "source": "oracle",
     "leads": {"all": 63, "single": 9, ...},
     "answers": [{"to_beat": "...", "category": "pair", "all": 4, "pair": 4}, ...]}

``options`` lie over the ``classic`` preset. ``leads`` counts the distinct sets of faces that may be
led, in all and by category; ``answers`` counts those that beat one given play of each category.
The counts come from trying every subset of the hand (tests/oracle.py), 27-card hands included, so
the engine is checked against them and never the other way round.

    python scripts/make_perft.py            # write the files
    python scripts/make_perft.py --check    # only say whether they are as this would write them
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import oracle  # noqa: E402
from oracle_hands import PLAY_OPTIONS, POOLS, sample_hand  # noqa: E402

FILES = {"small": (10, 14, 91), "full": (27, 27, 52)}
"""For each file: fewest and most cards of a hand, number of hands."""


def counted(plays: Mapping[tuple[str, ...], oracle.Reading]) -> dict[str, int]:
    """The number of plays, in all and by category from the weakest."""
    found = Counter(reading.category for reading in plays.values())
    return {"all": len(plays), **{name: found[name] for name in oracle.CATEGORIES if found[name]}}


def row(hand: list[str], level: str, options: dict[str, object], random: Random) -> dict[str, Any]:
    """One line of a file."""
    leads = oracle.legal_leads(hand, options, level)
    answers = []
    for category, to_beat in targets(random, options, level).items():
        plays = oracle.answers_among(leads, to_beat, options, level)
        answers.append({"to_beat": " ".join(to_beat), "category": category, **counted(plays)})
    return {
        "hand": " ".join(oracle.cards_of(hand)),
        "level": level,
        "options": {
            name: value for name, value in options.items() if value != oracle.PLAY_OPTIONS[name][0]
        },
        "source": "oracle",
        "leads": counted(leads),
        "answers": answers,
    }


def targets(random: Random, options: dict[str, object], level: str) -> dict[str, tuple[str, ...]]:
    """One play of each category to answer, low ones mostly, so that there are answers."""
    found: dict[str, tuple[str, ...]] = {}
    while len(found) < len(oracle.CATEGORIES):
        leads = oracle.legal_leads(sample_hand(random, 9), options, level)
        for category in oracle.CATEGORIES:
            plays = {
                cards: worth.key for cards, worth in leads.items() if worth.category == category
            }
            if plays and category not in found:
                found[category] = min(plays, key=lambda cards: (plays[cards], cards))
    return {category: found[category] for category in oracle.CATEGORIES}


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The lines of a file: every level equally often, every pool and many options in turn."""
    fewest, most, number = FILES[name]
    random = Random(f"perft {name}")
    pools = list(POOLS)
    for place in range(number):
        hand = sample_hand(random, random.randint(fewest, most), pools[place % len(pools)])
        options = PLAY_OPTIONS[0] if place % 4 == 0 else random.choice(PLAY_OPTIONS)
        yield row(hand, oracle.RANKS[place % len(oracle.RANKS)], options, random)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    arguments = parser.parse_args()
    stale = []
    for name in FILES:
        path = ROOT / "tests" / "perft" / f"{name}.jsonl"
        text = "".join(json.dumps(each) + "\n" for each in rows(name))
        if not path.exists() or path.read_text() != text:
            stale.append(path.name)
            if not arguments.check:
                path.write_text(text)
    if arguments.check and stale:
        print(f"not as scripts/make_perft.py writes them: {', '.join(stale)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
