"""What somebody in front of the page sees and does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from zlib import crc32

from serving_page import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, WebSocket

MESSAGES = Path(__file__).resolve().parents[2] / "web" / "messages"
WORDS = {
    lang: json.loads((MESSAGES / f"{lang}.json").read_text(encoding="utf-8"))
    for lang in ("zh", "en")
}

UPRIGHT = (360, 640)
FLAT = (640, 360)
DESK = (1280, 800)
SIZES = {"upright": UPRIGHT, "flat": FLAT, "desk": DESK}

LOW = (640, 300)

PATIENCE = 120.0
"""Seconds; a busy machine is slow, a broken page is never quick."""

QUIET: dict[str, Any] = {
    "preset": "house",
    "options": {},
    "visibility": "private",
    "move_seconds": 0,
    "reserve_seconds": 0,
    "return_seconds": 600,
    "bots": "beginner",
    "allow_bot_clients": False,
    "card_counter": True,
    "spectators": True,
}
"""Settings without a clock, so that a slow machine loses no move."""

LOST = re.compile(
    "net::ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET|NETWORK|INTERNET)"
    "|Connection closed before receiving a handshake response"
    "|Error during WebSocket handshake: net::"
)
"""What a browser says of a server that is away, at whatever moment it went."""

CHANCE = """seed => {
  const draw = crypto.getRandomValues.bind(crypto);
  let state = seed;
  crypto.getRandomValues = bytes => {
    if (bytes.length !== 16) return draw(bytes);
    return bytes.map((_, i, all) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return all[i] = state >>> 24;
    });
  };
}"""
"""Draws what a device adds to the shuffle, which is 16 bytes long, from a number."""

MOVING = """() => document.getAnimations().some(each =>
  each.playState === 'running' && Number.isFinite(each.effect?.getComputedTiming().endTime))"""
"""Whether anything is on its way to where it will be."""

VISIBLE = """() => {
  const step = 2, seen = new Map();
  const hand = document.querySelector('.hand').getBoundingClientRect();
  for (let x = Math.max(0, hand.left); x < Math.min(innerWidth, hand.right); x += step)
    for (let y = Math.max(0, hand.top - 20); y < Math.min(innerHeight, hand.bottom); y += step) {
      const card = document.elementFromPoint(x, y)?.closest('[data-card]')?.dataset.card;
      if (!card) continue;
      const box = seen.get(card) ?? [x, y, x, y];
      seen.set(card, [Math.min(box[0], x), Math.min(box[1], y),
                      Math.max(box[2], x), Math.max(box[3], y)]);
    }
  return Object.fromEntries([...seen].map(([card, [left, top, right, bottom]]) =>
    [card, [right - left + step, bottom - top + step]]));
}"""
"""Width and height of what can be touched of each card of the hand, to 2 px."""


class Screen:
    """A device with the page open: what it shows, and what its socket said and heard.

    Attributes:
        words: the page's texts by key.
        page: the page, for whatever else a test looks at.
        sent: messages sent to the server.
        heard: messages of the server.
        view: the last public view.
        hand: one's own cards as last told.
        told: whether any hand was told.
    """

    def __init__(
        self,
        browser: Browser,
        server: Server,
        lang: str = "en",
        size: tuple[int, int] = DESK,
        *,
        token: str | None = None,
        settings: dict[str, Any] | None = None,
        motion: bool = False,
        touch: bool | None = None,
        scale: float = 1,
        wanted: dict[str, Any] | None = None,
        chance: str | None = None,
    ) -> None:
        self.words: dict[str, str] = WORDS[lang]
        self.url = server.url
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="zh-CN" if lang == "zh" else "en-US",
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=min(size) < 500 if touch is None else touch,
            device_scale_factor=scale,
            service_workers="block",
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        kept = {"table": json.dumps({**QUIET, **(settings or {})})}
        if token is not None:
            kept |= {"token": token, "name": "Ann"}
        if wanted is not None:
            kept["settings"] = json.dumps(wanted)
        if chance is not None:
            self.context.add_init_script(f"({CHANCE})({crc32(chance.encode())})")
        for key, value in kept.items():
            self.context.add_init_script(
                f"if (localStorage.getItem('daguai.{key}') === null)"
                f" localStorage.setItem('daguai.{key}', {json.dumps(value)})"
            )
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.hand: str = ""
        self.told = False
        self.seq = -1
        self.seat: int | None = None
        self.requests: list[str] = []
        self.errors: list[str] = []
        self._hinted: tuple[int, str] | None = None
        self._hint_at = 0
        self._hints: list[dict[str, Any]] = []
        self.page = self.window()

    def window(self) -> Page:
        """Open a window of this device."""
        page = self.context.new_page()
        page.on("websocket", self._listen)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)
        return page

    def _console(self, message: Any) -> None:
        if message.type == "error" and not LOST.search(message.text):
            self.errors.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        message = json.loads(text)
        self.frames.append(text)
        self.heard.append(message)
        if message["type"] in ("view", "update"):
            self.seq, self.view = message["seq"], message["view"]
            if message.get("hand") is not None:
                self.hand, self.told = message["hand"], True
            if message["type"] == "view":
                self.seat = message.get("seat")
        elif message["type"] == "table":
            self.table = message["table"]

    def close(self) -> None:
        self.context.close()

    def check(self) -> None:
        """Nothing went wrong on the page, and nobody but the server was asked for anything."""
        assert self.errors == []
        here = urlsplit(self.url).netloc
        strangers = [
            url
            for url in self.requests
            if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != here
        ]
        assert strangers == []

    # Going about

    def go(self, path: str = "/") -> Screen:
        self.page.goto(self.url + path)
        return self

    def until(self, true: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
        """Wait until something is true of what has been told."""
        for _ in range(int(seconds / 0.02)):
            if true():
                return
            self.page.wait_for_timeout(20)
        state = {key: self.view.get(key) for key in ("phase", "to_act", "deal")}
        raise AssertionError(f"never came: {what}; seat {self.seat}, {state}, {self.errors}")

    def button(self, key: str, within: Any = None) -> Locator:
        """The button with a text of the page."""
        name = re.compile("^" + re.escape(self.words[key]))
        found: Locator = (within or self.page).get_by_role("button", name=name)
        return found.first

    def open_table(self) -> Screen:
        """Make a private table with the settings at hand, and stay in its lobby."""
        self.go("/new")
        self.button("home_create_go").click()
        self.button("lobby_start").wait_for()
        return self

    def join(self, host: Screen) -> Screen:
        """Come to another's table by its address, and wait until both are told."""
        before = host.people()
        self.page.goto(host.page.url)
        self.button("lobby_enter").click()
        self.page.get_by_text(self.words["lobby_wait"]).wait_for()
        host.until(lambda: host.people() > before, "somebody new")
        return self

    def people(self) -> int:
        """How many seats have persons."""
        return [seat["kind"] for seat in self.table["seats"]].count("person")

    def start(self) -> Screen:
        """Start the match; the bots take the empty seats."""
        self.button("lobby_start").click()
        return self.wait_for_cards(27)

    def wait_for_cards(self, count: int | None = None) -> Screen:
        """Wait until the screen shows the cards that the server told of."""
        lying = self.page.locator("[data-card]")

        def shown() -> bool:
            held = len(self.hand.split())
            return self.told and count in (None, held) and lying.count() == held

        self.until(shown, "the cards")
        return self

    # At the table

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.seat in self.view.get("to_act", ())

    @property
    def deal_over(self) -> bool:
        return self.view.get("phase") in ("waiting", "over") and bool(self.view.get("result"))

    def cards(self, which: str = "") -> list[str]:
        """The cards of the hand as they lie on the screen, as the server writes them."""
        found = self.page.locator(f"[data-card]{which}").evaluate_all(
            "all => all.map(card => card.dataset.card)"
        )
        return [str(identity)[:2] for identity in found]

    def answers(self, kind: str) -> int:
        return sum(message["type"] == kind for message in self.heard)

    def actions(self) -> list[dict[str, Any]]:
        """What this screen asked to do in the match, in order."""
        return [message["action"] for message in self.sent if message["type"] == "act"]

    def hint(self) -> str:
        """Ask for the next hint and return what it selected; nothing when it says to pass."""
        self.page.locator("[data-turn=true]").wait_for(state="attached")
        self.wait_for_cards()
        state, asked = (self.seq, self.hand), self.answers("hinted")
        self.button("table_hint").click()
        if state != self._hinted:  # else the page knows them already, and shows the next
            self.until(lambda: self.answers("hinted") > asked or self._in_vain(), "hints")
            self._hinted, self._hint_at = state, -1
        self._hint_at += 1
        told = [message["hints"] for message in self.heard if message["type"] == "hinted"]
        hints = told[-1] if len(told) > asked else self._hints
        cards: str = hints[self._hint_at % len(hints)]["cards"] if hints else ""
        wanted = sorted(cards.split())

        def selected() -> bool:
            return sorted(self.cards("[aria-pressed=true]")) == wanted

        self.until(lambda: selected() or self._in_vain(), f"hint {cards!r}")
        if self._in_vain():
            self._hinted = None
            self.page.keyboard.press("Escape")
            return self.hint()
        self._hints = hints
        return cards

    def _in_vain(self) -> bool:
        """Whether the page says that a question was lost, or not answered in time."""
        texts = [self.words[f"error_{code}"] for code in ("timeout", "disconnected")]
        said = re.compile("|".join(map(re.escape, texts)))
        return self.page.get_by_role("status").filter(has_text=said).count() > 0

    def act(self) -> str:
        """Do what the hint proposes, by the buttons; return the cards, none for a pass."""
        acted = len(self.actions())
        chosen = self.hint()
        self.done_by((self.main_button() if chosen else self.button("table_pass")).click)
        action = self.actions()[acted]
        cards: str = action.get("cards", action.get("card", ""))
        assert sorted(cards.split()) == sorted(chosen.split()), "what was selected was sent"
        return cards

    def done_by(self, touch: Callable[[], object]) -> None:
        """Do something that moves, and wait until the table after the move has been told."""
        accepted = self.answers("accepted")
        touch()
        self.until(lambda: self.answers("accepted") > accepted, "a move accepted")
        seq = [message["seq"] for message in self.heard if message["type"] == "accepted"][-1]
        self.until(lambda: self.seq >= seq, "the table after a move")

    def main_button(self) -> Locator:
        """Play, or whatever else one has to do with cards."""
        return self.page.locator(".key.main").first

    def wait_for_turn(self) -> bool:
        """Wait for one's turn; false when the deal ended instead."""
        self.until(lambda: self.my_turn or self.deal_over, "my turn")
        return self.my_turn

    def play_deal(self) -> int:
        """Play to the end of the deal; return how often one had to act."""
        moves = 0
        while self.wait_for_turn():
            self.act()
            moves += 1
        return moves

    def want_next_deal(self) -> None:
        """Say at the end of a deal that the next may begin."""
        wanted = sum(message.get("ready", True) for message in self.sent_for_deals())
        self.page.locator("section.result .key.main").click()
        self.until(
            lambda: sum(m.get("ready", True) for m in self.sent_for_deals()) > wanted,
            "the next deal wanted",
        )

    def sent_for_deals(self) -> list[dict[str, Any]]:
        """What this screen said of the next deals."""
        return [message for message in self.sent if message["type"] == "next_deal"]

    def play_until(self, true: Callable[[], bool]) -> None:
        """Play until something is true when one is to lay or pass, whatever is dealt.

        What the cards of one deal do not bring, those of another do.
        """
        while True:
            while self.wait_for_turn():
                if self.view["phase"] == "play" and true():
                    self.wait_for_cards()
                    return
                self.act()
            assert self.view["phase"] == "waiting", "a match long enough"
            self.want_next_deal()
            self.until(lambda: not self.deal_over, "the next deal")

    # What must hold wherever one looks

    def settle(self) -> None:
        """Wait until all that moves has come to its place."""
        self.page.wait_for_function(f"() => !({MOVING})()")

    def assert_fits(self) -> None:
        """Nothing has to be scrolled for."""
        self.settle()
        inner, document, body = self.page.evaluate(
            "() => [[innerWidth, innerHeight],"
            " [document.documentElement.scrollWidth, document.documentElement.scrollHeight],"
            " [document.body.scrollWidth, document.body.scrollHeight]]"
        )
        assert document[0] <= inner[0]
        assert document[1] <= inner[1]
        assert body[0] <= inner[0]

    def assert_touchable(self, width: int = 36, height: int = 28) -> None:
        """Every card of the hand can be hit by a finger: 36 px wide, 28 px high."""
        self.wait_for_cards()
        self.settle()
        seen: dict[str, list[int]] = self.page.evaluate(VISIBLE)
        assert len(seen) == len(self.hand.split()), "every card shows"
        small = {
            card: size for card, size in seen.items() if size[0] < width - 1 or size[1] < height - 1
        }
        assert small == {}, f"as large as {width} by {height}, measured in steps of 2"
