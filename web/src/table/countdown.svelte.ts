/** A clock that ticks on the screen. */
import type { Clock } from "../lib/protocol";

export interface Remaining {
  /** Whole seconds to show, never negative. */
  readonly seconds: number;
  /** Share of the time for this move that is left, 1 to 0. */
  readonly share: number;
  /** The time for the move is used up and the reserve runs. */
  readonly reserve: boolean;
}

/** What a seat's clock shows at a moment; null without a clock. */
export function remaining(clock: Clock, seat: number, now: number): Remaining | null {
  const deadline = clock.seat_deadlines.find((entry) => entry.seat === seat);
  if (!deadline || clock.per_move_ms <= 0) return null;
  const left = deadline.at - now;
  if (left > 0) {
    return {
      seconds: Math.ceil(left / 1000),
      share: Math.min(1, left / clock.per_move_ms),
      reserve: false,
    };
  }
  const spare = Math.max(0, left + deadline.reserve_ms);
  return {
    seconds: Math.ceil(spare / 1000),
    share: deadline.reserve_ms > 0 ? spare / deadline.reserve_ms : 0,
    reserve: true,
  };
}

/** Now, four times a second, for as long as an effect needs it. */
export class Ticker {
  now = $state(0);

  constructor(read: () => number) {
    this.now = read();
    $effect(() => {
      const timer = setInterval(() => (this.now = read()), 250);
      return () => clearInterval(timer);
    });
  }
}
