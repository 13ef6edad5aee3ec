/** Made-up games, one for each thing the table has to show. */
import type { Game } from "../../lib/game";
import type { SeatState, TableState, View } from "../../lib/protocol";
import type { Link } from "../../lib/socket";
import { FACE_ORDER } from "../scene";

export const HAND =
  "2S 2H 2D 3D 3C 4H 5S 5S 5C 6D 7S 7H 8H 8C 9S TD TD TC JS JH JD JC QH KS KD AC BJ";

const people: [string, SeatState["kind"], Partial<SeatState>][] = [
  ["梅花阿姨", "person", { you: true, host: true }],
  ["赵师傅", "person", {}],
  ["王阿姨", "person", { autopilot: true, connected: false }],
  ["", "bot", { bot: "club" }],
  ["Sunny Magpie", "person", {}],
  ["", "bot", { bot: "master" }],
];

function seats(): SeatState[] {
  return people.map(([name, kind, more], seat) => ({
    seat,
    kind,
    name,
    bot: null,
    connected: true,
    autopilot: false,
    host: false,
    you: false,
    ready: false,
    program: false,
    takeable: false,
    ...more,
  }));
}

function table(): TableState {
  return {
    id: "demo",
    code: "K7M2",
    invite: null,
    hosting: true,
    settings: {
      preset: "house",
      options: {},
      visibility: "private",
      move_seconds: 30,
      reserve_seconds: 120,
      return_seconds: 40,
      bots: "club",
      allow_bot_clients: false,
      card_counter: true,
      spectators: true,
      late_seats: "invited",
    },
    rules: {},
    seats: seats(),
    spectators: 2,
    status: "playing",
    match: "m1",
    match_number: 1,
    commitment: "",
  };
}

function view(): View {
  return {
    seat: null,
    rules: { seats: 6, decks: 3, counts_shown: 10, return_card: "receiver" },
    phase: "play",
    deal: 4,
    dealer: 1,
    level: "7",
    levels: ["7", "5"],
    points: [8, 5],
    commitment: "9f0c3a7be1d24c5586aa0b7f3e21d9c4b85a6f1702e3c4d5968778695a4b3c2d",
    hand: "",
    counts: [27, null, 9, null, null, 8],
    to_act: [0],
    tribute: [],
    refused: false,
    leader: 1,
    to_beat: "9S 9H 9C 5S 5D",
    to_beat_seat: 3,
    trick: {
      moves: [
        { seat: 1, cards: "3S 4D 5D 6H 7C", category: "straight" },
        { seat: 2, cards: "", category: "" },
        { seat: 3, cards: "9S 9H 9C 5S 5D", category: "full_house" },
        { seat: 4, cards: "", category: "" },
        { seat: 5, cards: "", category: "" },
      ],
      winner: null,
    },
    last_trick: {
      moves: [
        { seat: 4, cards: "8S 8D", category: "pair" },
        { seat: 5, cards: "", category: "" },
        { seat: 0, cards: "QS QD", category: "pair" },
        { seat: 1, cards: "7S 7D", category: "pair" },
        { seat: 2, cards: "", category: "" },
        { seat: 3, cards: "", category: "" },
        { seat: 4, cards: "", category: "" },
        { seat: 5, cards: "", category: "" },
        { seat: 0, cards: "", category: "" },
      ],
      winner: 1,
    },
    finished: [],
    result: null,
    end: null,
    memory: false,
    history: [],
  };
}

export interface Scene {
  game: Game;
  table: TableState;
  link: Link;
}

function base(): Scene {
  const now = Date.now();
  return {
    table: table(),
    link: "online",
    game: {
      table: "demo",
      seq: 40,
      view: view(),
      clock: {
        seat_deadlines: [{ seat: 0, at: now + 18_400, reserve_ms: 120_000 }],
        now,
        per_move_ms: 30_000,
        next_deal_at: null,
      },
      played: FACE_ORDER.map((_, i) => String(i % 3 === 0 ? 1 : 0)).join(""),
      seat: 0,
      hand: HAND,
    },
  };
}

