/** Faces of the three decks: notation in, what a screen needs out. */

export type Suit = "S" | "H" | "D" | "C";

export interface Face {
  /** Notation: rank first, then suit; `LJ` and `BJ` are the jokers. */
  readonly text: string;
  /** 0 (two) … 12 (ace), 13 little joker, 14 big joker. */
  readonly rank: number;
  readonly suit: Suit | null;
}

export const RANKS = "23456789TJQKA";
/** Top to bottom in a column, left to right in a row of equals. */
export const SUITS: readonly Suit[] = ["S", "H", "C", "D"];
export const LITTLE_JOKER = 13;
export const BIG_JOKER = 14;

function build(): Map<string, Face> {
  const faces = new Map<string, Face>();
  [...RANKS].forEach((mark, rank) => {
    for (const suit of SUITS) {
      const text = mark + suit;
      faces.set(text, { text, rank, suit });
    }
  });
  faces.set("LJ", { text: "LJ", rank: LITTLE_JOKER, suit: null });
  faces.set("BJ", { text: "BJ", rank: BIG_JOKER, suit: null });
  return faces;
}

const FACES = build();

/** The face that notation names; throws on anything else, because only the server writes it. */
export function faceOf(text: string): Face {
  const face = FACES.get(text);
  if (!face) throw new Error(`not a card: ${JSON.stringify(text)}`);
  return face;
}

/** Cards in the order written; blank text is no cards. */
export function parseCards(text: string): Face[] {
  return text
    .split(" ")
    .filter((part) => part !== "")
    .map(faceOf);
}

export function formatCards(faces: readonly Face[]): string {
  return faces.map((face) => face.text).join(" ");
}

/** Rank number of a level such as `"7"` or `"T"`. */
export function levelRank(level: string): number {
  return RANKS.indexOf(level);
}

export function isLevel(face: Face, level: string): boolean {
  return face.suit !== null && RANKS[face.rank] === level;
}

/**
 * Where a face stands when sorted as single cards (clause 2.1): the level rank between ace and
 * the jokers. Only for putting cards in order on the screen; what beats what is the server's.
 */
export function standing(face: Face, level: string): number {
  if (face.suit === null) return face.rank + 1;
  return isLevel(face, level) ? RANKS.length : face.rank;
}

/** The index printed in the corner: `10`, `J`, … */
export function indexOf(face: Face): string {
  const mark = RANKS[face.rank] ?? "";
  return mark === "T" ? "10" : mark;
}

/** All 54 faces, ascending. */
export const ALL_FACES: readonly Face[] = [...FACES.values()];
