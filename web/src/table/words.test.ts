import { afterEach, describe, expect, it } from "vitest";
import { type DealEnded, PHRASES, type PublicEvent, type View } from "../lib/protocol";
import { overwriteGetLocale } from "../paraglide/runtime.js";
import { isEmote } from "./parts/Emote.svelte";
import { keyAction } from "./keys";
import { tell } from "./speech";
import { categoryName } from "../lib/texts";
import { rankText } from "../cards/names";
import {
  clauseText,
  hintText,
  phraseText,
  roleReason,
  roleText,
  signed,
  waitingText,
} from "./words";

const to = { name: (seat: number) => `P${seat}`, seats: 6, level: "7" };

describe("events in words", () => {
  afterEach(() => overwriteGetLocale(() => "zh"));
  const ended = {
    type: "deal_ended",
    order: [1, 3, 5, 0, 2, 4],
    finished: 3,
    caught: [0, 2, 4],
    next_dealer_team: 1,
    levels_gained: 3,
    levels: ["2", "5"],
    points: [-1, 3],
    hands: [],
    secret: "",
    entropy: [],
  } as const satisfies Partial<DealEnded>;
  const said: [PublicEvent, string | RegExp][] = [
    [
      { type: "laid", seat: 2, cards: "TS TH", category: "pair", left: 5 },
      "P2出对子：黑桃十、红桃十，剩 5 张",
    ],
    [
      { type: "laid", seat: 2, cards: "7S", category: "single", left: null },
      "P2出单张：黑桃七，将牌",
    ],
    [{ type: "passed", seat: 4 }, "P4过"],
    [{ type: "finished", seat: 4, placement: 1 }, "P4出完，头家"],
    [{ type: "finished", seat: 4, placement: 6 }, "P4出完，末家"],
    [{ type: "trick_ended", winner: 1, leader: 2 }, "P1赢得这一轮，P2领出"],
    [{ type: "tribute_paid", giver: 1, receiver: 0, card: "BJ" }, "P1进贡大怪给P0"],
    [
      { type: "return_offered", receiver: 0, giver: 1, cards: "3S 4H" },
      "P0拿出黑桃三、红桃四，让P1挑一张",
    ],
    [
      { ...ended, winner: 1, clause: "8.2" },
      "方队胜。庄家方得头家并且全部先走完：升级，继续坐庄；被抓的下副进贡",
    ],
    [{ ...ended, winner: null, clause: "8.1" }, /^平。/],
    [{ type: "match_ended", winner: 0, clause: "10.1" }, /^圆队赢了这一局。庄家方/],
  ];
  it.each(said)("%o", (event, words) => {
    if (typeof words === "string") expect(tell(event, to)).toBe(words);
    else expect(tell(event, to)).toMatch(words);
  });

  it("speak to the listener of what they do themselves", () => {
    const mine = { ...to, name: (seat: number) => (seat === 4 ? "You" : `P${seat}`), own: 4 };
    const heard = said.map(([event]) => tell(event, mine)).filter(Boolean);
    expect(heard).toContain("你过");
    expect(heard).toContain("P0拿出黑桃三、红桃四，让P1挑一张");
    expect(heard.find((text) => text.startsWith("对方胜"))).toBeDefined();
    expect(heard.find((text) => text.startsWith("我方赢了这一局。"))).toBeDefined();
    overwriteGetLocale(() => "en");
    const told = (event: PublicEvent): string => tell(event, mine);
    expect(told({ type: "passed", seat: 4 })).toBe("You pass");
    expect(told({ type: "passed", seat: 3 })).toBe("P3 passes");
    expect(told({ type: "trick_ended", winner: 4, leader: 4 })).toBe("You win the trick and lead");
    expect(told({ type: "tribute_paid", giver: 1, receiver: 4, card: "BJ" })).toMatch(/ to you$/);
    const offer = { type: "return_offered", cards: "3S 4H" } as const;
    expect(told({ ...offer, receiver: 4, giver: 1 })).toMatch(/^You offer .* for P1 /);
    expect(told({ ...offer, receiver: 1, giver: 4 })).toMatch(/^P1 offers .* for you /);
    for (const [event] of said) expect(tell(event, mine)).not.toMatch(/You [a-z]*[^s]s\b/);
  });

  it("do not tell a count that is hidden (clause 6.5)", () => {
    const [, hidden] = said;
    expect(tell(hidden?.[0] as PublicEvent, to)).not.toContain("剩");
  });
});

