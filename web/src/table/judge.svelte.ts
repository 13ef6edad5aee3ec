/** What the selection is worth, as the server says; asked once per selection. */
import type { View } from "../lib/protocol";
import type { Judgement } from "./calls";

export const DEBOUNCE_MS = 70;

/** All that an answer depends on, but for the cards. */
export type Ground = Pick<View, "rules" | "level" | "to_beat">;

function same(one: Ground, other: Ground): boolean {
  // The rules are the same object for as long as a match is followed.
  return one.rules === other.rules && one.level === other.level && one.to_beat === other.to_beat;
}

/**
 * Keeps the newest question's answer. A stroke over many cards asks once, at its end; an answer
 * that comes after the selection or the table has changed again is dropped.
 */
export class Judge {
  /** The answer for the present selection; null while there is none. */
  answer: Judgement | null = $state.raw(null);
  /** An answer is on its way; the one before stays meanwhile. */
  waiting = $state(false);
  #ask: (cards: string) => Promise<Judgement>;
  /** Answers by selection, on the ground of `#ground`. */
  #known = new Map<string, Judgement>();
  #ground: Ground | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #newest = "";

  constructor(ask: (cards: string) => Promise<Judgement>) {
    this.#ask = ask;
  }

  /** The selection has become these cards, or the table is another. */
  consider(cards: string, ground: Ground): void {
    clearTimeout(this.#timer);
    if (this.#ground === null || !same(this.#ground, ground)) {
      this.#known.clear();
      this.#ground = ground;
    }
    this.#newest = cards;
    const known = this.#known.get(cards);
    if (cards === "" || known) {
      this.answer = known ?? null;
      this.waiting = false;
      return;
    }
    this.waiting = true;
    const asked = this.#ground;
    this.#timer = setTimeout(() => void this.#send(cards, asked), DEBOUNCE_MS);
  }

  async #send(cards: string, asked: Ground): Promise<void> {
    let answer: Judgement | null = null;
    try {
      answer = await this.#ask(cards);
    } catch {
      // Without an answer nothing is claimed; playing asks the server anyway.
    }
    if (asked !== this.#ground) return;
    if (answer) this.#known.set(cards, answer);
    if (this.#newest !== cards) return;
    this.answer = answer;
    this.waiting = false;
  }
}
