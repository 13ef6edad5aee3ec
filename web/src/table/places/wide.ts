/** Anything roomy: an oval of players around the felt. */
import {
  around,
  ceiling,
  clamp,
  controlsAbove,
  handBelow,
  rect,
  rowWidth,
  type Frame,
  type SeatPlace,
  type Sizes,
} from "./ground";

export function wide(sizes: Sizes): Frame {
  const { width, height, own } = sizes;
  const scale = clamp(Math.min(width / 1280, height / 800), 0.72, 1.5);
  const picture = Math.round(64 * scale);
  const spotCard = Math.round(50 * scale);
  const playCard = Math.round(84 * scale);
  const who = { width: picture + 56 * scale, height: picture + 30 * scale };
  const spot = { width: rowWidth(spotCard), height: spotCard * 1.4 };
  const bar = rect(0, 0, width, 48);
  const handWidth = Math.min(width - 48, 1560);
  const below = handBelow(sizes, clamp(height * 0.33, 200, 400), 12);
  const hand = { ...below, x: Math.round((width - handWidth) / 2), width: handWidth };
  const { buttons } = controlsAbove(sizes, hand, 54, 0);
  const verdict = rect((width - 560) / 2, buttons.y - 30, 560, own === null ? 0 : 28);
  const felt = rect(
    0,
    ceiling(sizes, bar),
    width,
    (own === null ? height : verdict.y) - ceiling(sizes, bar) - 4,
  );
  const ring = around(sizes);
  const seats: SeatPlace[] = [];
  const playHeight = playCard * 1.4 + 30;
  const span = Math.min(width, felt.height * 3.2);
  const left = (width - span) / 2;
  const inset = clamp(span * 0.03, 16, 60);
  const floor = felt.y + felt.height;
  const near = floor - who.height - 14 - (own === null ? who.height * 0.5 : 0);
  const far = felt.y + who.height * 0.42 + 14;
  const side = (list: readonly number[], right: boolean): void => {
    list.forEach((seat, i) => {
      const share = list.length === 1 ? 0.5 : i / (list.length - 1);
      const y = near - (near - far) * share;
      // The far seats stand a little further in, as around an oval table.
      const bow = inset + share * span * 0.05;
      const x = right ? left + span - bow - who.width : left + bow;
      seats.push({
        seat,
        who: rect(x, y, who.width, who.height),
        spot: rect(
          right ? x - spot.width - 10 : x + who.width + 10,
          y + who.height - spot.height,
          spot.width,
          spot.height,
        ),
        align: right ? "right" : "left",
        beside: false,
      });
    });
  };
  side(ring.right, true);
  for (const seat of ring.top) {
    const x = (width - who.width) / 2;
    seats.push({
      seat,
      who: rect(x, felt.y + 4, who.width, who.height),
      spot: rect(x + who.width + 6, felt.y + 4, spot.width, spot.height),
      align: "left",
      beside: false,
    });
  }
  side(ring.left, false);
  const ownSpotY = floor - spot.height - 2;
  const ownX = (width - who.width) / 2;
  seats.push({
    seat: ring.own,
    who:
      own === null
        ? rect(ownX, floor - who.height - 6, who.width, who.height)
        : rect(width / 2, floor, 0, 0),
    spot:
      own === null
        ? rect(ownX + who.width + 6, floor - who.height - 6, spot.width, spot.height)
        : rect((width - spot.width) / 2, ownSpotY, spot.width, spot.height),
    align: own === null ? "left" : "center",
    beside: false,
  });
  const top = felt.y + 4 + who.height;
  const end = own === null ? floor - who.height - 6 : ownSpotY;
  const centre = rect(
    (width - rowWidth(playCard)) / 2,
    clamp((top + end - playHeight) / 2, top, Math.max(top, end - playHeight)),
    rowWidth(playCard),
    playHeight,
  );
  return {
    shape: "wide",
    bar,
    felt,
    seats,
    centre,
    verdict,
    buttons,
    hand,
    playCard,
    spotCard,
    handCard: Math.round(92 * scale),
    picture,
  };
}
