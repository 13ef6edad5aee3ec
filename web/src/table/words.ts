/** Codes and values of the protocol in words. */
import { m } from "../paraglide/messages.js";
import { parseCards } from "../cards/faces";
import { rankMark } from "../cards/names";
import type { DealEnded, HintItem, MatchEnded, Phrase, View } from "../lib/protocol";
import type { Arrangement } from "./calls";
import { teamName, teamOf } from "./people";
import { type Duty, dutyOf } from "./scene";

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
export function clauseText(clause: string, drawn = false): string {
  if (drawn && clause === "8.4") return m.table_clause_8_4_drawn();
  return CLAUSES[clause]?.() ?? "";
}

/** Who won a deal, for a seat or, where that is null, for a spectator. */
export function dealTitle({ winner }: DealEnded, own: number | null): string {
  if (winner === null) return m.table_result_drawn();
  if (own === null) return m.table_result_won_team({ team: teamName(winner, null) });
  return winner === teamOf(own) ? m.table_result_won_us() : m.table_result_won_them();
}

/** Who won a match. */
export function matchTitle({ winner }: MatchEnded, own: number | null): string {
  if (winner === null) return m.table_match_drawn();
  if (own === null) return m.table_match_won_team({ team: teamName(winner, null) });
  return winner === teamOf(own) ? m.table_match_won_us() : m.table_match_won_them();
}

const WAITING: Partial<Record<Duty["kind"], (of: { name: string }) => string>> = {
  pay: m.table_verdict_wait_pay,
  return: m.table_verdict_wait_return,
  offer: m.table_verdict_wait_return,
  take: m.table_verdict_wait_take,
};

/** Whom one waits for, and for what; empty after a match. */
export function waitingText(view: View, name: (seat: number) => string): string {
  if (view.phase === "waiting") return m.table_verdict_next();
  const [seat, ...others] = view.to_act;
  if (seat === undefined) return "";
  if (others.length > 0) return m.table_verdict_wait_many();
  const wait = WAITING[dutyOf({ view, seat }).kind] ?? m.table_verdict_wait;
  return wait({ name: name(seat) });
}

type Named = { name: string; cards: string };

const WHY: Record<HintItem["reason"], (named: Named) => string> = {
  goes_out: m.table_why_goes_out,
  end_in_sight: m.table_why_end_in_sight,
  nothing_beats: m.table_why_nothing_beats,
  partner_near: m.table_why_partner_near,
  partner_holds: m.table_why_partner_holds,
  partner_behind: m.table_why_partner_behind,
  too_dear: m.table_why_too_dear,
  beats_partner: m.table_why_beats_partner,
  lets_out: m.table_why_lets_out,
  breaks_hand: m.table_why_breaks_hand,
  spends_jokers: m.table_why_spends_jokers,
  stops: m.table_why_stops,
  holds: m.table_why_holds,
  helps_partner: m.table_why_helps_partner,
  fits: m.table_why_fits,
  worth_it: m.table_why_worth_it,
  feeds_partner: m.table_why_feeds_partner,
  cannot_answer: m.table_why_cannot_answer,
  five_at_once: m.table_why_five_at_once,
  low_first: m.table_why_low_first,
  least_missed: m.table_why_least_missed,
  best_for_hand: m.table_why_best_for_hand,
  for_partner: m.table_why_for_partner,
  hard_to_answer: m.table_why_hard_to_answer,
  better_kept: m.table_why_better_kept,
  possible: m.table_why_possible,
};

/** Why a hint is one, or what speaks against it. */
export function hintText(hint: HintItem, name: (seat: number) => string): string {
  const { seat, cards = "" } = hint.details;
  return WHY[hint.reason]({ name: seat === undefined ? "" : name(Number(seat)), cards });
}

const ROLES: Record<Arrangement["role"], () => string> = {
  strong: m.table_role_strong,
  middle: m.table_role_middle,
  weak: m.table_role_weak,
};

/** What a hand is good for 强牌、中牌、弱牌 (clause 13.2), in a few words. */
export function roleText(role: Arrangement["role"]): string {
  return ROLES[role]();
}

type Grounds = { turns: string; held: string; cards: string };

const ROLE_REASONS: Record<Arrangement["reason"], (grounds: Grounds) => string> = {
  few_turns: m.table_role_few_turns,
  tops_and_fives: m.table_role_tops_and_fives,
  holds_more: m.table_role_holds_more,
  holds_some: m.table_role_holds_some,
  holds_less: m.table_role_holds_less,
  holds_none: m.table_role_holds_none,
};

/** Why it is good for that, in a sentence. */
export function roleReason({ reason, details, turns }: Arrangement): string {
  const { held = "", cards = "" } = details;
  const printed = parseCards(cards).map((face) => rankMark(face.rank));
  return ROLE_REASONS[reason]({ turns: String(turns), held, cards: printed.join(" ") });
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

/** A number with a real minus sign. */
export function minus(points: number): string {
  return String(points).replace("-", "−");
}

/** Points won or lost. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : minus(points);
}
