"""``daguai verify``: does a record follow the rules, and was each shuffle fixed beforehand?"""

from __future__ import annotations

import sys
from collections import deque
from pathlib import Path
from typing import Annotated

import typer

from daguai.commands.parameters import Json, Lang, print_json, read_match
from daguai.messages import counted, explain, text


def verify(
    file: Annotated[Path, typer.Argument(help="A record; - reads standard input. 牌谱")],
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Check every step of a record, and the shuffle of every deal. 核对牌谱与洗牌.

    Ends with 0 when nothing is wrong, with 1 when a step or a shuffle does not follow.
    """
    record, contents = read_match(file)
    from daguai.record import RecordError, steps, verify_record

    try:
        proofs = verify_record(contents)
        over = deque(steps(contents), maxlen=1)[0].state.end is not None
    except RecordError as error:
        if as_json:
            reason = {"code": error.code, "line": error.line, "reason": error.reason}
            print_json({"verified": False, **reason})
        else:
            failed = text("verify.failed", lang, file=file)
            print(f"{failed}: {explain(error, lang)}", file=sys.stderr)
        return 1
    moves = sum(len(trick) for deal in record.deals for trick in deal.tricks)
    proved = all(proof.proved for proof in proofs)
    if as_json:
        deals = [
            {"deal": proof.number, "commitment": proof.commitment or None, "proved": proof.proved}
            for proof in proofs
        ]
        found = {"verified": True, "over": over, "moves": moves, "proved": proved}
        print_json({**found, "deals": deals})
        return 0
    words = {"deals": counted("deals", len(record.deals), lang)}
    print(text("verify.record", lang, **words, moves=counted("moves", moves, lang)))
    for proof in proofs:
        if proof.proved:
            key = "verify.shuffle_proved"
        else:
            key = "verify.shuffle_uncommitted" if proof.commitment else "verify.shuffle_given"
        print(text(key, lang, deal=proof.number))
    if not over:
        print(text("verify.unfinished", lang, deal=record.deals[-1].number))
    print(text("verify.ok" if proved else "verify.ok_unproved", lang, file=file))
    return 0
