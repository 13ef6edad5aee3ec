"""Match records 牌谱: a whole match as text or JSON that people can read, edit and check.

>>> from daguai import Match, Rules
>>> text = Match.new(Rules.preset("classic"), seed="any text").record()
>>> read_record(text.replace("dealer 5", "dealer 4"))
Traceback (most recent call last):
daguai.record.errors.RecordError: line 5: seat 4 was the first dealer, but the secret draws seat 5

``docs/record.md`` explains the format.
"""

from __future__ import annotations

from daguai.record.converting import Proof, Verified, read_record, record_of, verify_record
from daguai.record.errors import RecordError
from daguai.record.model import (
    RECORD_FORMAT,
    DealRecord,
    End,
    Move,
    Record,
    Result,
    json_schema,
)
from daguai.record.parsing import Parsed, parse, parse_json, parse_record, parse_text
from daguai.record.replay import Step, steps

__all__ = [
    "RECORD_FORMAT",
    "DealRecord",
    "End",
    "Move",
    "Parsed",
    "Proof",
    "Record",
    "RecordError",
    "Result",
    "Step",
    "Verified",
    "json_schema",
    "parse",
    "parse_json",
    "parse_record",
    "parse_text",
    "read_record",
    "record_of",
    "steps",
    "verify_record",
]
