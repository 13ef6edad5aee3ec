"""Whatever the server refuses, the page can say why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ERRORS = ROOT / "web/src/app/errors.ts"
if not ERRORS.is_file():
    pytest.skip("the page's sources are not here", allow_module_level=True)

NEVER_SHOWN = {
    # What only a program that is not our page can do wrong.
    "bad_message",
    "hello_first",
    "too_large",
    "wrong_media",
    "wrong_method",
    # The page does not ask when there is nothing to ask about.
    "no_hand",
    # The page mends these by itself.
    "wrong_protocol",
}


def test_every_refusal_has_its_text() -> None:
    codes = set()
    for source in (ROOT / "src/daguai/server").rglob("*.py"):
        codes |= set(re.findall(r"Refusal\(\s*\"([a-z_]+)\"", source.read_text(encoding="utf-8")))
    texts = set(re.findall(r"^  ([a-z_]+): m\.", ERRORS.read_text(encoding="utf-8"), re.MULTILINE))
    assert codes
    assert codes - NEVER_SHOWN - texts == set()
