import type { Clock, ClockChanged, Snapshot, TableState, Update, View } from "./protocol";

/** What is known of the match at a table: the public view, and one's own hand. */
export interface Game {
  table: string;
  seq: number;
  view: View;
  clock: Clock;
  /** Copies of each face laid in this deal, a digit each; null where the counter is off. */
  played: string | null;
  seat: number | null;
  hand: string | null;
}

export function enter(snapshot: Snapshot): Game {
  const { table, seq, view, clock, played, seat, hand } = snapshot;
  return { table, seq, view, clock, played, seat, hand };
}

/**
 * The game after an update; the same game when the update is an old one, and null when
 * something between was missed, so that a fresh view must be asked for.
 */
export function follow(game: Game, update: Update): Game | null {
  if (update.table !== game.table || update.seq <= game.seq) return game;
  if (update.seq !== game.seq + 1) return null;
  return {
    ...game,
    seq: update.seq,
    // The rules do not change within a match, so updates leave them out.
    view: { ...update.view, rules: game.view.rules },
    clock: update.clock,
    played: update.played ?? null,
    hand: update.hand ?? game.hand,
  };
}

/** The game from the seat that its table gives us: outside a match that changes without a view. */
export function seated(game: Game, table: TableState): Game {
  const own = table.seats.findIndex((seat) => seat.you);
  const seat = own < 0 ? null : own;
  return seat === game.seat ? game : { ...game, seat, hand: null };
}

/** Whether one owes an action. */
export function onTurn({ view, seat }: Game): boolean {
  return seat !== null && view.to_act.includes(seat);
}

/** Whether one's turn has begun: to pay and to return are turns of their own. */
export function turnBegins(before: Game, after: Game): boolean {
  return onTurn(after) && !(onTurn(before) && before.view.phase === after.view.phase);
}

export function wind(game: Game, change: ClockChanged): Game {
  if (change.table !== game.table || change.seq < game.seq) return game;
  return { ...game, clock: change.clock };
}
