import { describe, expect, it } from "vitest";
import { parseCards } from "../cards/faces";
import { isRight, ranksOf, STEPS, type Task } from "./lesson";

const tasks = STEPS.flatMap((step) => step.tasks.map((task): [string, Task] => [task.ask(), task]));

describe("the lesson", () => {
  it.each(tasks)("can be solved: %s", (_, task) => {
    switch (task.kind) {
      case "pick":
        expect(task.choices).toContain(task.answer);
        for (const choice of task.choices) expect(parseCards(choice).length).toBeGreaterThan(0);
        break;
      case "word":
        expect(task.choices[task.answer]).toBeDefined();
        parseCards(task.cards);
        break;
      case "lay": {
        const hand = parseCards(task.hand).map((face) => face.text);
        for (const ranks of task.accept) {
          if (ranks === "pass") {
            expect(task.mayPass).toBe(true);
            expect(isRight(task, "pass")).toBe(true);
            continue;
          }
          const rest = [...hand];
          const cards = [...ranks].map((rank) => {
            const at = rest.findIndex((card) => card.startsWith(rank));
            return rest.splice(at, 1)[0] ?? "";
          });
          expect(isRight(task, cards)).toBe(true);
          expect(isRight(task, cards.toReversed())).toBe(true);
          expect(isRight(task, cards.slice(1))).toBe(false);
        }
        break;
      }
    }
  });

  it("compares selections by rank, jacks and jokers apart", () => {
    expect(ranksOf(["JS", "3D", "JH"])).toBe("3JJ");
    expect(ranksOf(["LJ"])).not.toBe(ranksOf(["JS"]));
  });
});
