/** Seats as upright and wide tables have them: up both sides, across, and one's own below. */
import { rect, type around, type Rect, type SeatPlace } from "./ground";

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Oval {
  readonly ring: ReturnType<typeof around>;
  /** Width of the screen. */
  readonly width: number;
  readonly who: Size;
  readonly spot: Size;
  /** Between a player and what they played. */
  readonly gap: number;
  /** Tops of the nearest and the farthest seats at the sides. */
  readonly near: number;
  readonly far: number;
  /** How far in from its side a seat stands, from 0, the nearest, to 1, the farthest. */
  readonly inset: (share: number) => number;
  readonly across: { readonly who: Rect; readonly beside: boolean };
  /** The seat below: where a spectator sees its player, and where its plays lie. */
  readonly own: { readonly who: Rect | null; readonly spotY: number };
}

export function ovalSeats(oval: Oval): SeatPlace[] {
  const { ring, width, who, spot, gap } = oval;
  const beside = (player: Rect): Rect =>
    rect(player.x + player.width + gap, player.y, spot.width, spot.height);
  const side = (list: readonly number[], right: boolean): SeatPlace[] =>
    list.map((seat, i) => {
      const share = list.length === 1 ? 0.5 : i / (list.length - 1);
      const y = oval.near - (oval.near - oval.far) * share;
      const inset = oval.inset(share);
      const x = right ? width - inset - who.width : inset;
      const spotX = right ? x - spot.width - gap : x + who.width + gap;
      return {
        seat,
        who: rect(x, y, who.width, who.height),
        spot: rect(spotX, y + who.height - spot.height, spot.width, spot.height),
        align: right ? "right" : "left",
        beside: false,
      };
    });
  const across = ring.top.map((seat): SeatPlace => {
    const player = oval.across.who;
    return { seat, who: player, spot: beside(player), align: "left", beside: oval.across.beside };
  });
  const { who: below, spotY } = oval.own;
  const own: SeatPlace = {
    seat: ring.own,
    who: below ?? rect(width / 2, spotY + spot.height + 2, 0, 0),
    spot: below ? beside(below) : rect((width - spot.width) / 2, spotY, spot.width, spot.height),
    align: below ? "left" : "center",
    beside: false,
  };
  return [...side(ring.right, true), ...across, ...side(ring.left, false), own];
}
