import { describe, expect, it } from "vitest";
import { enter, follow, type Game, seated, turnBegins, wind } from "./game";
import type { Clock, Snapshot, TableState, Update, View } from "./protocol";

const clock: Clock = { seat_deadlines: [], now: 0, per_move_ms: 30_000, next_deal_at: null };
const view = { rules: { scoring: "placement" }, deal: 1 } as unknown as View;
const snapshot: Snapshot = {
  type: "view",
  table: "t",
  seq: 5,
  view,
  clock,
  played: null,
  seat: 2,
  hand: "3S 4S",
};

function update(seq: number, changes: Partial<Update> = {}): Update {
  return {
    type: "update",
    table: "t",
    seq,
    events: [],
    view: { ...view, rules: {}, deal: 2 },
    clock,
    ...changes,
  };
}

describe("a game", () => {
  const game: Game = enter(snapshot);

  it("follows the next update and keeps rules and hand that it leaves out", () => {
    const next = follow(game, update(6));
    expect(next).toMatchObject({ seq: 6, hand: "3S 4S", seat: 2 });
    expect(next?.view).toMatchObject({ rules: { scoring: "placement" }, deal: 2 });
  });

  it("takes a changed hand, an empty one too", () => {
    expect(follow(game, update(6, { hand: "" }))?.hand).toBe("");
  });

  it("ignores what it has seen and other tables", () => {
    expect(follow(game, update(5))).toBe(game);
    expect(follow(game, update(9, { table: "other" }))).toBe(game);
  });

  it("tells of a gap", () => {
    expect(follow(game, update(7))).toBeNull();
  });

  it("is seen from the seat that the table gives us, where that changes without a view", () => {
    const at = (own: number | null): TableState =>
      ({ id: "t", seats: [0, 1, 2].map((seat) => ({ seat, you: seat === own })) }) as TableState;
    expect(seated(game, at(2))).toBe(game);
    expect(seated(game, at(1))).toMatchObject({ seat: 1, hand: null, seq: 5 });
    expect(seated(game, at(null))).toMatchObject({ seat: null, hand: null });
  });

  it("tells when one's turn begins: to play after the exchange is another turn", () => {
    const at = (phase: View["phase"], ...to_act: number[]): Game => ({
      ...game,
      view: { ...view, phase, to_act },
    });
    expect(turnBegins(at("play", 1), at("play", 2))).toBe(true);
    expect(turnBegins(at("play", 2), at("play", 2))).toBe(false);
    expect(turnBegins(at("return", 2), at("play", 2))).toBe(true);
    expect(turnBegins(at("play", 2), at("play", 1))).toBe(false);
    expect(turnBegins({ ...at("play", 1), seat: null }, { ...at("play", 2), seat: null })).toBe(
      false,
    );
  });

  it("takes newer clocks only", () => {
    const changed = { ...clock, per_move_ms: 1 };
    expect(wind(game, { type: "clock", table: "t", seq: 5, clock: changed }).clock).toBe(changed);
    expect(wind(game, { type: "clock", table: "t", seq: 4, clock: changed })).toBe(game);
  });
});
