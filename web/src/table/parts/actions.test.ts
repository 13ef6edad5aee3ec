import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import type { TableModel } from "../model.svelte";
import type { Duty } from "../scene";
import Actions from "./Actions.svelte";

function shown(duty: Duty, seconds: number | null): string {
  const model = { duty, sending: false, ready: true } as TableModel;
  const clock = seconds === null ? null : { seconds, share: 0.5, reserve: false };
  const place = { x: 0, y: 0, width: 344, height: 48 };
  const props = { place, shape: "upright", model, clock, level: "7" } as const;
  return render(Actions, { props }).body;
}

describe("the buttons", () => {
  const duties: Duty[] = [
    { kind: "lead" },
    { kind: "follow", seat: 1, category: "pair" },
    { kind: "pay" },
    { kind: "return", to: 1 },
    { kind: "offer", to: 1, count: 2 },
    { kind: "take", from: 1, cards: "3S 4S" },
  ];
  it.each(duties)("show the clock of whoever owes something: %o", (duty) => {
    expect(shown(duty, 17)).toContain("还有 17 秒");
    expect(shown(duty, null)).not.toContain("秒");
  });

  it("show no clock of others", () => {
    expect(shown({ kind: "none" }, 17)).not.toContain("17");
  });
});
