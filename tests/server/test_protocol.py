"""The protocol as data: what is generated from it is fresh, and every message survives a trip."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from daguai.actions import Lay, Pass
from daguai.server import protocol

ROOT = Path(__file__).resolve().parents[2]


def test_schema_and_types_are_fresh() -> None:
    script = ROOT / "scripts" / "make_protocol.py"
    if not script.exists():
        pytest.skip("only in the repository")
    checked = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_an_action_reads_as_cards_in_any_order() -> None:
    text = b'{"type":"act","id":"a","seq":3,"action":{"type":"lay","cards":"3H 3S"}}'
    assert protocol.decode_client(text) == protocol.Act("a", 3, Lay("3S 3H"))
    assert protocol.decode_client(protocol.encode(protocol.Act("b", 0, Pass()))).action == Pass()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b'{"type":"shout"}',
        b'{"type":"act","id":"a","seq":3}',
        b'{"type":"act","id":"","seq":3,"action":{"type":"pass"}}',
        b'{"type":"act","id":"a","seq":3,"action":{"type":"lay","cards":"1X"}}',
        b'{"type":"act","id":"a","seq":3,"action":{"type":"pass"},"seat":4}',
        b'{"type":"say","id":"a","phrase":"free text"}',
        b'{"type":"create","id":"a","settings":{"move_seconds":-1}}',
        b'{"type":"sit","id":"a","seat":-1}',
        b'{"type":"leave","id":"\xff"}',
    ],
)
def test_anything_else_is_refused_with_a_reason(text: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        protocol.decode_client(text)
