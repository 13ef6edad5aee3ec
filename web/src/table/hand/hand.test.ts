import { describe, expect, it } from "vitest";
import { ALL_FACES } from "../../cards/faces";
import { cardsOf, follow, notation, pick } from "./cards";
import { dissolve, join, readGroups, split, writeGroups } from "./groups";
import { columns } from "./columns";
import { cardAt, neighbour, TOUCH, type Box, type Layout } from "./layout";
import { lines } from "./lines";
import { Selection } from "./selection.svelte";
import { sortHand, type Sorting } from "./stacks";

const HAND = "2S 2H 2D 3D 3C 4H 5S 5S 5C 6D 7S 7H 8H 8C 9S TD TD TC JS JH JD JC QH KS KD AC BJ";
const plain: Sorting = { sort: "rank", ascending: false, level: "7", groups: [] };

/** A repeatable draw of 27 cards out of three decks. */
function draw(seed: number): string {
  const deck = [...ALL_FACES, ...ALL_FACES, ...ALL_FACES].map((face) => face.text);
  let state = seed;
  for (let i = deck.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [deck[i], deck[j]] = [deck[j] as string, deck[i] as string];
  }
  return deck.slice(0, 27).join(" ");
}

describe("cards of a hand", () => {
  it("tells copies of a face apart and writes them back in order", () => {
    const hand = cardsOf("5S 5S 2H BJ");
    expect(hand.map((card) => card.id)).toEqual(["5S.0", "5S.1", "2H.0", "BJ.0"]);
    expect(notation(hand.map((card) => card.id))).toBe("2H 5S 5S BJ");
  });

  it("lets the chosen copy go when two of a face are held (clause 12)", () => {
    const before = cardsOf("5S 5S 5S 9C");
    const after = follow(before, "5S 5S 9C", new Set(["5S.0"]));
    expect(after.map((card) => card.id)).toEqual(["5S.1", "5S.2", "9C.0"]);
    expect(follow(after, "5S 9C", new Set()).map((card) => card.id)).toEqual(["5S.1", "9C.0"]);
  });

  it("names cards that come anew, and keeps the names of those that stay", () => {
    const before = follow([], "5S 5S", new Set());
    const gone = follow(before, "5S", new Set(["5S.0"]));
    const back = follow(gone, "5S 5S BJ", new Set());
    expect(back.map((card) => card.id)).toEqual(["5S.1", "5S.0", "BJ.0"]);
  });

  it("picks as many copies as are asked for and held", () => {
    expect(pick(cardsOf("5S 5S 2H"), "5S 5S 5S 9C")).toEqual(["5S.0", "5S.1"]);
  });
});

describe("sorting", () => {
  it("stacks equal ranks, jokers first, then the level rank, then the ace", () => {
    const stacks = sortHand(cardsOf(HAND), plain);
    expect(stacks.slice(0, 3).map((s) => s.key)).toEqual(["rank.14", "rank.5", "rank.12"]);
    expect(stacks.map((s) => s.cards.length).reduce((a, b) => a + b)).toBe(27);
  });

  it("turns round when ascending", () => {
    const down = sortHand(cardsOf(HAND), plain).map((s) => s.key);
    const up = sortHand(cardsOf(HAND), { ...plain, ascending: true }).map((s) => s.key);
    expect(up).toEqual([...down].reverse());
  });

  it("lays suits in lines by natural rank", () => {
    const stacks = sortHand(cardsOf(HAND), { ...plain, sort: "suit" });
    expect(stacks.map((s) => s.key)).toEqual(["suit.S", "suit.H", "suit.C", "suit.D", "jokers"]);
    expect(notation(stacks[0]?.cards.map((c) => c.id) ?? [])).toBe("2S 5S 5S 7S 9S JS KS");
  });

  it("puts groups first and takes their cards out of the ranks", () => {
    const stacks = sortHand(cardsOf(HAND), { ...plain, groups: ["JS JH JD JC 4H"] });
    expect(stacks[0]).toMatchObject({ key: "group.0", kind: "group" });
    expect(stacks[0]?.cards).toHaveLength(5);
    expect(stacks.some((s) => s.key === "rank.9" || s.key === "rank.2")).toBe(false);
  });

  it("shows an arrangement's plays and what is left over", () => {
    const arranged = [
      { cards: "JS JH JD JC 4H", category: "four_and_one" },
      { cards: "TD TD TC 2S 2H", category: "full_house" },
    ];
    const stacks = sortHand(cardsOf(HAND), { ...plain, sort: "arranged", arranged });
    expect(stacks.slice(0, 2).map((s) => s.cards.length)).toEqual([5, 5]);
    expect(stacks.reduce((sum, s) => sum + s.cards.length, 0)).toBe(27);
  });
});

