"""The verifiable shuffle 公平洗牌: cards fixed beforehand, and provably so afterwards.

Each deal has a secret of 32 bytes. Its SHA-256, the commitment, is published before the deal;
players may then add texts of their own; the secret is revealed when the deal is over, and anybody
can deal the same cards again. ``docs/shuffle.md`` specifies every byte, so that another program
can; nothing here may change without a new version there.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from daguai.cards import FACES, Cards, Face, format_cards, parse_cards
from daguai.dealing import DealtCards
from daguai.rules import Rules

SECRET_BYTES: Final = 32
ENTROPY_BYTES: Final = 1000
"""The longest text, in bytes of UTF-8, that one player may add to a deal's shuffle."""

_SEED_DOMAIN: Final = b"daguai/seed/1"
_SECRET_DOMAIN: Final = b"daguai/secret/1"
_DEAL_DOMAIN: Final = b"daguai/deal/1"

_DRAW_BYTES: Final = 4
_DRAW_RANGE: Final = 1 << (8 * _DRAW_BYTES)

T = TypeVar("T")


class ShuffleError(ValueError):
    """A shuffle that cannot be made, or that does not give what is claimed.

    Attributes:
        code: ``bad_secret``, ``bad_seed``, ``bad_entropy``, ``bad_deal``; or, from verifying,
            ``commitment``, ``first_dealer``, ``hand`` or ``tribute``: what disagrees.
        details: what the message names, by key, for catalogues in other languages; a disagreement
            has both sides, ``claimed`` and ``computed``.
    """

    def __init__(self, code: str, message: str, **details: str) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


def fresh_seed() -> str:
    """Return a seed for a match that nobody can guess: 256 bits from the operating system.

    >>> len(fresh_seed())
    64
    """
    return secrets.token_hex(SECRET_BYTES)


def deal_secret(seed: str, number: int) -> bytes:
    """Derive a deal's secret from the match's seed, any text; ``number`` is 1 for the first deal.

    Secrets of other deals tell nothing of this one to whoever does not know the seed.

    >>> deal_secret("any text", 1).hex()[:16]
    '77a04fac141dc259'

    Raises:
        ShuffleError: the seed is no valid text, or the number is not 1 to 2**32 - 1.
    """
    if not 1 <= number < 1 << 32:
        raise ShuffleError("bad_deal", f"deals are numbered from 1, not {number}")
    key = hashlib.sha256(_SEED_DOMAIN + _utf8(seed, "bad_seed", "the seed")).digest()
    return _hmac(key, _SECRET_DOMAIN + _number(number))


def commitment_of(secret: bytes) -> str:
    """Return what is published before the deal: the secret's SHA-256, in lower-case hexadecimal.

    >>> commitment_of(deal_secret("any text", 1))[:16]
    '0ea4afd53c4264fc'

    Raises:
        ShuffleError: the secret has not 32 bytes.
    """
    if len(secret) != SECRET_BYTES:
        raise ShuffleError(
            "bad_secret", f"a deal's secret has {SECRET_BYTES} bytes, not {len(secret)}"
        )
    return hashlib.sha256(secret).hexdigest()


def parse_secret(text: str) -> bytes:
    """Read a secret from the hexadecimal that a record carries.

    Raises:
        ShuffleError: not exactly 64 hexadecimal digits, the letters lower-case.
    """
    digits = 2 * SECRET_BYTES
    if len(text) != digits or not set(text) <= set("0123456789abcdef"):
        raise ShuffleError(
            "bad_secret", f"a secret is {digits} hexadecimal digits (0-9 a-f), not {text!r}"
        )
    return bytes.fromhex(text)


class Stream:
    """Unbiased integers without end, fixed by a key and a label.

    >>> stream = Stream(bytes(32), "example")
    >>> [stream.below(6) for _ in range(8)]
    [5, 1, 1, 0, 0, 4, 2, 0]
    """

    __slots__ = ("_block", "_buffer", "_key")

    def __init__(self, key: bytes, label: str) -> None:
        self._key = _hmac(key, label.encode())
        self._buffer = b""
        self._block = 0

    def below(self, limit: int) -> int:
        """Return the next integer in ``0 … limit - 1``; every one is equally likely.

        Raises:
            ValueError: ``limit`` is not 1 to 2**32.
        """
        if not 1 <= limit <= _DRAW_RANGE:
            raise ValueError(f"limit must be 1 to {_DRAW_RANGE}, not {limit}")
        fair = _DRAW_RANGE - _DRAW_RANGE % limit
        while True:
            value = self._next()
            if value < fair:
                return value % limit

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place (Fisher-Yates, from the last item down)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _next(self) -> int:
        if not self._buffer:
            self._buffer = hashlib.sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
        value, self._buffer = self._buffer[:_DRAW_BYTES], self._buffer[_DRAW_BYTES:]
        return int.from_bytes(value, "big")


