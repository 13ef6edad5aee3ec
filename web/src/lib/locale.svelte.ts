import { baseLocale, locales, overwriteGetLocale, overwriteSetLocale } from "../paraglide/runtime";
import { recall, remember } from "./storage";

export type Locale = (typeof locales)[number];

function isLocale(text: string | null | undefined): text is Locale {
  return (locales as readonly string[]).includes(text ?? "");
}

/** The language to begin with: chosen here before, else the first the browser asks for. */
export function firstLocale(chosen: string | null, wanted: readonly string[]): Locale {
  if (isLocale(chosen)) return chosen;
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0];
    if (isLocale(language)) return language;
  }
  return wanted.length > 0 ? "en" : baseLocale;
}

const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
let current: Locale = $state(firstLocale(recall("locale"), wanted));

// Messages read the language through this rune, so every text on the page changes at once.
overwriteGetLocale(() => current);
overwriteSetLocale((next) => {
  current = next;
});

/** The language of the page; reactive. */
export function locale(): Locale {
  return current;
}

export function chooseLocale(next: Locale): void {
  current = next;
  remember("locale", next);
}
