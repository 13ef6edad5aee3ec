import { m } from "../paraglide/messages.js";

/**
 * The first lesson, as data: what each step shows, asks and accepts. Answers are checked against
 * these fixed examples, since the page holds no rules.
 */
type Text = () => string;

interface Common {
  good: Text;
  hint: Text;
}

/** Tap the two partners round a table. */
export interface SeatsTask extends Common {
  kind: "seats";
  ask: Text;
}

/** Tap one of several cards or plays. */
export interface PickTask extends Common {
  kind: "pick";
  ask: Text;
  choices: readonly string[];
  answer: string;
}

/** Say in words what a joker stands for. */
export interface WordTask extends Common {
  kind: "word";
  ask: Text;
  cards: string;
  choices: readonly Text[];
  answer: number;
}

/** Select cards of a hand and play them, or pass. */
export interface LayTask extends Common {
  kind: "lay";
  ask: Text;
  /** On the table, and whose it is. */
  table: { cards: string; by: "partner" | "opponent" } | null;
  hand: string;
  /** Ranks of each selection that is right, in ascending order of rank, or `pass`. */
  accept: readonly string[];
  /** What to say when as many cards were not chosen. */
  count?: Text;
  mayPass: boolean;
}

export type Task = SeatsTask | PickTask | WordTask | LayTask;

export interface Step {
  title: Text;
  text: Text;
  /** Plays shown with their names, weakest first. */
  ladder?: readonly { category: string; cards: string }[];
  tasks: readonly Task[];
}

/** The level of the lesson's deal. */
export const LEVEL = "7";

const LADDER = [
  { category: "straight", cards: "4H 5S 6D 7C 8S" },
  { category: "flush", cards: "3D 6D 9D JD KD" },
  { category: "full_house", cards: "9S 9H 9C 5D 5S" },
  { category: "four_and_one", cards: "6S 6H 6D 6C QH" },
  { category: "straight_flush", cards: "5S 6S 7S 8S 9S" },
  { category: "five_of_a_kind", cards: "4S 4H 4H 4D 4C" },
] as const;

export const STEPS: readonly Step[] = [
  {
    title: m.learn_seats_title,
    text: m.learn_seats_text,
    tasks: [
      {
        kind: "seats",
        ask: m.learn_seats_task,
        good: m.learn_seats_good,
        hint: m.learn_seats_hint,
      },
    ],
  },
  {
    title: m.learn_order_title,
    text: m.learn_order_text,
    tasks: [
      {
        kind: "pick",
        ask: m.learn_order_1,
        choices: ["KS", "AH", "JD", "2C"],
        answer: "AH",
        good: m.learn_order_1_good,
        hint: m.learn_order_hint,
      },
      {
        kind: "pick",
        ask: m.learn_order_2,
        choices: ["LJ", "AS", "BJ", "KD"],
        answer: "BJ",
        good: m.learn_order_2_good,
        hint: m.learn_order_hint,
      },
    ],
  },
  {
    title: m.learn_small_title,
    text: m.learn_small_text,
    tasks: [
      {
        kind: "lay",
        ask: m.learn_small_lay,
        table: null,
        hand: "AS QD 8S 8H 6C 5D 3H",
        accept: ["88"],
        mayPass: false,
        good: m.learn_small_lay_good,
        hint: m.learn_small_lay_hint,
      },
    ],
  },
  {
    title: m.learn_turn_title,
    text: m.learn_turn_text,
    tasks: [
      {
        kind: "lay",
        ask: m.learn_turn_lay,
        table: { cards: "9S 9D", by: "opponent" },
        hand: "AC KH JS JD 8C 6H 6S",
        accept: ["JJ"],
        count: m.learn_turn_lay_count,
        mayPass: false,
        good: m.learn_turn_lay_good,
        hint: m.learn_turn_lay_hint,
      },
      {
        kind: "lay",
        ask: m.learn_pass_lay,
        table: { cards: "AH AD", by: "opponent" },
        hand: "AC KH 8C 6H 6S",
        accept: ["pass"],
        mayPass: true,
        good: m.learn_pass_lay_good,
        hint: m.learn_pass_lay_hint,
      },
    ],
  },
  {
    title: m.learn_level_title,
    text: m.learn_level_text,
    tasks: [
      {
        kind: "lay",
        ask: m.learn_level_lay,
        table: { cards: "AD", by: "opponent" },
        hand: "AS KD 9C 7H 4S 3C",
        accept: ["7"],
        mayPass: false,
        good: m.learn_level_lay_good,
        hint: m.learn_level_hint,
      },
    ],
  },
  {
    title: m.learn_fives_title,
    text: m.learn_fives_text,
    ladder: LADDER,
    tasks: [
      {
        kind: "pick",
        ask: m.learn_duel,
        choices: ["TS JD QH KC AS", "2H 4H 8H 9H JH"],
        answer: "2H 4H 8H 9H JH",
        good: m.learn_fives_1_good,
        hint: m.learn_fives_hint,
      },
      {
        kind: "pick",
        ask: m.learn_duel,
        choices: ["3S 3H 3D 3C 5H", "AS AH AD KS KH"],
        answer: "3S 3H 3D 3C 5H",
        good: m.learn_fives_2_good,
        hint: m.learn_fives_hint,
      },
      {
        kind: "pick",
        ask: m.learn_duel,
        choices: ["TD JD QD KD AD", "2S 2H 2D 2D 2C"],
        answer: "2S 2H 2D 2D 2C",
        good: m.learn_fives_3_good,
        hint: m.learn_fives_hint,
      },
    ],
  },
  {
    title: m.learn_jokers_title,
    text: m.learn_jokers_text,
    tasks: [
      {
        kind: "word",
        ask: m.learn_jokers_1,
        cards: "3S 3H 3D 4C BJ",
        choices: [m.learn_jokers_four, m.learn_jokers_three, m.learn_jokers_any],
        answer: 1,
        good: m.learn_jokers_1_good,
        hint: m.learn_jokers_hint,
      },
      {
        kind: "word",
        ask: m.learn_jokers_2,
        cards: "5H 6H 7H LJ 9H",
        choices: [m.learn_jokers_eight, m.learn_jokers_two, m.learn_jokers_any],
        answer: 0,
        good: m.learn_jokers_2_good,
        hint: m.learn_jokers_hint,
      },
    ],
  },
  {
    title: m.learn_team_title,
    text: m.learn_team_text,
    tasks: [
      {
        kind: "lay",
        ask: m.learn_team_lay,
        table: { cards: "KS KH KD", by: "partner" },
        hand: "AS AH AC 9D 4S",
        accept: ["pass"],
        mayPass: true,
        good: m.learn_team_lay_good,
        hint: m.learn_team_hint,
      },
    ],
  },
];

/** The ranks of a selection, as `accept` writes them. */
export function ranksOf(cards: readonly string[]): string {
  const order = "23456789TJQKA";
  return cards
    .map((card) =>
      card.endsWith("J") && card.length === 2 && "LB".includes(card[0] ?? "") ? card : card[0],
    )
    .sort((a, b) => order.indexOf(a ?? "") - order.indexOf(b ?? ""))
    .join("");
}

export function isRight(task: LayTask, cards: readonly string[] | "pass"): boolean {
  return task.accept.includes(cards === "pass" ? "pass" : ranksOf(cards));
}
