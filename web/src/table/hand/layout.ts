/**
 * Where every card of a hand lies. Pure arithmetic, so that a finger, a keyboard and a test all
 * ask the same thing: nothing here measures the screen.
 */
import type { HandCard } from "./cards";
import type { Stack } from "./stacks";

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Limits {
  /** Smallest visible part of a card that a finger must hit. */
  readonly minWidth: number;
  readonly minStep: number;
  /** Largest card. */
  readonly maxWidth: number;
  readonly gap: number;
}

export const TOUCH: Limits = { minWidth: 36, minStep: 28, maxWidth: 104, gap: 2 };

export interface Placed {
  readonly id: string;
  readonly card: HandCard;
  readonly stack: number;
  /** Place within the stack, 0 at the back. */
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** Later ones lie on top. */
  readonly z: number;
  /** Nothing lies on it. */
  readonly front: boolean;
}

/** A strip on the foremost card that takes the whole stack. */
export interface Band {
  readonly stack: number;
  readonly ids: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly cards: readonly Placed[];
  readonly bands: readonly Band[];
  readonly cardWidth: number;
  readonly cardHeight: number;
  /** Height of what shows of a covered card in a column; 0 in lines. */
  readonly strip: number;
  /** Enough of a card's left edge shows to put the suit below the rank. */
  readonly tall: boolean;
  readonly width: number;
  readonly height: number;
}

export interface Pile {
  readonly stack: number;
  readonly cards: readonly HandCard[];
  /** How many of the stack lie in piles before this one. */
  readonly before: number;
}

export const RATIO = 1.4;
export const NOTHING: Layout = {
  cards: [],
  bands: [],
  cardWidth: 0,
  cardHeight: 0,
  strip: 0,
  tall: false,
  width: 0,
  height: 0,
};

/** Split stacks higher than `cap` into even piles side by side. */
export function piles(stacks: readonly Stack[], cap: number): Pile[] {
  return stacks.flatMap((stack, index) => {
    const parts = Math.ceil(stack.cards.length / cap);
    const each = Math.ceil(stack.cards.length / parts);
    return Array.from({ length: parts }, (_, i) => ({
      stack: index,
      cards: stack.cards.slice(i * each, (i + 1) * each),
      before: i * each,
    }));
  });
}

/** The topmost card at a point, or null. */
export function cardAt(layout: Layout, x: number, y: number): Placed | null {
  for (let i = layout.cards.length - 1; i >= 0; i--) {
    const card = layout.cards[i];
    if (!card) continue;
    const inside =
      x >= card.x && x < card.x + layout.cardWidth && y >= card.y && y < card.y + layout.cardHeight;
    if (inside) return card;
  }
  return null;
}

export type Direction = "left" | "right" | "up" | "down";

/** The card that an arrow key leads to from another, or null at the edge. */
export function neighbour(layout: Layout, id: string, direction: Direction): Placed | null {
  const from = layout.cards.find((card) => card.id === id);
  if (!from) return layout.cards[0] ?? null;
  const sideways = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let best: Placed | null = null;
  let least = Infinity;
  for (const card of layout.cards) {
    const dx = card.x - from.x;
    const dy = card.y - from.y;
    const ahead = sign * (sideways ? dx : dy);
    const aside = Math.abs(sideways ? dy : dx);
    // A step to the side changes the column, one up or down stays in it or changes the row.
    if (ahead <= 1 || (!sideways && aside > layout.cardWidth * 0.9)) continue;
    const cost = ahead + aside * (sideways ? 1.6 : 3);
    if (cost < least) {
      least = cost;
      best = card;
    }
  }
  return best;
}