const result: NonNullable<View["result"]> = {
  type: "deal_ended",
  order: [0, 2, 3, 4, 1, 5],
  finished: 4,
  winner: 0,
  caught: [1, 5],
  next_dealer_team: 0,
  levels_gained: 1,
  levels: ["8", "5"],
  points: [5, 0],
  clause: "8.2",
  hands: ["", "3S 4D 9H KD", "", "", "", "5S 5H 6C TD JH QD 2C 2D 4S 9C"],
  secret: "",
  entropy: [],
};

const CHANGES: Record<string, (scene: Scene) => void> = {
  follow: () => undefined,
  lead: ({ game }) => {
    Object.assign(game.view, {
      to_beat: "",
      to_beat_seat: null,
      last_trick: { moves: game.view.trick.moves, winner: 3 },
      trick: { moves: [], winner: null },
      dealer: 0,
    });
  },
  wait: ({ game }) => {
    game.view.to_act = [1];
    game.view.trick.moves.push({ seat: 0, cards: "TD TD TC 2S 2H", category: "full_house" });
    game.view.to_beat = "TD TD TC 2S 2H";
    game.view.to_beat_seat = 0;
    game.clock.seat_deadlines = [{ seat: 1, at: Date.now() + 9_000, reserve_ms: 90_000 }];
  },
  late: ({ game }) => {
    game.hand = "3D 4S 8H 8C KS KD BJ";
    game.view.counts = [7, 5, 0, 2, 14, 1].map((count) => (count > 10 ? null : count));
    game.view.finished = [2];
    game.view.to_beat = "QS QH";
    game.view.to_beat_seat = 5;
    game.view.trick.moves = [
      { seat: 3, cards: "6S 6H", category: "pair" },
      { seat: 4, cards: "", category: "" },
      { seat: 5, cards: "QS QH", category: "pair" },
    ];
  },
  return: ({ game }) => {
    Object.assign(game.view, {
      phase: "return",
      to_act: [0, 2],
      trick: { moves: [], winner: null },
      last_trick: null,
      to_beat: "",
      to_beat_seat: null,
      counts: [28, 26, 27, 26, 27, 27],
      tribute: [
        { giver: 1, receiver: 0, card: "BJ", returned: "", offered: "" },
        { giver: 3, receiver: 2, card: "LJ", returned: "4H", offered: "" },
        { giver: 5, receiver: 4, card: "7D", returned: "", offered: "" },
      ],
    });
    game.hand = `${HAND.replace("4H ", "")} BJ LJ`;
  },
  take: ({ game }) => {
    Object.assign(game.view, {
      phase: "take",
      to_act: [0],
      trick: { moves: [], winner: null },
      last_trick: null,
      rules: { ...game.view.rules, return_card: "candidates" },
      tribute: [{ giver: 0, receiver: 1, card: "BJ", returned: "", offered: "3S 4H 6D" }],
    });
    game.hand = HAND.replace(" BJ", "");
  },
  out: ({ game }) => {
    game.hand = "";
    game.view.finished = [0];
    game.view.counts = [0, 5, 3, 2, null, 1];
    game.view.to_act = [1];
  },
  result: ({ game }) => {
    Object.assign(game.view, { phase: "waiting", result, to_act: [], counts: [0, 4, 0, 0, 0, 10] });
    game.view.finished = [0, 2, 3, 4];
    game.clock.next_deal_at = Date.now() + 12_000;
    game.hand = "";
  },
  over: ({ game }) => {
    Object.assign(game.view, { phase: "over", result, to_act: [], counts: [0, 4, 0, 0, 0, 10] });
    game.view.end = { type: "match_ended", winner: 0, clause: "10.1" };
    game.hand = "";
  },
  autopilot: ({ table }) => {
    const you = table.seats[0];
    if (you) you.autopilot = true;
  },
  lost: (scene) => {
    scene.link = "waiting";
  },
  elsewhere: (scene) => {
    scene.link = "taken_over";
  },
  watch: ({ game, table }) => {
    game.seat = null;
    game.hand = null;
    for (const seat of table.seats) seat.you = false;
    game.view.to_act = [0];
  },
};

export const SCENES = Object.keys(CHANGES);

export function sceneOf(name: string): Scene {
  const scene = base();
  CHANGES[name]?.(scene);
  return scene;
}
