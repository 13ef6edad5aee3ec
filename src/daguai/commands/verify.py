"""``daguai verify``: does a record follow the rules, and was each shuffle fixed beforehand?"""

from __future__ import annotations

import sys
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
    parsed = read_match(file)
    from daguai.record import RecordError, verify_record

    try:
        found = verify_record(parsed)
    except RecordError as error:
        if as_json:
            place = {"line": error.line, "path": error.path}
            print_json({"verified": False, "code": error.code, **place, "reason": error.reason})
        else:
            failed = text("verify.failed", lang, file=file)
            print(f"{failed}: {explain(error, lang)}", file=sys.stderr)
        return 1
    if as_json:
        deals = [
            {"deal": proof.number, "commitment": proof.commitment or None, "proved": proof.proved}
            for proof in found.proofs
        ]
        whole = {"over": found.over, "moves": found.moves, "proved": found.proved}
        print_json({"verified": True, **whole, "deals": deals})
        return 0
    words = {"deals": counted("deals", len(found.proofs), lang)}
    print(text("verify.record", lang, **words, moves=counted("moves", found.moves, lang)))
    for proof in found.proofs:
        if proof.proved:
            key = "verify.shuffle_proved"
        else:
            key = "verify.shuffle_uncommitted" if proof.commitment else "verify.shuffle_given"
        print(text(key, lang, deal=proof.number))
    if not found.over:
        print(text("verify.unfinished", lang, deal=found.proofs[-1].number))
    print(text("verify.ok" if found.proved else "verify.ok_unproved", lang, file=file))
    return 0
