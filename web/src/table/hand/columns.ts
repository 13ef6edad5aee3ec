/** A hand in columns: each stack a column, its cards covering each other downwards. */
import {
  NOTHING,
  piles,
  RATIO,
  TOUCH,
  type Band,
  type Box,
  type Layout,
  type Limits,
  type Pile,
  type Placed,
} from "./layout";
import type { Stack } from "./stacks";

/** Every way to cut piles into rows of at most `perRow`, in order. */
function* cuts(all: readonly Pile[], rows: number, perRow: number): Generator<Pile[][]> {
  if (rows === 1) {
    if (all.length <= perRow) yield [[...all]];
    return;
  }
  for (let first = 1; first <= Math.min(perRow, all.length - rows + 1); first++) {
    if (all.length - first > perRow * (rows - 1)) continue;
    for (const rest of cuts(all.slice(first), rows - 1, perRow)) {
      yield [all.slice(0, first), ...rest];
    }
  }
}

function tallest(row: readonly Pile[]): number {
  return Math.max(...row.map((pile) => pile.cards.length));
}

/** Even rows are calmer: a small price for an uneven edge. */
function ragged(rows: readonly Pile[][]): number {
  const widths = rows.map((row) => row.length);
  return Math.max(...widths) - Math.min(...widths);
}

interface Fit {
  readonly rows: Pile[][];
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly score: number;
}

const ROW_GAP = 6;
/** Height of an index with its margin, in widths of the card. */
const INDEX = 0.53;
const LARGE = 60;
/** In a box lower than so many strips, what shows of a card in front is lower, too. */
const TIGHT = 4;
/** So many columns more than a thumb likes, where they would be too high otherwise. */
const NARROWER = 3;

function fit(rows: Pile[][], box: Box, limits: Limits): Fit {
  const longest = Math.max(...rows.map((row) => row.length));
  const cell = Math.floor((box.width + limits.gap) / longest) - limits.gap;
  const covered = rows.reduce((sum, row) => sum + tallest(row) - 1, 0);
  const room = box.height - ROW_GAP * (rows.length - 1);
  // A card shows its index strip and, in front, a strip as high again to take the whole stack.
  // A large card is no larger than lets the whole index of those it covers show.
  const readable = Math.floor(room / (RATIO * rows.length + INDEX * covered));
  let width = Math.min(limits.maxWidth, cell, Math.max(LARGE, readable));
  let height = Math.round(width * RATIO);
  const strips = box.height < TIGHT * limits.minStep ? 1.5 : 2;
  const lowest = Math.max(strips * limits.minStep, 0.62 * height);
  if (rows.length * height + covered * limits.minStep > room) {
    height = Math.max(lowest, (room - covered * limits.minStep) / rows.length);
    height = Math.floor(height);
    // A card much wider than high looks wrong: narrow it as well.
    width = Math.min(width, Math.max(limits.minWidth, Math.floor(height / 1.12)));
  }
  const free = covered === 0 ? Infinity : (room - rows.length * height) / covered;
  const step = Math.floor(Math.min(Math.max(0.56 * width, Math.min(0.8 * width, 42)), free));
  const crowded = Math.max(0, limits.minWidth - width) + 2 * Math.max(0, limits.minStep - step);
  return { rows, width, height, step, score: 2 * Math.min(width, 60) + step - 50 * crowded };
}

/** Columns: each stack a column, split and broken into rows as the box needs. */
export function columns(stacks: readonly Stack[], box: Box, limits: Limits = TOUCH): Layout {
  if (stacks.length === 0) return NOTHING;
  const perRow = Math.max(1, Math.floor((box.width + limits.gap) / (limits.minWidth + limits.gap)));
  const highest = Math.max(...stacks.map((stack) => stack.cards.length));
  // Cards that make a play are to be seen as one, however small they get.
  const split = stacks.some((stack) => stack.kind === "play") ? 60 : 7;
  let best: Fit | null = null;
  for (let cap = highest; cap >= Math.min(highest, 3); cap--) {
    const all = piles(stacks, cap);
    for (let rows = 1; rows <= 3; rows++) {
      const fullest = Math.max(perRow + NARROWER, Math.ceil(all.length / 3));
      for (const made of cuts(all, rows, fullest)) {
        const tried = fit(made, box, limits);
        // A stack in two piles is harder to see as one, so that it costs more than smaller cards.
        const price = split * (all.length - stacks.length) + 8 * (rows - 1) + ragged(made);
        const score = tried.score - price;
        if (!best || score > best.score) best = { ...tried, score };
      }
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
