/** What this player adds to the shuffle of the next deal (docs/shuffle.md). */
import { ENTROPY_LENGTH } from "./protocol";

/** 32 hexadecimal digits nobody can foresee. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The text to add: chance, until the player writes one of their own. */
class Contribution {
  text = $state(randomText());
  /** What was written was longer than the server takes, and the rest is left out. */
  cut = $state(false);
  #written = false;

  write(text: string): void {
    if (text === this.text) return;
    const characters = [...text];
    this.cut = characters.length > ENTROPY_LENGTH;
    const kept = characters.slice(0, ENTROPY_LENGTH).join("");
    this.#written = kept.trim() !== "";
    this.text = this.#written ? kept : randomText();
  }

  /** For another deal: new chance, but what was written stays. */
  renew(): void {
    if (!this.#written) this.text = randomText();
  }
}

export const contribution = new Contribution();

/**
 * Whether a revealed secret is the one that was committed to, by SHA-256 in this browser; null where
 * the browser computes none, as on a page that did not come by HTTPS.
 */
export async function isCommitted(secret: string, commitment: string): Promise<boolean | null> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined || !/^([0-9a-f]{2})+$/.test(secret)) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
