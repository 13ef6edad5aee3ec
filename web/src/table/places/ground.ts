/**
 * Where everything on the table screen stands, for any size of screen. All in pixels from the top
 * left of the screen, computed at once, so that a test can see that nothing covers anything.
 */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Size = Pick<Rect, "width" | "height">;

export type Shape = "upright" | "flat" | "wide";

export interface SeatPlace {
  readonly seat: number;
  /** The player: picture, name, count. */
  readonly who: Rect;
  /** Where this player's last move lies. */
  readonly spot: Rect;
  /** Which side of the spot is next to the player, so that cards lie against it. */
  readonly align: "left" | "right" | "center";
  /** Name beside the picture instead of below it. */
  readonly beside: boolean;
}

export interface Frame {
  readonly shape: Shape;
  readonly bar: Rect;
  readonly felt: Rect;
  readonly seats: readonly SeatPlace[];
  readonly centre: Rect;
  readonly verdict: Rect;
  readonly buttons: Rect;
  readonly hand: Rect;
  /** Card widths: the play on the table, and other moves of the trick. */
  readonly playCard: number;
  readonly spotCard: number;
  /** Widest card of the hand: a short hand does not grow into posters. */
  readonly handCard: number;
  /** Diameter of a player's picture. */
  readonly picture: number;
  /** Where the card counter hangs, if not where it usually does. */
  readonly counter?: CounterPlace;
}

export interface CounterPlace {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
}

/** Five cards in a row, each showing this share of itself under the next. */
export const SPREAD = 0.62;

/** Width of a row of five cards. */
export function rowWidth(card: number): number {
  return Math.ceil(card * (1 + 4 * SPREAD));
}

/** How the screen is held: upright phone, phone on its side, or anything roomy. */
export function shapeOf(width: number, height: number): Shape {
  if (width < height * 0.95) return "upright";
  return height < 540 ? "flat" : "wide";
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

export function rect(x: number, y: number, width: number, height: number): Rect {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  };
}

/** How the other seats stand around the table: up the right side, across the top, down the left. */
export function sides(others: number): { right: number; top: number; left: number } {
  const top = others % 2 === 1 ? 1 : 0;
  const side = (others - top) / 2;
  return { right: side, top, left: side };
}

export interface Sizes {
  readonly width: number;
  readonly height: number;
  readonly seats: number;
  /** Height to leave free below the bar, for the card counter. */
  readonly shelf?: number;
  /** Own seat, at the bottom; null for a spectator, who sees all seats around the table. */
  readonly own: number | null;
}

/** Seats of the right side from the bottom, of the top, of the left side from the bottom. */
export function around(sizes: Sizes): {
  right: number[];
  top: number[];
  left: number[];
  own: number;
} {
  const own = sizes.own ?? 0;
  const order = Array.from({ length: sizes.seats - 1 }, (_, i) => (own + 1 + i) % sizes.seats);
  const { right, top } = sides(order.length);
  return {
    own,
    right: order.slice(0, right),
    top: order.slice(right, right + top),
    left: order.slice(right + top).reverse(),
  };
}

/** The felt begins below the bar and what hangs from it. */
export function ceiling(sizes: Sizes, bar: Rect): number {
  return bar.y + bar.height + (sizes.shelf ?? 0);
}

export function handBelow(sizes: Sizes, height: number, margin: number): Rect {
  if (sizes.own === null) return rect(0, sizes.height, sizes.width, 0);
  return rect(margin, sizes.height - height - margin, sizes.width - 2 * margin, height);
}

/** Height of the line at the foot of a spectator's screen. */
const FOOT = 48;

/** A spectator has no hand and no buttons, but one line that says so. */
export function footLine(sizes: Sizes): { verdict: Rect; buttons: Rect } {
  return {
    verdict: rect(6, sizes.height - FOOT - 4, sizes.width - 12, FOOT),
    buttons: rect(0, sizes.height, sizes.width, 0),
  };
}

/** One line for a player: what the selection is on its left, the buttons on its right. */
export function controlsIn(sizes: Sizes, line: Rect): { verdict: Rect; buttons: Rect } {
  if (sizes.own === null) return footLine(sizes);
  return {
    verdict: rect(line.x + 4, line.y, line.width * 0.44, line.height),
    buttons: rect(line.x + line.width * 0.45, line.y, line.width * 0.55, line.height),
  };
}

/** The seat at the bottom of a flat screen: of a player only the move is there, from `x` on. */
export function placeAtFloor(
  sizes: Sizes,
  seat: number,
  floor: number,
  who: Size,
  spot: Size,
  x: number,
): SeatPlace {
  const { width } = sizes;
  const both = who.width + spot.width;
  const spectated = sizes.own === null;
  return {
    seat,
    who: spectated
      ? rect((width - both) / 2, floor - who.height - 4, who.width, who.height)
      : rect(width / 2, floor, 0, 0),
    spot: spectated
      ? rect((width + who.width - spot.width) / 2, floor - spot.height - 4, spot.width, spot.height)
      : rect(x, floor - spot.height - 2, spot.width, spot.height),
    align: "left",
    beside: true,
  };
}

export function controlsAbove(
  sizes: Sizes,
  hand: Rect,
  buttonHeight: number,
  verdictHeight: number,
): { verdict: Rect; buttons: Rect } {
  if (sizes.own === null) return footLine(sizes);
  const width = Math.min(sizes.width - 16, 760);
  const x = (sizes.width - width) / 2;
  const y = hand.y - buttonHeight - 2;
  return {
    buttons: rect(x, y, width, buttonHeight),
    verdict: rect(8, y - verdictHeight, sizes.width - 16, verdictHeight),
  };
}
