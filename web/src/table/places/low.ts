/**
 * A phone on its side under the bars of its browser: as flat, and every line of it lower. The near
 * players' moves lie beside them, the hand takes what is left.
 */
import {
  around,
  clamp,
  controlsIn,
  footLine,
  handBelow,
  placeAtFloor,
  rect,
  rowWidth,
} from "./ground";
import type { Frame, SeatPlace, Sizes } from "./ground";

/** Below this height the places of `flat` would cover each other. */
export const LOW = 356;

/** Below this height the screen is scrolled: there must be room for a card and its next. */
export const LEAST = 250;

const CAPTION = 20;
const COUNTER = 33;
const GAP = 4;
/** One line of the counter, as `Counter` draws it. */
const COUNTER_COLUMNS = 15;
const COUNTER_WIDTH = COUNTER_COLUMNS * 19 + 6;
/** The levels in the left corner and the buttons in the right one. */
const LEVELS = 98;
const NAV = 106;

export function low(given: Sizes): Frame {
  const sizes = { ...given, height: Math.max(given.height, LEAST) };
  const { width, height, own, shelf = 0 } = sizes;
  const picture = Math.round(clamp(height * 0.1, 26, 34));
  const spotCard = Math.round(clamp(height * 0.067, 19, 22));
  const playCard = Math.round(clamp(height * 0.113, 31, 37));
  const who = { width: clamp(width * 0.145, 76, 132), height: picture + 3 };
  const spot = { width: rowWidth(spotCard), height: spotCard * 1.4 };
  const ring = around(sizes);
  const seats: SeatPlace[] = [];

  const topRow = [...ring.left.slice(1), ...ring.top, ...ring.right.slice(1).reverse()];
  const each = (width - LEVELS - NAV) / Math.max(1, topRow.length);
  topRow.forEach((seat, i) => {
    const x = LEVELS + i * each + Math.max(0, (each - who.width) / 2);
    seats.push({
      seat,
      who: rect(x, 3, Math.min(who.width, each), who.height),
      spot: rect(x, 3 + who.height, spot.width, spot.height),
      align: "left",
      beside: true,
    });
  });

  const top = 3 + who.height + spot.height + 1;
  const row = { height: playCard * 1.4 + CAPTION, controls: clamp(height * 0.13, 38, 42) };
  const floor = own === null ? footLine(sizes).verdict.y : top + row.height + 1;
  const controls = rect(GAP, floor + shelf, width - 2 * GAP, row.controls);
  const handTop = controls.y + controls.height + 2;
  const hand = handBelow(sizes, height - handTop - GAP, GAP);
  const { verdict, buttons } = controlsIn(sizes, controls);

  // Below the levels in the corner.
  const sideY = Math.max(57, top + (row.height - who.height) / 2);
  const spotY = sideY + (who.height - spot.height) / 2;
  for (const seat of ring.right.slice(0, 1)) {
    const x = width - 14 - who.width;
    seats.push({
      seat,
      who: rect(x, sideY, who.width, who.height),
      spot: rect(x - spot.width - 2, spotY, spot.width, spot.height),
      align: "right",
      beside: true,
    });
  }
  for (const seat of ring.left.slice(0, 1)) {
    seats.push({
      seat,
      who: rect(10, sideY, who.width, who.height),
      spot: rect(10 + who.width + 2, spotY, spot.width, spot.height),
      align: "left",
      beside: true,
    });
  }

  // One's own last move lies beside the play, both between those of the near players.
  const middle = rowWidth(playCard) + 12 + spot.width;
  const left = 10 + who.width + 2 + spot.width;
  const right = width - 14 - who.width - spot.width - 2;
  const centre = rect(
    own === null
      ? (width - rowWidth(playCard)) / 2
      : clamp((width - middle) / 2, left, right - middle),
    own === null ? clamp((top + floor - row.height) / 2, top, floor) : top,
    rowWidth(playCard),
    row.height,
  );
  seats.push(placeAtFloor(sizes, ring.own, floor, who, spot, centre.x + centre.width + 12));
  return {
    shape: "flat",
    bar: rect(0, 0, width, who.height + 4),
    felt: rect(0, 0, width, floor),
    seats,
    centre,
    verdict,
    buttons,
    hand,
    playCard,
    spotCard,
    handCard: 54,
    picture,
    counter: { x: Math.round((width - COUNTER_WIDTH) / 2), y: floor, columns: COUNTER_COLUMNS },
  };
}

/** The line that an open counter takes; a spectator has room enough without. */
export const LOW_SHELF = COUNTER;