describe("words", () => {
  it("name every category, and show an unknown one as it is", () => {
    expect(categoryName("four_and_one")).toBe("四带一");
    expect(categoryName("novelty")).toBe("novelty");
  });

  it("print ranks as cards do", () => {
    expect([rankText("T"), rankText("BJ"), rankText("A")]).toEqual(["10", "大怪", "A"]);
  });

  it("tell whom one waits for, and for what", () => {
    const waiting = (view: Partial<View>): string =>
      waitingText({ rules: {}, tribute: [], ...view } as View, to.name);
    const entry = { giver: 1, receiver: 2, card: "BJ", returned: "", offered: "" };
    const unpaid = { ...entry, receiver: null, card: "" };
    expect(waiting({ phase: "play", to_act: [3] })).toBe("等P3出牌");
    expect(waiting({ phase: "tribute", to_act: [1], tribute: [unpaid] })).toBe("等P1进贡");
    expect(waiting({ phase: "return", to_act: [2], tribute: [entry] })).toBe("等P2还贡");
    const offers = { return_card: "candidates" };
    expect(waiting({ rules: offers, phase: "return", to_act: [2], tribute: [entry] })).toBe(
      "等P2还贡",
    );
    const offered = [{ ...entry, offered: "3S 4S" }];
    expect(waiting({ phase: "take", to_act: [1], tribute: offered })).toBe("等P1挑一张");
    expect(waiting({ phase: "tribute", to_act: [1, 3] })).toBe("等其他几家");
    expect(waiting({ phase: "waiting", to_act: [] })).toBe("等下一副开始");
    expect(waiting({ phase: "over", to_act: [] })).toBe("");
  });

  it("tell why a deal or match ended", () => {
    for (const clause of ["8.1", "8.2", "8.3", "8.4", "10.1", "10.2", "10.3"]) {
      expect(clauseText(clause)).not.toBe("");
    }
  });

  it("tell that nobody is caught where a deal is drawn", () => {
    expect(clauseText("8.4", true)).toContain("不进贡");
    expect(clauseText("8.4")).not.toBe(clauseText("8.4", true));
  });

  it("say why something is hinted, and whom it is about", () => {
    const action = { type: "lay", cards: "2S" } as const;
    const hint = { action, cards: "2S", category: "single", keeps_hand: true };
    const stops = { ...hint, reason: "stops", details: { seat: "3", cards: "2" } } as const;
    expect(hintText(stops, to.name)).toBe("挡住只剩 2 张的P3");
    expect(hintText({ ...hint, reason: "fits", details: {} }, to.name)).not.toBe("");
  });

  it("say what a hand is good for, and why", () => {
    const hand = { turns: 5, plays: [], lost_leads: 3, role: "strong" as const };
    expect(roleText(hand.role)).toContain("强牌");
    const reason = { reason: "tops_and_fives", details: { cards: "BJ TS" } } as const;
    expect(roleReason({ ...hand, ...reason })).toContain("大怪 10");
    const holds = { reason: "holds_more", details: { turns: "5", held: "3.2" } } as const;
    expect(roleReason({ ...hand, ...holds })).toContain("3.2");
  });

  it("write points with their sign", () => {
    expect([signed(3), signed(0), signed(-1)]).toEqual(["+3", "0", "−1"]);
  });

  it("exist for every phrase, eight of them pictures", () => {
    expect(PHRASES.every((phrase) => phraseText(phrase) !== "")).toBe(true);
    expect(PHRASES.filter(isEmote)).toHaveLength(8);
  });
});

describe("keys", () => {
  const press = (key: string, more: object = {}): KeyboardEvent =>
    ({ key, target: null, ...more }) as unknown as KeyboardEvent;
  const within = (selector: string) => ({
    target: { closest: (wanted: string) => (wanted.includes(selector) ? {} : null) },
  });

  it("play, pass, hint and clear", () => {
    expect(["Enter", "p", "H", "Escape"].map((key) => keyAction(press(key)))).toEqual([
      "play",
      "pass",
      "hint",
      "clear",
    ]);
  });

  it("leave the browser's and a field's own alone", () => {
    expect(keyAction(press("p", { ctrlKey: true }))).toBeNull();
    expect(keyAction(press("p", { repeat: true }))).toBeNull();
    expect(keyAction(press("p", within("input")))).toBeNull();
    expect(keyAction(press("x"))).toBeNull();
  });

  it("let Enter press the button it is on, but play from the hand", () => {
    expect(keyAction(press("Enter", within("button:not([data-card])")))).toBeNull();
    expect(keyAction(press("p", within("button:not([data-card])")))).toBe("pass");
  });
});