class Shuffle:
    """All the randomness of one deal: its hands, the first dealer, draws among equal tributes.

    ``entropy`` has one text by seat, empty for a player who added none; an empty sequence stands
    for nobody having added any. What is drawn first never matters: each purpose has its stream.

    >>> shuffle = Shuffle(Rules.preset("classic"), deal_secret("any text", 1))
    >>> shuffle.first_dealer(), format_cards(shuffle.hands()[0])[:14]
    (5, '2S 2H 2D 4S 4H')

    Raises:
        ShuffleError: the secret has not 32 bytes, or the entropy is not one text a seat of at
            most ``ENTROPY_BYTES``.
    """

    __slots__ = ("_key", "commitment", "entropy", "rules", "secret")

    def __init__(self, rules: Rules, secret: bytes, entropy: Sequence[str] = ()) -> None:
        self.rules = rules
        self.secret = secret
        self.commitment = commitment_of(secret)
        self.entropy = check_entropy(entropy, rules)
        texts = [text.encode() for text in self.entropy or ("",) * rules.seats]
        parts = [part for text in texts for part in (_number(len(text)), text)]
        self._key = _hmac(secret, b"".join([_DEAL_DOMAIN, _number(len(texts)), *parts]))

    def hands(self) -> tuple[tuple[Face, ...], ...]:
        """Deal: each seat's cards, ascending (clause 1.2)."""
        pack = list(FACES) * self.rules.decks
        self.stream("cards").shuffle(pack)
        seats = self.rules.seats
        return tuple(tuple(sorted(pack[seat::seats])) for seat in range(seats))

    def first_dealer(self) -> int:
        """Draw the match's first dealer (clause 1.4)."""
        return self.draw("first-dealer", self.rules.seats)

    def deal(self) -> DealtCards:
        """Return the cards, and the chance that belongs to them, as a match takes them."""
        return DealtCards(
            hands=self.hands(),
            first_dealer=self.first_dealer(),
            draw=self.draw,
            commitment=self.commitment,
            secret=self.secret.hex(),
            entropy=self.entropy,
        )

    def draw(self, purpose: str, limit: int) -> int:
        """Draw a number below ``limit`` for a purpose, the same whenever the same is asked.

        Purposes are the labels of docs/shuffle.md: ``first-dealer``, ``tribute:4``.
        """
        return self.stream(purpose).below(limit)

    def stream(self, label: str) -> Stream:
        """Return the stream of a label, from its beginning."""
        return Stream(self._key, label)


class SeededDealing:
    """Deals a whole match from one seed, any text; what a match asks for its cards.

    >>> dealing = SeededDealing("any text")
    >>> dealing.commitment(1)[:16], dealing.deal(1, Rules.preset("classic"), ()).first_dealer
    ('0ea4afd53c4264fc', 5)
    """

    __slots__ = ("seed",)

    def __init__(self, seed: str) -> None:
        _utf8(seed, "bad_seed", "the seed")
        self.seed = seed

    def commitment(self, number: int) -> str:
        """Return the commitment to a deal, to be published before any entropy is asked for."""
        return commitment_of(deal_secret(self.seed, number))

    def deal(self, number: int, rules: Rules, entropy: Sequence[str]) -> DealtCards:
        """Return the cards of a deal, and the chance that belongs to it.

        Raises:
            ShuffleError: the entropy is not one text a seat, or none at all.
        """
        return Shuffle(rules, deal_secret(self.seed, number), entropy).deal()


