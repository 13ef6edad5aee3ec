"""Write ``tests/vectors/shuffle.json``: what docs/shuffle.md must give, for every implementation.

    python scripts/make_vectors.py [FILE]

The vectors are frozen: a run that changes the file changes the shuffle, and needs a new version of
docs/shuffle.md.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from daguai.cards import format_cards, parse_cards
from daguai.rules import Rules
from daguai.shuffle import Shuffle, Stream, commitment_of, deal_secret

VECTORS = Path(__file__).parent.parent / "tests" / "vectors" / "shuffle.json"

SEEDS = ("any text", "", "大怪路子", "e\u0301 is not \u00e9", "x" * 100, "trailing\0")
DEALS = (1, 2, 256, 2**32 - 1)
STREAMS: tuple[tuple[str, list[int]], ...] = (
    ("cards", [162, 161, 160, 2, 1, 2**32]),
    ("first-dealer", [6] * 12),
    ("tribute:4", [3, 2, 3, 2, 3, 2]),
    ("rejection", [3_000_000_000] * 12),  # three numbers in ten are thrown away
)
ENTROPY: tuple[list[str], ...] = (
    [],
    ["", "", "", "", "", ""],
    ["", "", "", "", "", "5"],
    ["5", "", "", "", "", ""],
    ["ab", "c", "", "", "", ""],
    ["a", "bc", "", "", "", ""],
    ["王", "赵 🂡", "\n", "", "#", '"'],
)
TRIBUTES = ("BJ BJ", "9S 9S 9D", "AC AH AD AS AS", "LJ")


def vectors() -> dict[str, Any]:
    """Everything that docs/shuffle.md specifies, computed."""
    return {
        "version": 1,
        "secrets": [
            {
                "seed": seed,
                "deal": deal,
                "secret": secret.hex(),
                "commitment": commitment_of(secret),
            }
            for seed in SEEDS
            for deal in DEALS
            for secret in [deal_secret(seed, deal)]
        ],
        "streams": [
            {
                "key": key.hex(),
                "label": label,
                "limits": limits,
                "numbers": [stream.below(limit) for limit in limits],
            }
            for label, limits in STREAMS
            for key in (bytes(32), bytes(range(32)))
            for stream in [Stream(key, label)]
        ],
        "deals": [_deal(number, entropy) for number, entropy in enumerate(ENTROPY, 1)],
    }


def _deal(number: int, entropy: list[str]) -> dict[str, Any]:
    rules = Rules.preset("classic")
    shuffle = Shuffle(rules, deal_secret("vectors", number), entropy)
    return {
        "seats": rules.seats,
        "decks": rules.decks,
        "secret": shuffle.secret.hex(),
        "entropy": entropy,
        "hands": [format_cards(hand) for hand in shuffle.hands()],
        "first_dealer": shuffle.first_dealer(),
        "tributes": [
            {
                "giver": giver,
                "cards": cards,
                "paid": str(shuffle.deal().tribute(giver, sorted(parse_cards(cards)))),
            }
            for cards in TRIBUTES
            for giver in (0, rules.seats - 1)
        ],
    }


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else VECTORS
    path.write_text(json.dumps(vectors(), indent=1, ensure_ascii=True) + "\n", encoding="utf-8")
    print(f"wrote {path}")
