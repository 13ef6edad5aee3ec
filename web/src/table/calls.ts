/** What the table screen asks of whoever shows it. Nothing here touches the network itself. */
import type { Game } from "../lib/game";
import type {
  Action,
  Arranged,
  HintItem,
  PublicEvent,
  Judged,
  Phrase,
  Said,
  TableState,
} from "../lib/protocol";
import type { Link } from "../lib/socket";

/** What the server says a selection is worth. */
export type Judgement = Omit<Judged, "type" | "id">;

/** The own hand as plays, in the fewest turns 理牌. */
export type Arrangement = Omit<Arranged, "type" | "id">;

export interface Calls {
  /** Resolves when the server has recorded it; rejects with a code when it refuses. */
  act(action: Action): Promise<void>;
  judge(cards: string): Promise<Judgement>;
  /** Sensible things to do now, cheapest first. */
  hint(): Promise<readonly HintItem[]>;
  arrange(): Promise<Arrangement>;
  say(phrase: Phrase): Promise<void>;
  mute(seat: number, on: boolean): void;
  autopilot(on: boolean): void;
  /** Take a bot's seat in a match that is being played, or any free one after it. */
  sit(seat: number): void;
  /** Be ready for the next deal, and add a text to its shuffle. */
  nextDeal(entropy: string): void;
  rematch(): void;
  leave(): void;
  /** Take the table back from another window. */
  useHere(): void;
  /** The address of a finished deal's replay, where there is any. */
  replayUrl?(match: string, deal: number): string;
  /** Give the player a finished deal's record as a file, where there is any. */
  saveRecord?(match: string, deal: number): void;
}

export interface Feeds {
  /** Hear what happens, with the game before and after it; returns how to stop. */
  events(hear: (events: readonly PublicEvent[], before: Game, after: Game) => void): () => void;
  said(hear: (said: Said) => void): () => void;
  /** The server's clock, ms since 1970. */
  now(): number;
}

export interface TableProps {
  game: Game;
  table: TableState;
  link: Link;
  calls: Calls;
  feeds: Feeds;
}
