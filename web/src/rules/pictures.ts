import data from "./examples.json";
import type { Value } from "../lib/rulebook";

/** A pictured example; `tests/test_page_examples.py` holds all of them to the rules. */
export type Picture =
  | { order: string; level?: string }
  | { cards: string; is: string | null; level?: string }
  | { a: string; sign: ">" | "="; b: string; level?: string };

/** The level at which pictures are drawn that name no other. */
export const LEVEL = data.level;

const clauses = data.clauses as Record<string, Picture[]>;
const options = data.options as Record<string, Record<string, Picture[]>>;

export function picturesOf(clause: string): readonly Picture[] {
  return clauses[clause] ?? [];
}

export function picturesOfOption(option: string, value: Value): readonly Picture[] {
  return options[option]?.[value === null ? "none" : String(value)] ?? [];
}
