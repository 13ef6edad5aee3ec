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

interface Pile {
  readonly stack: number;
  readonly cards: readonly HandCard[];
  /** How many of the stack lie in piles before this one. */
  readonly before: number;
}

const RATIO = 1.4;
const NOTHING: Layout = {
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
function piles(stacks: readonly Stack[], cap: number): Pile[] {
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

/** Cut piles into rows so that the rows together are as low as possible. */
function cut(all: readonly Pile[], rows: number, perRow: number): Pile[][] | null {
  if (rows === 1) return all.length <= perRow ? [[...all]] : null;
  let best: Pile[][] | null = null;
  let lowest = Infinity;
  for (let first = 1; first <= Math.min(perRow, all.length - rows + 1); first++) {
    const rest = cut(all.slice(first), rows - 1, perRow);
    if (!rest) continue;
    const made = [all.slice(0, first), ...rest];
    // Even rows are calmer: a small price for a ragged edge.
    const widths = made.map((row) => row.length);
    const ragged = (Math.max(...widths) - Math.min(...widths)) * 0.08;
    const height = made.reduce((sum, row) => sum + tallest(row), 0) + ragged;
    if (height < lowest) {
      lowest = height;
      best = made;
    }
  }
  return best;
}

function tallest(row: readonly Pile[]): number {
  return Math.max(...row.map((pile) => pile.cards.length));
}

interface Fit {
  readonly rows: Pile[][];
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly score: number;
}

const ROW_GAP = 6;

function fit(rows: Pile[][], box: Box, limits: Limits): Fit {
  const longest = Math.max(...rows.map((row) => row.length));
  const cell = Math.floor((box.width + limits.gap) / longest) - limits.gap;
  const covered = rows.reduce((sum, row) => sum + tallest(row) - 1, 0);
  const room = box.height - ROW_GAP * (rows.length - 1);
  // A card shows its index strip and, in front, a strip as high again to take the whole stack.
  let width = Math.min(limits.maxWidth, cell);
  let height = Math.round(width * RATIO);
  const lowest = Math.max(2 * limits.minStep, 0.62 * height);
  if (rows.length * height + covered * limits.minStep > room) {
    height = Math.max(lowest, (room - covered * limits.minStep) / rows.length);
    height = Math.floor(height);
    // A card much wider than high looks wrong: narrow it as well.
    width = Math.min(width, Math.max(limits.minWidth, Math.floor(height / 1.12)));
  }
  const free = covered === 0 ? Infinity : (room - rows.length * height) / covered;
  const step = Math.floor(Math.min(Math.max(0.56 * width, 34), free));
  const crowded = Math.max(0, limits.minWidth - width) + 2 * Math.max(0, limits.minStep - step);
  return { rows, width, height, step, score: 2 * Math.min(width, 60) + step - 50 * crowded };
}

/** Columns: each stack a column, split and broken into rows as the box needs. */
export function columns(stacks: readonly Stack[], box: Box, limits: Limits = TOUCH): Layout {
  if (stacks.length === 0) return NOTHING;
  const perRow = Math.max(1, Math.floor((box.width + limits.gap) / (limits.minWidth + limits.gap)));
  const highest = Math.max(...stacks.map((stack) => stack.cards.length));
  let best: Fit | null = null;
  for (let cap = highest; cap >= Math.min(highest, 3); cap--) {
    const all = piles(stacks, cap);
    for (let rows = 1; rows <= 3; rows++) {
      const made = cut(all, rows, Math.max(perRow, Math.ceil(all.length / 3)));
      if (!made) continue;
      const tried = fit(made, box, limits);
      // A stack in two piles is harder to see as one, so that it costs more than smaller cards.
      const score = tried.score - 7 * (all.length - stacks.length) - 8 * (rows - 1);
      if (!best || score > best.score) best = { ...tried, score };
    }
  }
  return best ? placeColumns(stacks, best, box, limits) : NOTHING;
}

function placeColumns(stacks: readonly Stack[], found: Fit, box: Box, limits: Limits): Layout {
  const { rows, width, height, step } = found;
  const cards: Placed[] = [];
  const bands: Band[] = [];
  const total =
    rows.reduce((sum, row) => sum + (tallest(row) - 1) * step + height, 0) +
    ROW_GAP * (rows.length - 1);
  let floor = box.height - total;
  let z = 0;
  for (const row of rows) {
    floor += (tallest(row) - 1) * step + height;
    const rowWidth = row.length * (width + limits.gap) - limits.gap;
    let x = Math.round((box.width - rowWidth) / 2);
    for (const pile of row) {
      const top = floor - height - (pile.cards.length - 1) * step;
      pile.cards.forEach((card, i) => {
        const front = i === pile.cards.length - 1;
        const y = top + i * step;
        cards.push({
          id: card.id,
          card,
          stack: pile.stack,
          at: pile.before + i,
          x,
          y,
          z: z++,
          front,
        });
      });
      const stack = stacks[pile.stack];
      const last = pile.before + pile.cards.length === stack?.cards.length;
      if (stack && last && stack.cards.length > 1) {
        const band = Math.min(limits.minStep, height - limits.minStep);
        bands.push({
          stack: pile.stack,
          ids: stack.cards.map((card) => card.id),
          x,
          y: floor - band,
          width,
          height: band,
        });
      }
      x += width + limits.gap;
    }
    floor += ROW_GAP;
  }
  return {
    cards,
    bands,
    cardWidth: width,
    cardHeight: height,
    strip: step,
    tall: false,
    width: box.width,
    height: total,
  };
}

/** Lines: each stack a line from left to right, short ones sharing a line where they fit. */
export function lines(stacks: readonly Stack[], box: Box, limits: Limits = TOUCH): Layout {
  if (stacks.length === 0) return NOTHING;
  const perLine = Math.max(2, Math.floor(box.width / limits.minWidth) - 1);
  const made = pack(stacks, perLine);
  const longest = Math.max(...made.map((line) => line.used));
  const covered = made.length - 1;
  const fits = fitLines(covered, longest, box, limits);
  const { width, height, down, across } = fits;
  const lineWidth = (longest - 1) * across + width;
  const left = Math.max(0, (box.width - lineWidth) / 2);
  const total = covered * down + height;
  const cards: Placed[] = [];
  let z = 0;
  made.forEach((line, row) => {
    for (const run of line.runs) {
      run.cards.forEach((card, i) => {
        cards.push({
          id: card.id,
          card,
          stack: run.stack,
          at: run.before + i,
          x: Math.round(left + (run.start + i) * across),
          y: box.height - total + row * down,
          z: z++,
          front: false,
        });
      });
    }
  });
  return {
    cards: cards.map((card) => ({ ...card, front: uncovered(card, cards, width, height) })),
    bands: [],
    cardWidth: width,
    cardHeight: height,
    strip: 0,
    tall: covered === 0 || down >= 0.84 * width,
    width: box.width,
    height: total,
  };
}

function uncovered(card: Placed, all: readonly Placed[], width: number, height: number): boolean {
  return !all.some(
    (other) => other.z > card.z && Math.abs(other.x - card.x) < width && other.y - card.y < height,
  );
}

interface LineFit {
  readonly width: number;
  readonly height: number;
  readonly down: number;
  readonly across: number;
}

/** The widest card whose rank and suit both show in every line; else the smallest card. */
function fitLines(covered: number, longest: number, box: Box, limits: Limits): LineFit {
  const least = limits.minWidth + 6;
  for (let width = limits.maxWidth; ; width--) {
    const height = Math.round(width * RATIO);
    const free = covered === 0 ? Infinity : Math.floor((box.height - height) / covered);
    const down = Math.min(height + 4, free);
    const across = Math.min(width + 4, (box.width - width) / Math.max(1, longest - 1));
    const good = down >= Math.max(limits.minStep, 0.84 * width) && across >= limits.minWidth;
    if (good) return { width, height, down, across };
    if (width <= least) {
      // Many lines: show the upper part of each card only.
      const step = Math.max(limits.minStep, down);
      return { width, height: Math.min(height, box.height - covered * step), down: step, across };
    }
  }
}

interface Line {
  used: number;
  readonly runs: (Pile & { readonly start: number })[];
}

function pack(stacks: readonly Stack[], perLine: number): Line[] {
  const made: Line[] = [];
  stacks.forEach((stack, index) => {
    for (const run of piles([stack], perLine)) {
      const pile = { ...run, stack: index };
      const shares = stack.kind !== "suit";
      const open = shares
        ? made.find((line) => line.used + 1 + pile.cards.length <= perLine)
        : undefined;
      if (open) {
        open.runs.push({ ...pile, start: open.used + 1 });
        open.used += 1 + pile.cards.length;
      } else {
        made.push({ used: pile.cards.length, runs: [{ ...pile, start: 0 }] });
      }
    }
  });
  return made;
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
