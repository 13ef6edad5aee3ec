/** A phone on its side: players along the top edge, the hand in one row. */
import {
  around,
  clamp,
  controlsIn,
  handBelow,
  placeAtFloor,
  rect,
  rowWidth,
  type Frame,
  type SeatPlace,
  type Sizes,
} from "./ground";

export function flat(sizes: Sizes): Frame {
  const { width, height } = sizes;
  const picture = Math.round(clamp(height * 0.094, 34, 46));
  const spotCard = Math.round(clamp(height * 0.062, 22, 32));
  const playCard = Math.round(clamp(height * 0.104, 37, 56));
  const who = { width: clamp(width * 0.15, 92, 132), height: picture + 4 };
  const spot = { width: rowWidth(spotCard), height: spotCard * 1.4 };
  const bar = rect(0, 0, width, picture + 8);
  const hand = handBelow(sizes, clamp(height * 0.47, 160, 250), 4);
  const row = rect(4, hand.y - 42, width - 8, 42);
  const { verdict, buttons } = controlsIn(sizes, row);
  const floor = verdict.y;
  const felt = rect(0, 0, width, floor);
  const ring = around(sizes);
  const seats: SeatPlace[] = [];
  // Near seats stand at the sides, everybody else in one row along the top edge.
  const topRow = [...ring.left.slice(1), ...ring.top, ...ring.right.slice(1).reverse()];
  const from = width * 0.15;
  const each = (width * 0.74) / Math.max(1, topRow.length);
  topRow.forEach((seat, i) => {
    const x = from + i * each + (each - who.width) / 2;
    seats.push({
      seat,
      who: rect(x, 3, who.width, who.height),
      spot: rect(x, 3 + who.height + 2, spot.width, spot.height),
      align: "left",
      beside: true,
    });
  });
  const sideY = bar.height + 24;
  for (const seat of ring.right.slice(0, 1)) {
    const x = width - 14 - who.width;
    seats.push({
      seat,
      who: rect(x, sideY, who.width, who.height),
      spot: rect(x + who.width - spot.width, sideY + who.height, spot.width, spot.height),
      align: "right",
      beside: true,
    });
  }
  for (const seat of ring.left.slice(0, 1)) {
    seats.push({
      seat,
      who: rect(8, sideY, who.width, who.height),
      spot: rect(8, sideY + who.height, spot.width, spot.height),
      align: "left",
      beside: true,
    });
  }
  const centreHeight = playCard * 1.4 + 18;
  const top = 3 + who.height + 3 + spot.height;
  const centre = rect(
    (width - rowWidth(playCard)) / 2,
    clamp((top + floor - centreHeight) / 2, top, Math.max(top, floor - centreHeight - 2)),
    rowWidth(playCard),
    centreHeight,
  );
  const aside = centre.x + centre.width + 14;
  seats.push(placeAtFloor(sizes, ring.own, floor, who, spot, aside));
  return {
    shape: "flat",
    bar,
    felt,
    seats,
    centre,
    verdict,
    buttons,
    hand,
    playCard,
    spotCard,
    handCard: Math.round(clamp(height * 0.15, 50, 72)),
    picture,
  };
}
