import { describe, expect, it } from "vitest";
import { ALL_FACES, faceOf, formatCards, indexOf, parseCards, standing } from "./faces";

describe("notation", () => {
  it("reads and writes cards in order", () => {
    expect(formatCards(parseCards("3S TH BJ"))).toBe("3S TH BJ");
    expect(parseCards("")).toEqual([]);
  });

  it("knows 54 faces and refuses others", () => {
    expect(ALL_FACES).toHaveLength(54);
    expect(() => faceOf("1S")).toThrow("not a card");
    expect(() => faceOf("10S")).toThrow("not a card");
  });

  it("prints ten as 10", () => {
    expect(indexOf(faceOf("TS"))).toBe("10");
    expect(indexOf(faceOf("AH"))).toBe("A");
  });
});

describe("order of single cards, clause 2.1", () => {
  it("puts the level rank between the ace and the jokers", () => {
    const order = ["2S", "8S", "9C", "AS", "7D", "LJ", "BJ"].map((t) => standing(faceOf(t), "7"));
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    expect(new Set(order).size).toBe(order.length);
  });

  it("ignores suits", () => {
    expect(standing(faceOf("7H"), "7")).toBe(standing(faceOf("7S"), "7"));
  });
});
