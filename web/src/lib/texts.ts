/** What the server names by a code, in words: one place for every screen. */
import { m } from "../paraglide/messages.js";

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

/** A category 牌型 in words. */
export function categoryName(category: string): string {
  return CATEGORIES[category]?.() ?? category;
}

const BOTS: Record<string, () => string> = {
  random: m.table_bot_random,
  beginner: m.table_bot_beginner,
  club: m.table_bot_club,
  master: m.table_bot_master,
};

const SHORT: Record<string, () => string> = {
  pair: m.card_short_pair,
  triple: m.card_short_triple,
  straight: m.card_short_straight,
  flush: m.card_short_flush,
  full_house: m.card_short_full_house,
  four_and_one: m.card_short_four_and_one,
  straight_flush: m.card_short_straight_flush,
  five_of_a_kind: m.card_short_five_of_a_kind,
};

/** A category in so few letters that they stand on a card. */
export function categoryShort(category: string): string {
  return SHORT[category]?.() ?? categoryName(category);
}

/** A bot's strength in words. */
export function botName(level: string): string {
  return BOTS[level]?.() ?? level;
}

const PRESETS: Record<string, () => string> = {
  classic: m.app_preset_classic,
  points: m.app_preset_points,
  house: m.app_preset_house,
};

/** A preset of the rules in a word. */
export function presetName(preset: string): string {
  return PRESETS[preset]?.() ?? preset;
}
