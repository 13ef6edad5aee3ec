import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Game } from "../lib/game";
import type { Clock, View } from "../lib/protocol";
import { remaining } from "./countdown.svelte";
import { DEBOUNCE_MS, Judge } from "./judge.svelte";
import { initial, placeName, sideOf } from "./people";
import { dutyOf, FACE_ORDER, moveScenes, raisedCard, unseen } from "./scene";

const view: View = {
  seat: null,
  rules: { seats: 6, return_card: "receiver" },
  phase: "play",
  deal: 2,
  dealer: 0,
  level: "7",
  levels: ["7", "5"],
  points: [0, 0],
  commitment: "",
  hand: "",
  counts: [12, 9, null, 4, 0, 27],
  to_act: [3],
  tribute: [],
  refused: false,
  leader: 0,
  to_beat: "9S 9H",
  to_beat_seat: 1,
  trick: {
    moves: [
      { seat: 0, cards: "5S 5H", category: "pair" },
      { seat: 1, cards: "9S 9H", category: "pair" },
      { seat: 2, cards: "", category: "" },
    ],
    winner: null,
  },
  last_trick: null,
  finished: [4],
  result: null,
  end: null,
  memory: false,
  history: [],
};
const clock: Clock = { seat_deadlines: [], now: 0, per_move_ms: 0, next_deal_at: null };
const game = (changes: Partial<View>, seat: number | null = 3): Game => ({
  table: "t",
  seq: 1,
  view: { ...view, ...changes },
  clock,
  played: null,
  seat,
  hand: "3S 4S",
});

describe("moves on the table", () => {
  it("show each seat's last move and mark the play to beat", () => {
    const moves = moveScenes(view);
    expect(moves.map((move) => [move.seat, move.top])).toEqual([
      [0, false],
      [1, true],
      [2, false],
    ]);
  });

  it("keep the best play of a seat that passed later", () => {
    const more = [...view.trick.moves, { seat: 1, cards: "", category: "" }];
    const moves = moveScenes({ ...view, trick: { moves: more, winner: null } });
    expect(moves.find((move) => move.seat === 1)).toMatchObject({ cards: "9S 9H", top: true });
  });

  it("show the trick just won, faded, until the next lead", () => {
    const moves = moveScenes({
      ...view,
      trick: { moves: [], winner: null },
      last_trick: { ...view.trick, winner: 1 },
    });
    expect(moves).toHaveLength(3);
    expect(moves.every((move) => move.past)).toBe(true);
  });

  it("are none before the first lead", () => {
    expect(moveScenes({ ...view, trick: { moves: [], winner: null } })).toEqual([]);
  });
});

describe("what a seat owes", () => {
  it("is nothing out of turn and for a spectator", () => {
    expect(dutyOf(game({ to_act: [2] }))).toEqual({ kind: "none" });
    expect(dutyOf(game({}, null))).toEqual({ kind: "none" });
  });

  it("is to lead or to follow", () => {
    expect(dutyOf(game({ to_beat: "", to_beat_seat: null }))).toEqual({ kind: "lead" });
    expect(dutyOf(game({}))).toEqual({ kind: "follow", seat: 1, category: "pair" });
  });

  const tribute = [{ giver: 2, receiver: 3, card: "BJ", returned: "", offered: "" }];

  it("is to return a tribute, which stands raised meanwhile (clause 7.3)", () => {
    const returning = game({ phase: "return", tribute });
    expect(dutyOf(returning)).toEqual({ kind: "return", to: 2 });
    expect(raisedCard(returning)).toBe("BJ");
    expect(raisedCard(game({ phase: "play", tribute }))).toBeNull();
  });

  it("is to offer three cards for a big joker where the rules say so (clause 7.3)", () => {
    const rules = { ...view.rules, return_card: "candidates" };
    expect(dutyOf(game({ phase: "return", tribute, rules }))).toEqual({
      kind: "offer",
      to: 2,
      count: 3,
    });
    const offered = [{ ...tribute[0], giver: 3, receiver: 2, offered: "3S 4S 5S" }] as never;
    expect(dutyOf(game({ phase: "take", tribute: offered, rules }))).toEqual({
      kind: "take",
      from: 2,
      cards: "3S 4S 5S",
    });
  });
});