describe("plays of an arrangement", () => {
  const arranged = [
    { cards: "TD TD TC 2S 2H", category: "full_house" },
    { cards: "5C 7S", category: "straight" },
  ];

  it("break up where a group was made by hand of their cards", () => {
    const groups = ["TD 2S"];
    const stacks = sortHand(cardsOf(HAND), { ...plain, sort: "arranged", arranged, groups });
    expect(stacks[0]).toMatchObject({ kind: "group" });
    expect(stacks.filter((stack) => stack.kind === "play").map((s) => s.category)).toEqual([
      "straight",
    ]);
    expect(stacks.reduce((sum, stack) => sum + stack.cards.length, 0)).toBe(27);
  });

  it("show the many before the few, and runs as they run", () => {
    const stacks = sortHand(cardsOf(HAND), { ...plain, sort: "arranged", arranged });
    const texts = stacks.map((stack) => stack.cards.map((card) => card.face.text).join(" "));
    expect(texts[0]).toMatch(/^T. T. T. 2. 2.$/);
    expect(texts[1]).toBe("7S 5C");
  });

  it("are never split into piles, on no screen", () => {
    const plays = [
      "2S 2H 2D 3D 3C",
      "5S 5S 5C 7S 7H",
      "8H 8C 9S TD TD",
      "JS JH JD JC QH",
      "KS KD AC BJ TC",
    ].map((cards) => ({ cards, category: "full_house" }));
    const stacks = sortHand(cardsOf(HAND), { ...plain, sort: "arranged", arranged: plays });
    for (const box of [
      { width: 352, height: 240 },
      { width: 520, height: 168 },
      { width: 760, height: 264 },
    ]) {
      const layout = columns(stacks, box);
      stacks.forEach((stack, i) => {
        if (stack.kind !== "play") return;
        const places = layout.cards.filter((card) => card.stack === i).map((card) => card.x);
        expect(new Set(places).size).toBe(1);
      });
    }
  });
});

describe("groups", () => {
  const hand = cardsOf(HAND);

  it("join, lose a card to another group, and dissolve", () => {
    let groups = join(hand, [], new Set(["5S.0", "5S.1", "5C.0"]));
    expect(groups).toEqual(["5S 5S 5C"]);
    groups = join(hand, groups, new Set(["5S.0", "2S.0"]));
    expect(groups).toEqual(["5S 5C", "2S 5S"]);
    groups = dissolve(hand, groups, new Set(["2S.0"]));
    expect(groups).toEqual(["5S 5C"]);
  });

  it("of one card are none", () => {
    expect(join(hand, [], new Set(["5S.0"]))).toEqual([]);
    expect(join(hand, ["5S 5C"], new Set(["5S.0"]))).toEqual([]);
  });

  it("survive a smaller hand and a reload", () => {
    const kept = readGroups(JSON.parse(writeGroups(["5S 5S 5C"], "1.2")), "1.2");
    const { groups, loose } = split(cardsOf("5S 5C 9S"), kept);
    expect(groups[0]?.map((card) => card.face.text)).toEqual(["5S", "5C"]);
    expect(loose.map((card) => card.face.text)).toEqual(["9S"]);
    expect(readGroups("nonsense", "1.2")).toEqual([]);
    expect(readGroups({ deal: "1.2", groups: [1, "<b>", "5S"] }, "1.2")).toEqual(["5S"]);
    expect(readGroups({ deal: "1.1", groups: ["5S"] }, "1.2")).toEqual([]);
  });
});

function inside(layout: Layout, box: Box): void {
  for (const card of layout.cards) {
    expect(card.x).toBeGreaterThanOrEqual(0);
    expect(card.y).toBeGreaterThanOrEqual(0);
    expect(card.x + layout.cardWidth).toBeLessThanOrEqual(box.width + 0.5);
    expect(card.y + layout.cardHeight).toBeLessThanOrEqual(box.height + 0.5);
  }
}

/** The part of each card that nothing covers, at its own top left corner. */
function strips(layout: Layout): { width: number; height: number }[] {
  return layout.cards.map((card) => {
    const over = layout.cards.filter((other) => other.z > card.z);
    const right = over.filter((o) => o.y < card.y + 20 && o.y + layout.cardHeight > card.y);
    const below = over.filter((o) => o.x < card.x + 20 && o.x + layout.cardWidth > card.x);
    const width = Math.min(
      layout.cardWidth,
      ...right.map((o) => o.x - card.x).filter((d) => d > 0),
    );
    const height = Math.min(
      layout.cardHeight,
      ...below.map((o) => o.y - card.y).filter((d) => d > 0),
    );
    return { width, height };
  });
}

const BOXES: [string, Box][] = [
  ["phone upright", { width: 352, height: 270 }],
  ["tall phone", { width: 382, height: 360 }],
  ["phone on its side", { width: 632, height: 176 }],
  ["laptop", { width: 1240, height: 270 }],
  ["large screen", { width: 1500, height: 340 }],
];

