/** What the selection is worth, as the server says; asked once per selection. */
import type { Judgement } from "./calls";

export const DEBOUNCE_MS = 70;

/**
 * Keeps the newest question's answer. A stroke over many cards asks once, at its end; an answer
 * that comes after the selection has changed again is dropped.
 */
export class Judge {
  /** The answer for the present selection; null while there is none. */
  answer: Judgement | null = $state.raw(null);
  /** An answer is on its way; the one before stays meanwhile. */
  waiting = $state(false);
  #ask: (cards: string) => Promise<Judgement>;
  #known = new Map<string, Judgement>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #newest = "";

  constructor(ask: (cards: string) => Promise<Judgement>) {
    this.#ask = ask;
  }

  /** The selection, and the play it would have to beat, have become these. */
  consider(cards: string, toBeat: string): void {
    clearTimeout(this.#timer);
    const question = `${cards}|${toBeat}`;
    this.#newest = question;
    const known = this.#known.get(question);
    if (cards === "" || known) {
      this.answer = known ?? null;
      this.waiting = false;
      return;
    }
    this.waiting = true;
    this.#timer = setTimeout(() => void this.#send(cards, question), DEBOUNCE_MS);
  }

  async #send(cards: string, question: string): Promise<void> {
    let answer: Judgement | null = null;
    try {
      answer = await this.#ask(cards);
    } catch {
      // Without an answer nothing is claimed; playing asks the server anyway.
    }
    if (answer) this.#remember(question, answer);
    if (this.#newest !== question) return;
    this.answer = answer;
    this.waiting = false;
  }

  #remember(question: string, answer: Judgement): void {
    if (this.#known.size > 200) this.#known.clear();
    this.#known.set(question, answer);
  }
}
