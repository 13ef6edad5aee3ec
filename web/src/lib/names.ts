import type { Locale } from "./locale.svelte";

// Warm names such as neighbours have; what a newcomer keeps or types over.
const ZH_FIRST = [
  "弄堂",
  "石库门",
  "外滩",
  "豫园",
  "苏州河",
  "城隍庙",
  "徐家汇",
  "静安",
  "虹口",
  "梧桐",
];
const ZH_LAST = ["阿婆", "爷叔", "阿姨", "伯伯", "囡囡", "小囡", "老克勒", "师傅", "阿哥", "阿妹"];
const EN_FIRST = ["Sunny", "Merry", "Lucky", "Gentle", "Clever", "Jolly", "Quiet", "Bright"];
const EN_LAST = ["Magpie", "Panda", "Otter", "Sparrow", "Heron", "Badger", "Carp", "Plum"];

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? "";
}

/** A friendly name in a language. */
export function friendlyName(locale: Locale, random: () => number = Math.random): string {
  return locale === "zh"
    ? pick(ZH_FIRST, random) + pick(ZH_LAST, random)
    : `${pick(EN_FIRST, random)} ${pick(EN_LAST, random)}`;
}

export const NAME_LENGTH = 16;

/** A name as it is sent: no blanks around, none doubled, not too long. */
export function tidyName(name: string): string {
  const characters = [...name.replace(/\s+/g, " ").trim()];
  return characters.slice(0, NAME_LENGTH).join("").trim();
}