describe.each(BOXES)("layout on a %s", (_, box) => {
  const hands = [HAND, ...Array.from({ length: 60 }, (_, i) => draw(i + 1))];

  it("keeps every card inside, and every card's strip big enough for a thumb", () => {
    for (const hand of hands) {
      const layout = columns(sortHand(cardsOf(hand), plain), box);
      expect(layout.cards).toHaveLength(27);
      inside(layout, box);
      for (const strip of strips(layout)) {
        expect(strip.width).toBeGreaterThanOrEqual(TOUCH.minWidth);
        expect(strip.height).toBeGreaterThanOrEqual(TOUCH.minStep);
      }
    }
  });

  it("does so for suits in lines too", () => {
    for (const hand of hands) {
      const layout = lines(sortHand(cardsOf(hand), { ...plain, sort: "suit" }), box);
      expect(layout.cards).toHaveLength(27);
      inside(layout, box);
      for (const strip of strips(layout)) {
        expect(strip.width).toBeGreaterThanOrEqual(TOUCH.minWidth - 0.5);
        expect(strip.height).toBeGreaterThanOrEqual(TOUCH.minStep);
      }
    }
  });

  it("finds each card under its own strip", () => {
    const layout = columns(sortHand(cardsOf(HAND), plain), box);
    for (const card of layout.cards) {
      expect(cardAt(layout, card.x + 10, card.y + 10)?.id).toBe(card.id);
    }
    expect(cardAt(layout, -5, -5)).toBeNull();
  });

  it("reaches every card by arrow keys", () => {
    const layout = columns(sortHand(cardsOf(HAND), plain), box);
    const reached = new Set<string>();
    const queue = [layout.cards[0]?.id ?? ""];
    while (queue.length > 0) {
      const id = queue.pop() as string;
      if (reached.has(id)) continue;
      reached.add(id);
      for (const direction of ["left", "right", "up", "down"] as const) {
        const next = neighbour(layout, id, direction);
        if (next) queue.push(next.id);
      }
    }
    expect(reached.size).toBe(27);
  });
});

describe.each([
  [{ width: 632, height: 121 }, 22],
  [{ width: 632, height: 108 }, 22],
  [{ width: 560, height: 82 }, 13],
])("layout in a low box %j", (box, step) => {
  const hands = [HAND, ...Array.from({ length: 60 }, (_, i) => draw(i + 1))];

  it.each(["rank", "suit"] as const)("keeps every card inside and in reach, by %s", (sort) => {
    for (const hand of hands) {
      const stacks = sortHand(cardsOf(hand), { ...plain, sort });
      const layout = sort === "suit" ? lines(stacks, box) : columns(stacks, box);
      expect(layout.cards).toHaveLength(27);
      inside(layout, box);
      for (const strip of strips(layout)) {
        expect(strip.width).toBeGreaterThanOrEqual(32);
        expect(strip.height).toBeGreaterThanOrEqual(step);
      }
    }
  });
});

describe("layout of a short hand", () => {
  it("is nothing for nothing, and one front card for one", () => {
    expect(columns([], { width: 300, height: 200 }).cards).toEqual([]);
    const one = columns(sortHand(cardsOf("BJ"), plain), { width: 300, height: 200 });
    expect(one.cards[0]?.front).toBe(true);
    expect(one.bands).toEqual([]);
  });

  it("gives a stack of several cards one band that takes them all", () => {
    const layout = columns(sortHand(cardsOf("5S 5S 5H 9C"), plain), { width: 300, height: 200 });
    expect(layout.bands.map((band) => band.ids)).toEqual([["5S.0", "5S.1", "5H.0"]]);
    expect(layout.bands[0]?.height).toBeGreaterThanOrEqual(TOUCH.minStep);
  });
});

describe("selection", () => {
  it("toggles one, all and none", () => {
    const chosen = new Selection();
    chosen.toggle("a");
    chosen.toggleAll(["a", "b"]);
    expect([...chosen.ids]).toEqual(["a", "b"]);
    chosen.toggleAll(["a", "b"]);
    expect(chosen.size).toBe(0);
  });

  it("does with a whole stroke what it did to the first card", () => {
    const chosen = new Selection();
    chosen.replace(["b"]);
    chosen.begin("a");
    chosen.paint("b");
    chosen.paint("c");
    chosen.paint("a");
    expect([...chosen.ids].sort()).toEqual(["a", "b", "c"]);
    expect(chosen.end()).toBe(3);
    chosen.begin("a");
    chosen.paint("c");
    chosen.end();
    expect([...chosen.ids]).toEqual(["b"]);
    chosen.paint("x");
    expect(chosen.has("x")).toBe(false);
  });

  it("forgets cards that have left the hand", () => {
    const chosen = new Selection();
    chosen.replace(["a", "b"]);
    chosen.keep(new Set(["b"]));
    expect([...chosen.ids]).toEqual(["b"]);
  });
});
