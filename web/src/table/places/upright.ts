/** A phone held upright: the hand in two rows under the thumbs. */
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

export function upright(sizes: Sizes): Frame {
  const { width, height, own } = sizes;
  const roomy = clamp((Math.min(width / 360, height / 640) - 1) / 1.2, 0, 1);
  const picture = Math.round(38 + roomy * 30);
  const spotCard = Math.round(clamp(width * 0.068, 24, 50));
  const playCard = Math.round(clamp(width * 0.112, 40, 84)) - (sizes.shelf ? 5 : 0);
  const who = { width: picture + 28, height: picture + 18 };
  const bar = rect(0, 0, width, 36);
  const hand = handBelow(sizes, clamp(height * 0.435 - (sizes.shelf ?? 0) * 0.5, 250, 620), 4);
  const { verdict, buttons } = controlsAbove(sizes, hand, 46 + roomy * 8, 24);
  const felt = rect(0, ceiling(sizes, bar), width, verdict.y - ceiling(sizes, bar));
  const spot = { width: rowWidth(spotCard), height: spotCard * 1.4 };
  // Three tiers: the seat across, the far ones, the near ones; the play lies in the middle.
  const playHeight = playCard * 1.4 + 22;
  const bottom = felt.y + felt.height - (own === null ? who.height + 8 : spot.height + 4);
  const near = clamp(bottom - who.height, felt.y, bottom);
  // The seat across has its name beside the picture: that leaves the middle to the play.
  const across = { width: picture + 62, height: Math.max(picture + 4, spot.height) };
  const far = felt.y + 6 + across.height - (who.height - spot.height);
  const seats = ovalSeats({
    ring: around(sizes),
    width,
    who,
    spot,
    gap: 2,
    near,
    far,
    inset: () => 4,
    across: {
      who: rect((width - across.width - spot.width) / 2, felt.y + 4, across.width, across.height),
      beside: true,
    },
    own: {
      who:
        own === null
          ? rect((width - who.width - spot.width) / 2, bottom + 4, who.width, who.height)
          : null,
      spotY: bottom,
    },
  });
  const top = far + who.height + 2;
  const lowest = near + who.height - spot.height - 2;
  const centreY = clamp((top + lowest - playHeight) / 2, top, Math.max(top, lowest - playHeight));
  const centre = rect((width - rowWidth(playCard)) / 2, centreY, rowWidth(playCard), playHeight);
  return {
    shape: "upright",
    bar,
    felt,
    seats,
    centre,
    verdict,
    buttons,
    hand,
    playCard,
    spotCard,
    handCard: Math.round(clamp(width * 0.135, 46, 96)),
    picture,
  };
}
