import { flat } from "./flat";
import { low, LOW, LOW_SHELF } from "./low";
import { rect, shapeOf, type CounterPlace, type Frame, type Rect, type Sizes } from "./ground";
import { upright } from "./upright";
import { wide } from "./wide";

/** Compute the frame. Playing order runs counter-clockwise: the next seat is on the right. */
export function frameOf(sizes: Sizes): Frame {
  const shape = shapeOf(sizes.width, sizes.height);
  if (shape === "upright") return upright(sizes);
  if (shape === "wide") return wide(sizes);
  return sizes.height < LOW ? low(sizes) : flat(sizes);
}

/** What the hand gives up of its place to a note about it: above it upright, else beside it. */
export function noteBeside(frame: Frame): { hand: Rect; note: Rect } {
  const { hand } = frame;
  if (frame.shape === "upright") {
    const note = rect(hand.x, hand.y, hand.width, 28);
    return { note, hand: rect(hand.x, hand.y + 30, hand.width, hand.height - 30) };
  }
  if (frame.shape === "flat") {
    const width = 104;
    const height = Math.min(96, hand.height);
    const note = rect(hand.x, hand.y + hand.height - height, width, height);
    return { note, hand: rect(hand.x + width + 6, hand.y, hand.width - width - 6, hand.height) };
  }
  // The hand stays in the middle.
  const width = Math.min(180, hand.width * 0.17);
  const middle = Math.min(hand.width - 2 * width - 12, 760);
  const x = hand.x + (hand.width - middle) / 2;
  return {
    note: rect(x - width - 6, hand.y + hand.height - 120, width, 110),
    hand: rect(x, hand.y, middle, hand.height),
  };
}

const COUNTER_HEIGHT = 42;

/** Height that an open card counter takes from the felt: none where there is room beside. */
export function shelfOf(width: number, height: number, open: boolean): number {
  if (!open) return 0;
  if (shapeOf(width, height) === "flat") return height < LOW ? LOW_SHELF : 0;
  return width < ROOMY_BAR ? COUNTER_HEIGHT : 0;
}

const ROOMY_BAR = 1200;

/** Where the card counter hangs, and in how many columns. */
export function counterPlace(frame: Frame): CounterPlace {
  if (frame.counter) return frame.counter;
  if (frame.shape === "flat") return { x: 94, y: frame.centre.y + 2, columns: 8 };
  const inBar = frame.bar.width >= ROOMY_BAR;
  return { x: frame.bar.width / 2, y: inBar ? 2 : frame.bar.height + 3, columns: 15 };
}
