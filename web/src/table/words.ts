/** Codes and values of the protocol in words. */
import { m } from "../paraglide/messages.js";
import type { Phrase } from "../lib/protocol";

const CATEGORIES: Record<string, () => string> = {
  single: m.card_category_single,
  pair: m.card_category_pair,
  triple: m.card_category_triple,
  straight: m.card_category_straight,
  flush: m.card_category_flush,
  full_house: m.card_category_full_house,
  four_and_one: m.card_category_four_and_one,
  straight_flush: m.card_category_straight_flush,
  five_of_a_kind: m.card_category_five_of_a_kind,
};

export function categoryName(category: string): string {
  return CATEGORIES[category]?.() ?? category;
}

/** A compared rank as it is printed. */
export function rankText(rank: string): string {
  if (rank === "BJ") return m.card_index_big();
  if (rank === "LJ") return m.card_index_little();
  return rank === "T" ? "10" : rank;
}

const CLAUSES: Record<string, () => string> = {
  "8.1": m.table_clause_8_1,
  "8.2": m.table_clause_8_2,
  "8.3": m.table_clause_8_3,
  "8.4": m.table_clause_8_4,
  "10.1": m.table_clause_10_1,
  "10.2": m.table_clause_10_2,
  "10.3": m.table_clause_10_3,
};

/** The clause that decided a deal or match, in words; empty for one without words. */
export function clauseText(clause: string): string {
  return CLAUSES[clause]?.() ?? "";
}

const HINTS: Record<string, () => string> = {
  cheapest: m.table_hint_cheapest,
  keeps_hand: m.table_hint_keeps_hand,
  breaks_hand: m.table_hint_breaks_hand,
  last_cards: m.table_hint_last_cards,
  pass: m.table_verdict_hint_pass,
};

export function hintText(reason: string): string {
  return HINTS[reason]?.() ?? "";
}

const PHRASE_WORDS: Record<Phrase, () => string> = {
  hello: m.table_phrase_hello,
  good_luck: m.table_phrase_good_luck,
  well_played: m.table_phrase_well_played,
  nice_teamwork: m.table_phrase_nice_teamwork,
  thanks: m.table_phrase_thanks,
  sorry: m.table_phrase_sorry,
  my_mistake: m.table_phrase_my_mistake,
  hurry: m.table_phrase_hurry,
  take_your_time: m.table_phrase_take_your_time,
  so_close: m.table_phrase_so_close,
  good_game: m.table_phrase_good_game,
  once_more: m.table_phrase_once_more,
  smile: m.table_emote_smile,
  laugh: m.table_emote_laugh,
  cry: m.table_emote_cry,
  wow: m.table_emote_wow,
  think: m.table_emote_think,
  clap: m.table_emote_clap,
  cool: m.table_emote_cool,
  tea: m.table_emote_tea,
};

/** A phrase in words, for reading aloud as well. */
export function phraseText(phrase: Phrase): string {
  return PHRASE_WORDS[phrase]();
}
