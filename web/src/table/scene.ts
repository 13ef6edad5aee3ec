/** What the table shows, derived from the public view and one's own hand. */
import type { Game } from "../lib/game";
import type { Move, SeatState, TableState, View } from "../lib/protocol";
import { seatName, sideOf, type Side } from "./people";

export interface SeatScene {
  readonly seat: number;
  readonly name: string;
  readonly side: Side;
  readonly state: SeatState | undefined;
  readonly dealer: boolean;
  /** Cards left, null where hidden. */
  readonly count: number | null;
  /** 1 for 头家; 0 while still in. */
  readonly placement: number;
  readonly turn: boolean;
}

/** A move as it lies on the table. */
export interface MoveScene extends Move {
  readonly key: string;
  /** The play to beat, or the play that won the trick shown. */
  readonly top: boolean;
  /** Of a trick that is over: kept in sight, but faded, until the next lead. */
  readonly past: boolean;
}

export function seatScenes(game: Game, table: TableState): SeatScene[] {
  const { view, seat: own } = game;
  return view.counts.map((count, seat) => ({
    seat,
    name: seatName(table.seats[seat]),
    side: sideOf(seat, own),
    state: table.seats[seat],
    dealer: view.dealer === seat && view.deal > 0,
    count,
    placement: view.finished.indexOf(seat) + 1,
    turn: view.to_act.includes(seat),
  }));
}

/** Each seat's last move in the trick on the table, or in the one just won. */
export function moveScenes(view: View): MoveScene[] {
  const past = view.trick.moves.length === 0;
  const trick = past ? view.last_trick : view.trick;
  if (!trick || isExchange(view.phase)) {
    return [];
  }
  const top = topOf(trick.moves);
  const latest = new Map<number, MoveScene>();
  trick.moves.forEach((move, i) => {
    latest.set(move.seat, {
      ...move,
      key: `${view.deal}.${i}.${move.seat}.${move.cards}`,
      top: i === top,
      past,
    });
  });
  // A play stays on the table although its player passed later in the same trick.
  const best = trick.moves[top];
  if (best && latest.get(best.seat)?.top === false) {
    latest.set(best.seat, {
      ...best,
      key: `${view.deal}.${top}.${best.seat}.${best.cards}`,
      top: true,
      past,
    });
  }
  // In the order played, so that later cards lie on top and are read later.
  return [...latest.values()];
}

function topOf(moves: readonly Move[]): number {
  for (let i = moves.length - 1; i >= 0; i--) if (moves[i]?.cards) return i;
  return -1;
}

/** What this seat owes now. */
export type Duty =
  | { kind: "none" }
  | { kind: "lead" }
  | { kind: "follow"; seat: number; category: string }
  | { kind: "pay" }
  | { kind: "return"; to: number }
  | { kind: "offer"; to: number; count: number }
  | { kind: "take"; from: number; cards: string };

export function dutyOf({ view, seat }: Pick<Game, "view" | "seat">): Duty {
  if (seat === null || !view.to_act.includes(seat)) return { kind: "none" };
  if (isExchange(view.phase)) return exchangeDuty(view, seat);
  if (view.phase !== "play") return { kind: "none" };
  if (!view.to_beat || view.to_beat_seat === null) return { kind: "lead" };
  const top = view.trick.moves[topOf(view.trick.moves)];
  return { kind: "follow", seat: view.to_beat_seat, category: top?.category ?? "" };
}

/** Whether tribute is being paid and returned. */
export function isExchange(phase: View["phase"]): boolean {
  return phase === "tribute" || phase === "return" || phase === "take";
}

/**
 * What a seat owes while tribute is exchanged. Others may be at another stage of theirs, so that
 * the entries tell, not the phase.
 */
function exchangeDuty(view: View, seat: number): Duty {
  const entry = view.tribute.find(
    (each) => !each.returned && (each.giver === seat || each.receiver === seat),
  );
  if (!entry) return { kind: "none" };
  if (entry.offered) {
    if (entry.giver !== seat || entry.receiver === null) return { kind: "none" };
    return { kind: "take", from: entry.receiver, cards: entry.offered };
  }
  if (!entry.card) return { kind: "pay" };
  if (entry.receiver !== seat) return { kind: "none" };
  const joker = entry.card === "BJ" ? 3 : entry.card === "LJ" ? 2 : 0;
  if (view.rules["return_card"] === "candidates" && joker > 0) {
    return { kind: "offer", to: entry.giver, count: joker };
  }
  return { kind: "return", to: entry.giver };
}

/** The tribute this seat has received and not yet answered: its card stands raised in the hand. */
export function raisedCard(game: Game): string | null {
  const { view, seat } = game;
  if (!isExchange(view.phase)) return null;
  return view.tribute.find((t) => t.receiver === seat && t.card && !t.returned)?.card ?? null;
}

/** Copies of each of the 54 faces that others still hold; null where that may not be shown. */
export function unseen(
  played: string | null,
  hand: string,
  decks: number,
): Map<string, number> | null {
  if (played === null || played.length < FACE_ORDER.length) return null;
  const left = new Map(FACE_ORDER.map((face, i) => [face, decks - Number(played[i])]));
  for (const face of hand.split(" ")) {
    const count = left.get(face);
    if (count !== undefined) left.set(face, count - 1);
  }
  return left;
}

/** Faces in the order of the protocol's `played`. */
export const FACE_ORDER: readonly string[] = [
  ...[..."23456789TJQKA"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit)),
  "LJ",
  "BJ",
];
