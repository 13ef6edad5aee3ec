"""What a player at a table knows: the last public view, the own cards, and what has been laid.

The server tells everybody what happened and the public state after it. An attentive player also
remembers the deal's earlier tricks; so does this, from the moment of sitting down, out of nothing
but what everybody is told.
"""

from __future__ import annotations

from typing import Any

import msgspec

from daguai.events import DealStarted, TrickEnded
from daguai.exchange import owes
from daguai.server.protocol import ServerMessage, Snapshot, Update
from daguai.view import Phase, Trick, View


class Memory:
    """The state of a table as one seat knows it.

    Attributes:
        seat: the own seat, or None.
        seq: the number of the state.
        hand: the own cards.
        public: the last public view, None before the first match.
        history: this deal's finished tricks that were seen, oldest first.
    """

    def __init__(self) -> None:
        self.seat: int | None = None
        self.seq = 0
        self.hand = ""
        self.public: View | None = None
        self.history: tuple[Trick, ...] = ()
        self._rules: dict[str, Any] = {}

    def note(self, message: ServerMessage) -> bool:
        """Take in what the server says; return whether that was about the match."""
        match message:
            case Snapshot():
                self._begin(message)
            case Update():
                self._go_on(message)
            case _:
                return False
        return True

    @property
    def due(self) -> bool:
        """Whether the own seat owes an action."""
        view = self.public
        return view is not None and self.seat in view.to_act and bool(self.hand)

    def view(self) -> View:
        """Return the own seat's view, with memory, as ``Bot.act`` takes it."""
        view, seat = self.public, self.seat
        assert view is not None, "no match has begun"
        assert seat is not None, "no seat is held"
        counts = list(view.counts)
        counts[seat] = len(self.hand.split())
        return msgspec.structs.replace(
            view,
            seat=seat,
            rules=self._rules,
            hand=self.hand,
            counts=tuple(counts),
            phase=self._phase(view, seat),
            memory=True,
            history=self.history,
        )

    def _begin(self, message: Snapshot) -> None:
        before, view = self.public, message.view
        if before is None or before.deal != view.deal:
            self.history = ()
        last = view.last_trick
        if last is not None and last not in self.history[-1:]:
            self.history += (last,)
        self.public, self._rules, self.seq = view, view.rules, message.seq
        self.seat, self.hand = message.seat, message.hand or ""

    def _go_on(self, message: Update) -> None:
        for event in message.events:
            if isinstance(event, DealStarted):
                self.history = ()
            elif isinstance(event, TrickEnded) and message.view.last_trick is not None:
                self.history += (message.view.last_trick,)
        self.public, self.seq = message.view, message.seq
        if message.hand is not None:
            self.hand = message.hand

    @staticmethod
    def _phase(view: View, seat: int) -> Phase:
        """Return what the own seat owes, where several owe different things (clause 7)."""
        for entry in view.tribute:
            if seat in view.to_act and owes(entry) == seat and view.phase != "play":
                return "take" if entry.offered else "return" if entry.card else "tribute"
        return view.phase
