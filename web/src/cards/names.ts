import { m } from "../paraglide/messages.js";
import { BIG_JOKER, isLevel, LITTLE_JOKER, RANKS, type Face } from "./faces";

const SUIT_NAMES = {
  S: m.card_suit_spades,
  H: m.card_suit_hearts,
  D: m.card_suit_diamonds,
  C: m.card_suit_clubs,
};

const RANK_NAMES = [
  m.card_rank_2,
  m.card_rank_3,
  m.card_rank_4,
  m.card_rank_5,
  m.card_rank_6,
  m.card_rank_7,
  m.card_rank_8,
  m.card_rank_9,
  m.card_rank_10,
  m.card_rank_jack,
  m.card_rank_queen,
  m.card_rank_king,
  m.card_rank_ace,
];

/** A rank in words, jokers included: "ten", "十", "big joker". */
export function rankName(rank: number): string {
  return RANK_NAMES[rank]?.() ?? (rank === BIG_JOKER ? m.card_joker_big() : m.card_joker_little());
}

/** A rank as printed, jokers as a word. */
export function rankMark(rank: number): string {
  const mark = RANKS[rank];
  if (mark === undefined) return rank === BIG_JOKER ? m.card_index_big() : m.card_index_little();
  return mark === "T" ? "10" : mark;
}

/** A compared rank, as the server writes it, as it is printed. */
export function rankText(rank: string): string {
  if (rank === "BJ") return rankMark(BIG_JOKER);
  return rankMark(rank === "LJ" ? LITTLE_JOKER : RANKS.indexOf(rank));
}

/** A card in words for a screen reader: "黑桃十", "ten of spades, level card". */
export function cardName(face: Face, level = ""): string {
  if (face.suit === null) return rankName(face.rank);
  const name = m.card_name({ suit: SUIT_NAMES[face.suit](), rank: rankName(face.rank) });
  return isLevel(face, level) ? m.card_name_level({ name }) : name;
}

/** Several cards in words, in the order given. */
export function cardNames(faces: readonly Face[], level = ""): string {
  return faces.map((face) => cardName(face, level)).join(m.card_list_comma());
}
