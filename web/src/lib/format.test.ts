import { describe, expect, it } from "vitest";
import { duration, moment } from "./format";
import { firstLocale } from "./locale.svelte";
import { friendlyName, NAME_LENGTH, tidyName } from "./names";
import { readSettings } from "./settings.svelte";

describe("durations", () => {
  it("are said as people say them", () => {
    expect(duration(45, "zh")).toBe("45 秒");
    expect(duration(120, "zh")).toBe("2 分");
    expect(duration(90, "en")).toBe("1 min 30 s");
  });
});

describe("moments", () => {
  it("name the year only when it is another one", () => {
    const time = new Date(2031, 4, 6, 21, 5).getTime();
    expect(moment(time, "zh", time)).toBe("5月6日 21:05");
    expect(moment(time, "en", new Date(2032, 0, 1).getTime())).toContain("2031");
  });
});

describe("names", () => {
  it("are friendly, and fit", () => {
    for (let chance = 0; chance < 1; chance += 0.05) {
      for (const language of ["zh", "en"] as const) {
        const name = friendlyName(language, () => chance);
        expect(tidyName(name)).toBe(name);
      }
    }
  });

  it("are tidied without breaking a character", () => {
    expect(tidyName("  王  阿姨 ")).toBe("王 阿姨");
    expect([...tidyName("🀄".repeat(40))]).toHaveLength(NAME_LENGTH);
  });
});

describe("the first language", () => {
  it("is the one chosen, else the first wanted, else English for strangers", () => {
    expect(firstLocale("en", ["zh-CN"])).toBe("en");
    expect(firstLocale(null, ["fr", "zh-TW", "en"])).toBe("zh");
    expect(firstLocale("xx", ["en-US"])).toBe("en");
    expect(firstLocale(null, ["de-DE"])).toBe("en");
    expect(firstLocale(null, [])).toBe("zh");
  });
});

describe("settings", () => {
  it("of another version are read as far as they fit", () => {
    const read = readSettings({ fourColour: true, motion: "wild", sort: "suit", old: 1 });
    expect(read).toMatchObject({ fourColour: true, motion: "auto", sort: "suit" });
    expect(read).not.toHaveProperty("old");
    expect(readSettings("nonsense")).toEqual(readSettings(null));
  });
});
