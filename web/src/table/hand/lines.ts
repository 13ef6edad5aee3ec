/** A hand in lines: each suit a line from left to right. */
import {
  NOTHING,
  piles,
  RATIO,
  TOUCH,
  type Box,
  type Layout,
  type Limits,
  type Pile,
  type Placed,
} from "./layout";
import type { Stack } from "./stacks";

/**
 * Lines: each stack a line from left to right, short ones sharing a line where they fit. Where there
 * is no room for a line of each suit, suits share one, too.
 */
export function lines(stacks: readonly Stack[], box: Box, limits: Limits = TOUCH): Layout {
  if (stacks.length === 0) return NOTHING;
  const perLine = Math.max(2, Math.floor(box.width / limits.minWidth) - 1);
  const apart = pack(stacks, perLine, (stack) => stack.kind !== "suit");
  const fitting = Math.floor(box.height / limits.minStep) - 1;
  const made = apart.length <= fitting ? apart : pack(stacks, perLine, () => true);
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

function pack(
  stacks: readonly Stack[],
  perLine: number,
  shares: (stack: Stack) => boolean,
): Line[] {
  const made: Line[] = [];
  stacks.forEach((stack, index) => {
    for (const run of piles([stack], perLine)) {
      const pile = { ...run, stack: index };
      const open = shares(stack)
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
