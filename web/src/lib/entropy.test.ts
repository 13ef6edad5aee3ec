import { describe, expect, it } from "vitest";
import { contribution, isCommitted, randomText } from "./entropy.svelte";
import { ENTROPY_LENGTH } from "./protocol";

describe("what a player adds to the shuffle", () => {
  it("is chance, new for each deal", () => {
    const before = contribution.text;
    expect(before).toMatch(/^[0-9a-f]{32}$/);
    contribution.renew();
    expect(contribution.text).not.toBe(before);
    expect(randomText()).not.toBe(randomText());
  });

  it("stays what the player wrote, until it is wiped out", () => {
    contribution.write("八仙过海");
    contribution.renew();
    expect(contribution.text).toBe("八仙过海");
    contribution.write(" ");
    expect(contribution.text).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is as long as the server takes it, in whole characters, and says when it was cut", () => {
    contribution.write("牌".repeat(ENTROPY_LENGTH));
    expect(contribution).toMatchObject({ text: "牌".repeat(ENTROPY_LENGTH), cut: false });
    contribution.write("🀄".repeat(ENTROPY_LENGTH + 1));
    expect(contribution).toMatchObject({ text: "🀄".repeat(ENTROPY_LENGTH), cut: true });
    contribution.write(contribution.text);
    expect(contribution.cut).toBe(true);
    contribution.write("🀄");
    expect(contribution.cut).toBe(false);
  });
});

describe("a revealed secret", () => {
  const commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";

  it("is checked against the commitment", async () => {
    expect(await isCommitted("00".repeat(32), commitment)).toBe(true);
    expect(await isCommitted("01".repeat(32), commitment)).toBe(false);
    expect(await isCommitted("no secret", commitment)).toBeNull();
  });
});
