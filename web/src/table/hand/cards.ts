/** The cards of a hand as things with a place: three copies of a face are three cards. */
import { faceOf, parseCards, standing, SUITS, type Face } from "../../cards/faces";

export interface HandCard {
  /** `TS.0`, `TS.1`, …: the face and which copy of it. */
  readonly id: string;
  readonly face: Face;
}

/** Name every card of a hand, copies in a fixed order. */
export function cardsOf(hand: string): HandCard[] {
  return follow([], hand, new Set());
}

/**
 * Name the cards of a hand that has changed. Cards that stay keep their names; where one of
 * several copies has gone it is one of those `leaving`, so that the copy a player chose is the
 * copy that leaves, and what remains is not taken for chosen.
 */
export function follow(
  before: readonly HandCard[],
  hand: string,
  leaving: ReadonlySet<string>,
): HandCard[] {
  const stay = before.filter((card) => !leaving.has(card.id));
  const known = [...stay, ...before.filter((card) => leaving.has(card.id))];
  const used = new Set<string>();
  const named = parseCards(hand).map((face) => {
    const card = known.find((each) => each.face === face && !used.has(each.id));
    if (card) used.add(card.id);
    return { face, card };
  });
  return named.map(({ face, card }) => {
    if (card) return card;
    let copy = 0;
    while (used.has(`${face.text}.${copy}`)) copy++;
    const id = `${face.text}.${copy}`;
    used.add(id);
    return { id, face };
  });
}

/** The face a card's id names. */
export function faceOfId(id: string): Face {
  return faceOf(id.slice(0, id.indexOf(".")));
}

/** Notation of some cards, in the order of faces, as the server writes it. */
export function notation(ids: Iterable<string>): string {
  return [...ids]
    .map(faceOfId)
    .sort((a, b) => a.rank - b.rank || suitOrder(a) - suitOrder(b))
    .map((face) => face.text)
    .join(" ");
}

const NOTATION_SUITS = "SHDC";

function suitOrder(face: Face): number {
  return face.suit === null ? 0 : NOTATION_SUITS.indexOf(face.suit);
}

/** Which cards of a hand to choose so that they read as `cards`; fewer when not all are held. */
export function pick(hand: readonly HandCard[], cards: string): string[] {
  const free = [...hand];
  const ids: string[] = [];
  for (const face of parseCards(cards)) {
    const at = free.findIndex((card) => card.face === face);
    if (at >= 0) ids.push(...free.splice(at, 1).map((card) => card.id));
  }
  return ids;
}

/** Highest first by clause 2.1, suits in their order. */
export function byStanding(level: string): (a: HandCard, b: HandCard) => number {
  return (a, b) =>
    standing(b.face, level) - standing(a.face, level) ||
    displaySuit(a.face) - displaySuit(b.face) ||
    (a.id < b.id ? -1 : 1);
}

/** Highest first by natural rank, as straights run. */
export function byRank(a: HandCard, b: HandCard): number {
  return b.face.rank - a.face.rank || (a.id < b.id ? -1 : 1);
}

function displaySuit(face: Face): number {
  return face.suit === null ? 0 : SUITS.indexOf(face.suit);
}
