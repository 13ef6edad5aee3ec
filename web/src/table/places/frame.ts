import { flat } from "./flat";
import { shapeOf, type Frame, type Rect, type Sizes } from "./ground";
import { upright } from "./upright";
import { wide } from "./wide";

/** Compute the frame. Playing order runs counter-clockwise: the next seat is on the right. */
export function frameOf(sizes: Sizes): Frame {
  const shape = shapeOf(sizes.width, sizes.height);
  if (shape === "upright") return upright(sizes);
  return shape === "flat" ? flat(sizes) : wide(sizes);
}

const COUNTER_HEIGHT = 42;

/** Height that an open card counter takes from the felt: none where there is room beside. */
export function shelfOf(width: number, height: number, open: boolean): number {
  return open && shapeOf(width, height) !== "flat" && width < ROOMY_BAR ? COUNTER_HEIGHT : 0;
}

const ROOMY_BAR = 1200;

/** Where the card counter hangs, and in how many columns. */
export function counterPlace(frame: Frame): Pick<Rect, "x" | "y"> & { columns: number } {
  if (frame.shape === "flat") return { x: 94, y: frame.centre.y + 2, columns: 8 };
  const inBar = frame.bar.width >= ROOMY_BAR;
  return { x: frame.bar.width / 2, y: inBar ? 2 : frame.bar.height + 3, columns: 15 };
}
