/** Who sits where, in words. */
import { m } from "../paraglide/messages.js";
import type { SeatState, TableState } from "../lib/protocol";

export type Side = "us" | "them";

/** A seat's team; partners never sit side by side (clause 1.1). */
export function teamOf(seat: number): number {
  return seat % 2;
}

/**
 * The side a seat is on as the reader sees it. A spectator takes no side: the team of seat 0
 * stands where "us" would.
 */
export function sideOf(seat: number, own: number | null): Side {
  return teamOf(seat) === teamOf(own ?? 0) ? "us" : "them";
}

/** A team in words: ours and theirs, or by its shape for a spectator. */
export function teamName(team: number, own: number | null): string {
  if (own === null) return team === 0 ? m.table_team_0() : m.table_team_1();
  return team === teamOf(own) ? m.table_team_us() : m.table_team_them();
}

/** A seat's name: the person's nickname, or a name of its own for a bot in that seat. */
export function seatName(state: SeatState | undefined): string {
  if (!state || state.kind === "empty") return m.table_seat_empty();
  if (state.name) return state.name;
  const names = m.table_bot_names().split(/[、,]\s*/);
  return names[state.seat % names.length] ?? "";
}

/** The name of a seat at a table, "you" for one's own. */
export function nameAt(table: TableState, seat: number, own: number | null): string {
  return seat === own ? m.table_you() : seatName(table.seats[seat]);
}

const PLACES = [
  m.table_place_1,
  m.table_place_2,
  m.table_place_3,
  m.table_place_4,
  m.table_place_5,
];

/** A placement 名次 in words: 头家 … 末家. */
export function placeName(placement: number, seats: number): string {
  if (placement >= seats) return m.table_place_last();
  return PLACES[placement - 1]?.() ?? m.table_place_n({ place: placement });
}

/** What stands in a player's picture: the first character, whole even outside the basic plane. */
export function initial(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "·";
}
