import type { Locale } from "./locale.svelte";

const TAGS: Record<Locale, string> = { zh: "zh-CN", en: "en-GB" };

/** Seconds as people say them: `45 秒`, `2 分`, `1 min 30 s`. */
export function duration(seconds: number, locale: Locale): string {
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  const [m, s, gap] = locale === "zh" ? [" 分", " 秒", " "] : [" min", " s", " "];
  if (minutes === 0) return `${rest}${s}`;
  return rest === 0 ? `${minutes}${m}` : `${minutes}${m}${gap}${rest}${s}`;
}

/** A moment as a day and time, the year only where it is another one. */
export function moment(time: number, locale: Locale, now: number = Date.now()): string {
  const date = new Date(time);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(TAGS[locale], {
    ...(sameYear ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).format(date);
}

/** Text as it stands at a beginning: names in the rules' catalogue are written small. */
export function capital(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}