def check_entropy(entropy: Sequence[str] | Mapping[int, str], rules: Rules) -> tuple[str, ...]:
    """Put the players' texts in the form that is hashed: one a seat, or none at all.

    >>> check_entropy({2: "mahogany"}, Rules.preset("classic"))
    ('', '', 'mahogany', '', '', '')
    >>> check_entropy(["", "", "", "", "", ""], Rules.preset("classic"))
    ()

    Raises:
        ShuffleError: there is another number of texts than seats, or a text is too long.
    """
    if isinstance(entropy, Mapping):
        strangers = [seat for seat in entropy if seat not in range(rules.seats)]
        if strangers:
            raise ShuffleError(
                "bad_entropy",
                f"seat {strangers[0]} added entropy: seats are 0 to {rules.seats - 1}",
            )
        entropy = [entropy.get(seat, "") for seat in range(rules.seats)] if entropy else ()
    if len(entropy) not in (0, rules.seats):
        raise ShuffleError(
            "bad_entropy",
            f"{len(entropy)} entropy texts: expected one for each of {rules.seats} seats",
        )
    for seat, text in enumerate(entropy):
        length = len(_utf8(text, "bad_entropy", f"the entropy of seat {seat}"))
        if length > ENTROPY_BYTES:
            raise ShuffleError(
                "bad_entropy",
                f"the entropy of seat {seat} has {length} bytes: at most {ENTROPY_BYTES} count",
                seat=str(seat),
                bytes=str(length),
                most=str(ENTROPY_BYTES),
            )
    return tuple(entropy) if any(entropy) else ()


def _beyond(cards: str, others: str) -> str:
    """Return the cards that others lack."""
    return format_cards((Counter(parse_cards(cards)) - Counter(parse_cards(others))).elements())


def verify_deal(
    rules: Rules,
    secret: str,
    *,
    commitment: str,
    hands: Sequence[Cards],
    entropy: Sequence[str] = (),
    first_dealer: int | None = None,
    tributes: Mapping[int, tuple[Cards, Cards]] | None = None,
) -> Shuffle:
    """Prove that a deal was fixed beforehand: the revealed secret gives all that is claimed.

    >>> rules = Rules.preset("classic")
    >>> fair = Shuffle(rules, deal_secret("any text", 1))
    >>> _ = verify_deal(
    ...     rules, fair.secret.hex(), commitment=fair.commitment, hands=fair.hands()
    ... )
    >>> verify_deal(rules, "00" * 32, commitment=fair.commitment, hands=fair.hands())
    Traceback (most recent call last):
    daguai.shuffle.ShuffleError: the commitment is 0ea4..., but the secret's SHA-256 is 6668...

    Args:
        rules: the table's rules.
        secret: the secret as revealed, hexadecimal.
        commitment: what was published before the deal.
        hands: the cards dealt, by seat, before any tribute.
        entropy: the players' texts, one a seat, or none.
        first_dealer: the dealer, if this was the match's first deal.
        tributes: by giver, the equal highest cards they held and the one the system drew.

    Returns:
        The deal's shuffle, for whatever else is to be drawn from it.

    Raises:
        ShuffleError: something disagrees; the message and ``details`` name both sides.
    """
    shuffle = Shuffle(rules, parse_secret(secret), entropy)
    if commitment != shuffle.commitment:
        raise _disagreement(
            "commitment",
            "the commitment is {claimed}, but the secret's SHA-256 is {computed}",
            commitment,
            shuffle.commitment,
        )
    if len(hands) != rules.seats:
        raise ShuffleError("hand", f"{len(hands)} hands: expected {rules.seats}")
    for seat, (hand, dealt) in enumerate(zip(hands, shuffle.hands(), strict=True)):
        claimed, computed = format_cards(parse_cards(hand)), format_cards(dealt)
        if claimed != computed:
            raise _disagreement(
                "hand",
                "seat {seat} was dealt {wrong}, where the secret deals {right}",
                claimed,
                computed,
                seat=str(seat),
                wrong=_beyond(claimed, computed),
                right=_beyond(computed, claimed),
            )
    if first_dealer is not None and first_dealer != (drawn := shuffle.first_dealer()):
        raise _disagreement(
            "first_dealer",
            "seat {claimed} was the first dealer, but the secret draws seat {computed}",
            first_dealer,
            drawn,
        )
    for giver, (cards, paid) in (tributes or {}).items():
        claimed = format_cards(parse_cards(paid))
        equal = sorted(parse_cards(cards))
        computed = str(equal[shuffle.draw(f"tribute:{giver}", len(equal))])
        if claimed != computed:
            raise _disagreement(
                "tribute",
                "seat {seat} paid {claimed}, but the secret draws {computed}",
                claimed,
                computed,
                seat=str(giver),
            )
    return shuffle


def _disagreement(
    code: str, message: str, claimed: object, computed: object, **details: str
) -> ShuffleError:
    details |= {"claimed": str(claimed), "computed": str(computed)}
    return ShuffleError(code, message.format(**details), **details)


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def _utf8(text: str, code: str, what: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ShuffleError(code, f"{what} is not valid text: {error.reason}") from None
