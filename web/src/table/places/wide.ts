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
  type Sizes,
} from "./ground";
import { ovalSeats } from "./oval";

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
  const { buttons, verdict: line } = controlsAbove(sizes, hand, 54, 30);
  const verdict = { ...line, x: buttons.x, width: buttons.width || line.width };
  const felt = rect(0, ceiling(sizes, bar), width, verdict.y - ceiling(sizes, bar) - 4);
  const playHeight = playCard * 1.4 + 30;
  const span = Math.min(width, felt.height * 3.2);
  const left = (width - span) / 2;
  const inset = clamp(span * 0.03, 16, 60);
  const floor = felt.y + felt.height;
  const ownWhoY = floor - who.height - 6;
  const ownSpotY = floor - spot.height - 2;
  const centred = (width - who.width) / 2;
  const seats = ovalSeats({
    ring: around(sizes),
    width,
    who,
    spot,
    gap: 8,
    near: floor - who.height - 14 - (own === null ? who.height * 0.5 : 0),
    far: felt.y + who.height * 0.42 + 14,
    // The far seats stand a little further in, as around an oval table.
    inset: (share) => left + inset + share * span * 0.05,
    across: { who: rect(centred, felt.y + 4, who.width, who.height), beside: false },
    own: {
      who: own === null ? rect(centred, ownWhoY, who.width, who.height) : null,
      spotY: ownSpotY,
    },
  });
  const top = felt.y + 4 + who.height;
  const end = own === null ? ownWhoY : ownSpotY;
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
