import { describe, expect, it } from "vitest";
import type { Frame } from "../lib/api";
import { trickAfter, trickBefore, within } from "./steps";

/** Frames of which some lay cards, on a table that had a play or none. */
function frames(marks: string): Frame[] {
  return [...marks].map((mark) => {
    const events = mark === "L" ? [{ type: "laid" }] : mark === "p" ? [{ type: "passed" }] : [];
    return { events, view: { to_beat: mark === "e" || mark === "d" ? "" : "3S" } };
  }) as unknown as Frame[];
}

describe("steps of a replay", () => {
  // d: dealt, L: cards laid, p: a pass, e: the pass that ends a trick.
  const deal = frames("dLpLpeLppe");

  it("jump to the plays that lead", () => {
    expect(trickAfter(deal, 0)).toBe(1);
    expect(trickAfter(deal, 1)).toBe(6);
    expect(trickAfter(deal, 6)).toBe(9);
    expect(trickBefore(deal, 9)).toBe(6);
    expect(trickBefore(deal, 6)).toBe(1);
    expect(trickBefore(deal, 1)).toBe(0);
  });

  it("stay within the deal", () => {
    expect(within(deal, -3)).toBe(0);
    expect(within(deal, 99)).toBe(9);
    expect(within([], 4)).toBe(0);
  });
});