describe("duties of seats at different stages of the exchange", () => {
  const entry = { giver: 2, receiver: 3, card: "BJ", offered: "", returned: "" };
  const rules = { ...view.rules, return_card: "candidates", tribute_card: "giver" };

  it("are told by the entries, not by the table's phase (clause 7.3)", () => {
    const mine = { giver: 3, receiver: 0, card: "LJ", offered: "3S 4S", returned: "" };
    const other = { giver: 5, receiver: 2, card: "", offered: "", returned: "" };
    const taking = { phase: "tribute", tribute: [other, mine], rules, to_act: [5, 3] } as const;
    expect(dutyOf(game(taking as never))).toEqual({ kind: "take", from: 0, cards: "3S 4S" });
    const waits = { ...mine, offered: "", card: "LJ" };
    expect(
      dutyOf(game({ phase: "return", tribute: [waits], rules, to_act: [3] } as never)).kind,
    ).toBe("none");
    const paying = { ...mine, card: "", receiver: null, offered: "" };
    expect(dutyOf(game({ phase: "take", tribute: [paying], rules, to_act: [3] } as never))).toEqual(
      { kind: "pay" },
    );
    expect(
      dutyOf(game({ phase: "tribute", tribute: [entry], rules, to_act: [3] } as never)),
    ).toEqual({ kind: "offer", to: 2, count: 3 });
  });
});

describe("card counter", () => {
  it("subtracts what was played and what one holds", () => {
    const played = FACE_ORDER.map((face) => (face === "BJ" ? "2" : "0")).join("");
    const left = unseen(played, "3S 3S BJ", 3);
    expect(left?.get("BJ")).toBe(0);
    expect(left?.get("3S")).toBe(1);
    expect(left?.get("4S")).toBe(3);
    expect(unseen(null, "3S", 3)).toBeNull();
  });
});

describe("people", () => {
  it("sit opposite each other by turns (clause 1.1)", () => {
    expect([0, 1, 2, 3, 4, 5].map((seat) => sideOf(seat, 3))).toEqual([
      "them",
      "us",
      "them",
      "us",
      "them",
      "us",
    ]);
  });

  it("are placed 头家 to 末家 (clause 6.4)", () => {
    expect(placeName(1, 6)).toBe("头家");
    expect(placeName(6, 6)).toBe("末家");
  });

  it("show the first character of their name", () => {
    expect(initial("王阿姨")).toBe("王");
    expect(initial("sunny")).toBe("S");
    expect(initial("")).toBe("·");
  });
});

describe("clock", () => {
  const running: Clock = {
    seat_deadlines: [{ seat: 3, at: 20_000, reserve_ms: 60_000 }],
    now: 0,
    per_move_ms: 20_000,
    next_deal_at: null,
  };

  it("counts the move, then the reserve, and never below nought", () => {
    expect(remaining(running, 3, 5_000)).toEqual({ seconds: 15, share: 0.75, reserve: false });
    expect(remaining(running, 3, 50_000)).toEqual({ seconds: 30, share: 0.5, reserve: true });
    expect(remaining(running, 3, 900_000)).toEqual({ seconds: 0, share: 0, reserve: true });
    expect(remaining(running, 2, 0)).toBeNull();
    expect(remaining({ ...running, per_move_ms: 0 }, 3, 0)).toBeNull();
  });
});

describe("judging a selection", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const legal = { legal: true, category: "pair", rank: "9", beats: true, code: null };
  const answer = { ...legal, message: "", details: {} };

  it("asks once for a stroke over many cards", async () => {
    const ask = vi.fn(async () => answer);
    const judge = new Judge(ask);
    for (const cards of ["9S", "9S 9H", "9S 9H 9C"]) judge.consider(cards, view);
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(ask.mock.calls).toEqual([["9S 9H 9C"]]);
    expect(judge.answer).toEqual(answer);
    expect(judge.waiting).toBe(false);
  });

  it("drops an answer that comes too late", async () => {
    const slow = vi.fn(
      (cards: string) =>
        new Promise<typeof answer>((done) =>
          setTimeout(() => done({ ...answer, rank: cards }), cards === "9S" ? 500 : 10),
        ),
    );
    const judge = new Judge(slow);
    judge.consider("9S", view);
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    judge.consider("TS", view);
    await vi.advanceTimersByTimeAsync(1000);
    expect(judge.answer?.rank).toBe("TS");
  });

  it("remembers what it was told, until what that depends on is another", async () => {
    const ask = vi.fn(async () => answer);
    const judge = new Judge(ask);
    const grounds = [
      { ...view },
      { ...view, seq: 5 },
      { ...view, to_beat: "TS TH" },
      { ...view, to_beat: "TS TH", level: "8" },
      { ...view, to_beat: "TS TH", level: "8", rules: { ...view.rules } },
    ];
    const asked: number[] = [];
    for (const ground of grounds) {
      judge.consider("9S 9H", ground);
      await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
      asked.push(ask.mock.calls.length);
    }
    expect(asked).toEqual([1, 1, 2, 3, 4]);
  });

  it("drops an answer that is about the deal before", async () => {
    const slow = vi.fn(
      () => new Promise<typeof answer>((done) => setTimeout(() => done(answer), 500)),
    );
    const judge = new Judge(slow);
    judge.consider("9S 9H", view);
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    judge.consider("9S 9H", { ...view, level: "9" });
    await vi.advanceTimersByTimeAsync(500 - 1);
    expect(judge.answer).toBeNull();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS + 1);
    expect(judge.answer).toEqual(answer);
  });
});
