import { flat } from "./flat";
import { shapeOf, type Frame, type Sizes } from "./ground";
import { upright } from "./upright";
import { wide } from "./wide";

/** Compute the frame. Playing order runs counter-clockwise: the next seat is on the right. */
export function frameOf(sizes: Sizes): Frame {
  const shape = shapeOf(sizes.width, sizes.height);
  if (shape === "upright") return upright(sizes);
  return shape === "flat" ? flat(sizes) : wide(sizes);
}
