import { m } from "../paraglide/messages.js";

const CATEGORIES: Record<string, () => string> = {
  single: m.category_single,
  pair: m.category_pair,
  triple: m.category_triple,
  straight: m.category_straight,
  flush: m.category_flush,
  full_house: m.category_full_house,
  four_and_one: m.category_four_and_one,
  straight_flush: m.category_straight_flush,
  five_of_a_kind: m.category_five_of_a_kind,
};

/** A category 牌型 in words. */
export function categoryName(category: string): string {
  return CATEGORIES[category]?.() ?? "";
}

const BOTS: Record<string, () => string> = {
  random: m.app_bot_random,
  beginner: m.app_bot_beginner,
  club: m.app_bot_club,
  master: m.app_bot_master,
};

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
