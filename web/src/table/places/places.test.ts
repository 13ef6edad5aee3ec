import { describe, expect, it } from "vitest";
import { frameOf, noteBeside, shelfOf } from "./frame";
import { shapeOf, sides, type Rect } from "./ground";

function overlap(a: Rect, b: Rect): number {
  const x = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const y = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return x > 0 && y > 0 ? Math.min(x, y) : 0;
}

const SCREENS: [number, number][] = [
  [360, 640],
  [390, 844],
  [412, 915],
  [768, 1024],
  [568, 250],
  [568, 280],
  [640, 280],
  [640, 300],
  [667, 331],
  [740, 340],
  [640, 355],
  [640, 360],
  [740, 360],
  [844, 390],
  [1024, 700],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
];

describe.each(SCREENS)("frame of %i × %i", (width, height) => {
  const screen = { x: 0, y: 0, width, height };
  const frames = [0, 3].map((own) => frameOf({ width, height, seats: 6, own }));
  frames.push(frameOf({ width, height, seats: 6, own: 0, shelf: shelfOf(width, height, true) }));
  const watched = frameOf({ width, height, seats: 6, own: null });

  it("keeps everything on the screen", () => {
    for (const frame of [...frames, watched]) {
      const rects = [frame.bar, frame.centre, frame.hand, frame.verdict, frame.buttons];
      for (const place of frame.seats) rects.push(place.who, place.spot);
      for (const r of rects) {
        expect(r.x).toBeGreaterThanOrEqual(0);
        expect(r.y).toBeGreaterThanOrEqual(0);
        expect(r.x + r.width).toBeLessThanOrEqual(screen.width);
        expect(r.y + r.height).toBeLessThanOrEqual(screen.height);
      }
    }
  });

  it("covers no player, no move and no play", () => {
    for (const frame of [...frames, watched]) {
      const named: [string, Rect][] = [
        ["centre", frame.centre],
        ["hand", frame.hand],
        ["verdict", frame.verdict],
        ["buttons", frame.buttons],
      ];
      if (frame.shape !== "flat") named.push(["bar", frame.bar]);
      for (const place of frame.seats) {
        named.push([`seat ${place.seat}`, place.who], [`spot ${place.seat}`, place.spot]);
      }
      const clashes: string[] = [];
      named.forEach(([a, first], i) => {
        for (const [b, second] of named.slice(i + 1)) {
          if (overlap(first, second) > 1) clashes.push(`${a} / ${b} by ${overlap(first, second)}`);
        }
      });
      expect(clashes).toEqual([]);
    }
  });

  it("finds room for what is told of an arranged hand, within the hand's own place", () => {
    for (const frame of frames) {
      const { hand, note } = noteBeside(frame);
      expect(overlap(hand, note)).toBeLessThanOrEqual(1);
      for (const part of [hand, note]) {
        expect(part.x).toBeGreaterThanOrEqual(frame.hand.x - 1);
        expect(part.y).toBeGreaterThanOrEqual(frame.hand.y - 1);
        expect(part.x + part.width).toBeLessThanOrEqual(frame.hand.x + frame.hand.width + 1);
        expect(part.y + part.height).toBeLessThanOrEqual(frame.hand.y + frame.hand.height + 1);
      }
    }
  });

  it("seats everybody once, the next player on the right", () => {
    const frame = frames[0];
    expect(frame?.seats.map((place) => place.seat).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    const at = (seat: number): Rect => frame?.seats.find((p) => p.seat === seat)?.who as Rect;
    expect(at(1).x).toBeGreaterThan(width / 2);
    expect(at(5).x).toBeLessThan(width / 2);
    expect(at(3).y).toBeLessThan(at(1).y);
  });
});

describe("shape", () => {
  it("follows how the screen is held", () => {
    expect(shapeOf(360, 640)).toBe("upright");
    expect(shapeOf(640, 360)).toBe("flat");
    expect(shapeOf(1280, 800)).toBe("wide");
  });

  it("seats any number", () => {
    expect(sides(5)).toEqual({ right: 2, top: 1, left: 2 });
    expect(sides(3)).toEqual({ right: 1, top: 1, left: 1 });
    expect(frameOf({ width: 360, height: 640, seats: 4, own: 2 }).seats).toHaveLength(4);
  });
});
