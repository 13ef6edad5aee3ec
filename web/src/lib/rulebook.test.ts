import { describe, expect, it } from "vitest";
import { botToChoose, readTableSettings } from "../home/tableSettings";
import {
  presetOf,
  type RuleOption,
  type Rulebook,
  valueIn,
  valueMeaning,
  withOption,
} from "./rulebook";

const words = (text: string): { zh: string; en: string } => ({ zh: text, en: text });
const counts: RuleOption = {
  option: "counts_shown",
  clause: "6.5",
  name: words("counts"),
  meaning: words("from how many"),
  values: [{ value: 27, meaning: words("all") }],
  range: { low: 0, high: 27, meaning: words("{n} or fewer") },
};
const book: Rulebook = {
  version: 1,
  presets: [
    {
      preset: "house",
      name: words("house"),
      meaning: words(""),
      options: { counts_shown: 10, tribute_refusal: null },
    },
    {
      preset: "classic",
      name: words("classic"),
      meaning: words(""),
      options: { counts_shown: 27 },
    },
  ],
  options: [counts],
  sections: [],
};

describe("options", () => {
  const settings = readTableSettings(null);

  it("have the preset's value until another is chosen, and only differences are kept", () => {
    expect(valueIn(book, settings, "counts_shown")).toBe(10);
    const changed = withOption(book, settings, "counts_shown", 5);
    expect(changed.options).toEqual({ counts_shown: 5 });
    expect(valueIn(book, changed, "counts_shown")).toBe(5);
    expect(withOption(book, changed, "counts_shown", 10).options).toEqual({});
  });

  it("may be chosen to be none", () => {
    const refused = withOption(book, settings, "tribute_refusal", 2);
    expect(
      valueIn(book, withOption(book, refused, "tribute_refusal", null), "tribute_refusal"),
    ).toBe(null);
  });

  it("mean something in words", () => {
    expect(valueMeaning(counts, 27, "en")).toBe("all");
    expect(valueMeaning(counts, 4, "en")).toBe("4 or fewer");
  });

  it("of an unknown preset are those of the first", () => {
    expect(presetOf(book, "lost")?.preset).toBe("house");
  });
});

describe("a new table's settings", () => {
  it("are those of the last one as far as they fit", () => {
    const read = readTableSettings({
      preset: "points",
      move_seconds: "x",
      gone: 1,
      options: { a: 1 },
    });
    expect(read).toMatchObject({ preset: "points", move_seconds: 30, options: { a: 1 } });
    expect(read).not.toHaveProperty("gone");
  });

  it("ask for bots that the server has", () => {
    expect(botToChoose("master", ["beginner", "club"])).toBe("club");
    expect(botToChoose("club", ["beginner", "club", "master"])).toBe("club");
    expect(botToChoose("club", [])).toBe("club");
  });
});
