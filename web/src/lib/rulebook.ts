import { call } from "./api";
import type { Locale } from "./locale.svelte";
import type { Settings } from "./protocol";

/** A value of an option, as settings and records write it. */
export type Value = string | number | boolean | null;
export type Words = Record<Locale, string>;

export interface Preset {
  preset: string;
  name: Words;
  meaning: Words;
  options: Record<string, Value>;
}

export interface RuleOption {
  option: string;
  clause: string;
  name: Words;
  meaning: Words;
  values: { value: Value; meaning: Words }[];
  /** Numbers that may be chosen besides `values`; their meaning has `{n}` in it. */
  range: { low: number; high: number; meaning: Words } | null;
}

export interface Section {
  section: string;
  title: Words;
  clauses: { clause: string; text: Words }[];
}

export interface Rulebook {
  version: number;
  presets: Preset[];
  options: RuleOption[];
  sections: Section[];
}

let asked: Promise<Rulebook> | null = null;

/** The rules in words; asked of the server once. */
export function rulebook(): Promise<Rulebook> {
  asked ??= call<Rulebook>("GET", "/api/rules").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** Options that there is nothing to choose about. */
export function isFixed(option: RuleOption): boolean {
  return option.values.length < 2 && option.range === null;
}

export function presetOf(book: Rulebook, name: string | undefined): Preset | undefined {
  return book.presets.find((preset) => preset.preset === name) ?? book.presets[0];
}

/** What a value means, in words. */
export function valueMeaning(option: RuleOption, value: Value, locale: Locale): string {
  const named = option.values.find((one) => one.value === value);
  if (named) return named.meaning[locale];
  return option.range?.meaning[locale].replace("{n}", String(value)) ?? String(value);
}

/** The value of an option under some settings. */
export function valueIn(book: Rulebook, settings: Settings, option: string): Value {
  const chosen = settings.options?.[option];
  return chosen === undefined ? (presetOf(book, settings.preset)?.options[option] ?? null) : chosen;
}

/** Settings with one option set; what the preset says anyway is not written down. */
export function withOption(
  book: Rulebook,
  settings: Settings,
  option: string,
  value: Value,
): Settings {
  const options = { ...settings.options };
  if (presetOf(book, settings.preset)?.options[option] === value) delete options[option];
  else options[option] = value;
  return { ...settings, options };
}
