/** A hand sorted into stacks: what stands together before anything has a place on the screen. */
import { parseCards, SUITS } from "../../cards/faces";
import { byRank, byStanding, pick, type HandCard } from "./cards";
import { split, type Groups } from "./groups";

export type Sort = "rank" | "suit" | "arranged";

export interface Stack {
  /** Stays the same while cards come and go: `rank.7`, `suit.S`, `group.0`. */
  readonly key: string;
  readonly kind: "rank" | "suit" | "jokers" | "group" | "play";
  readonly cards: readonly HandCard[];
  /** What the cards of a `play` are together. */
  readonly category?: string;
}

export interface Sorting {
  readonly sort: Sort;
  readonly ascending: boolean;
  readonly level: string;
  readonly groups: Groups;
  /** Plays of a suggested arrangement; used by `arranged`. */
  readonly arranged?: readonly { readonly cards: string; readonly category: string }[] | null;
  /** A face that stands raised: one card of it goes to the back of its stack, to be seen. */
  readonly raised?: string | null;
}

/** Sort a hand: manual groups first, then ranks, suits or the plays of an arrangement. */
export function sortHand(hand: readonly HandCard[], sorting: Sorting): Stack[] {
  const { sort, ascending, level } = sorting;
  const { groups, loose } = split(hand, sorting.groups);
  const made: Stack[] = groups.map((cards, i) => ({
    key: `group.${i}`,
    kind: "group",
    cards: [...cards].sort(byStanding(level)),
  }));
  const sorted =
    sort === "suit"
      ? bySuit(loose)
      : sort === "arranged" && sorting.arranged
        ? byPlays(loose, sorting.arranged, level)
        : byRanks(loose, level);
  const stacks = sorted.map((stack) => toBack(stack, sorting.raised ?? null));
  if (ascending) {
    if (sort === "suit") {
      return [...made, ...stacks.map((s) => ({ ...s, cards: [...s.cards].reverse() }))];
    }
    stacks.reverse();
  }
  return [...made, ...stacks];
}

function toBack(stack: Stack, raised: string | null): Stack {
  const at = stack.kind === "rank" ? stack.cards.findIndex((c) => c.face.text === raised) : -1;
  const card = stack.cards[at];
  if (!card) return stack;
  return { ...stack, cards: [card, ...stack.cards.filter((other) => other !== card)] };
}

function byRanks(cards: readonly HandCard[], level: string): Stack[] {
  const stacks = new Map<number, HandCard[]>();
  for (const card of [...cards].sort(byStanding(level))) {
    const stack = stacks.get(card.face.rank);
    if (stack) stack.push(card);
    else stacks.set(card.face.rank, [card]);
  }
  return [...stacks].map(([rank, held]) => ({ key: `rank.${rank}`, kind: "rank", cards: held }));
}

function bySuit(cards: readonly HandCard[]): Stack[] {
  const stacks: Stack[] = SUITS.map((suit) => ({
    key: `suit.${suit}`,
    kind: "suit",
    cards: cards.filter((card) => card.face.suit === suit).sort(byRank),
  }));
  const jokers = cards.filter((card) => card.face.suit === null).sort(byRank);
  stacks.push({ key: "jokers", kind: "jokers", cards: jokers });
  return stacks.filter((stack) => stack.cards.length > 0);
}

/** The plays whose cards are all there; the rest by ranks, as after a group was made by hand. */
function byPlays(
  cards: readonly HandCard[],
  plays: NonNullable<Sorting["arranged"]>,
  level: string,
): Stack[] {
  let rest = [...cards];
  const stacks: Stack[] = [];
  plays.forEach((play, i) => {
    const ids = new Set(pick(rest, play.cards));
    if (ids.size < parseCards(play.cards).length) return;
    const held = rest.filter((card) => ids.has(card.id));
    rest = rest.filter((card) => !ids.has(card.id));
    stacks.push({
      key: `play.${i}`,
      kind: "play",
      cards: inPlay(held, play.category, level),
      category: play.category,
    });
  });
  return [...stacks, ...byRanks(rest, level)];
}

const RUNS = new Set(["straight", "straight_flush"]);

/** Runs as they run; elsewhere the many before the few, so that what a play is made of shows. */
function inPlay(cards: readonly HandCard[], category: string, level: string): HandCard[] {
  if (RUNS.has(category)) return [...cards].sort(byRank);
  const many = (card: HandCard): number =>
    cards.filter((other) => other.face.rank === card.face.rank).length;
  return [...cards].sort((a, b) => many(b) - many(a) || byStanding(level)(a, b));
}
