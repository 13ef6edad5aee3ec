import type {
  BotLevel,
  DealEnded,
  Player,
  PublicEvent,
  SeatState,
  Settings,
  View,
} from "./protocol";
import type { Value } from "./rulebook";
import { RequestError } from "./socket";

/** A player and the secret that proves to be them; comes once, when it is made. */
export interface Credentials {
  player: Player;
  token: string;
}

export interface Me {
  player: Player;
  /** The name one logs in with, or null for a guest. */
  account: string | null;
  /** The table where one holds a seat in a running match. */
  table: string | null;
  /** Bots to choose from, weakest first. */
  bots: BotLevel[];
}

/** An open table, as the list shows it. */
export interface OpenTable {
  id: string;
  code: string;
  host: string;
  preset: string;
  status: "lobby" | "playing" | "finished";
  free: number;
}

let token: string | null = null;

/** Whose requests these are from now on. */
export function authorise(next: string | null): void {
  token = next;
}

/** Ask a route of the server; rejects with a `RequestError`. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const request: RequestInit = { method, headers, cache: "no-store" };
  if (body !== undefined) request.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new RequestError("disconnected", "the server cannot be reached");
  }
  const text = await response.text();
  let answer: unknown = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    // A proxy's page, say; the status speaks for itself.
  }
  if (!response.ok) {
    const error = (answer ?? {}) as {
      code?: string;
      message?: string;
      details?: Record<string, string>;
    };
    throw new RequestError(
      error.code ?? (response.status >= 500 ? "server" : "not_found"),
      error.message ?? `${response.status}`,
      error.details,
    );
  }
  return answer as T;
}

export const newPlayer = (nickname: string): Promise<Credentials> =>
  call("POST", "/api/players", { nickname });

export const changeName = (nickname: string): Promise<Me> => call("PATCH", "/api/me", { nickname });

export const openTables = (): Promise<OpenTable[]> => call("GET", "/api/tables");

/** A table's settings under a name of the player's own. */
export interface Favourite {
  name: string;
  settings: Settings;
}

export const favourites = (): Promise<Favourite[]> => call("GET", "/api/me/favourites");

export const saveFavourites = (list: Favourite[]): Promise<unknown> =>
  call("PUT", "/api/me/favourites", list);

export interface SeatInfo {
  /** The person's nickname; empty for bots. */
  name: string;
  bot: BotLevel | null;
  /** Whether a program plays in the place of a person. */
  program: boolean;
}

/** A match in a player's history. */
export interface Played {
  id: string;
  table: string;
  preset: string;
  seat: number;
  seats: SeatInfo[];
  /** How many deals have begun. */
  deals: number;
  /** How many deals are over, to be replayed. */
  finished: number;
  started_at: number;
  ended_at: number | null;
  /** Whether it ended because nobody came back to it. */
  abandoned: boolean;
  winner: number | null;
}

/** A match and the results of its finished deals. */
export interface MatchInfo {
  id: string;
  table: string;
  number: number;
  preset: string;
  options: Record<string, Value>;
  seats: SeatInfo[];
  started_at: number;
  ended_at: number | null;
  winner: number | null;
  deals: DealEnded[];
}

/** One step of a finished deal, and the table after it with all hands open. */
export interface Frame {
  at: number;
  author: "player" | "bot" | "autopilot" | "timeout" | "table";
  seat: number | null;
  events: PublicEvent[];
  view: View;
  hands: string[];
}

export interface Replay {
  match: string;
  deal: number;
  /** How many deals of the match are finished. */
  deals: number;
  rules: Record<string, Value>;
  seats: SeatInfo[];
  frames: Frame[];
}

export const whoAmI = (): Promise<Me> => call("GET", "/api/me");

export const register = (name: string, password: string): Promise<Me> =>
  call("POST", "/api/accounts", { name, password });

export const logIn = (name: string, password: string): Promise<Credentials> =>
  call("POST", "/api/sessions", { name, password });

export const logOut = (): Promise<unknown> => call("DELETE", "/api/sessions");

export const played = (before?: number): Promise<Played[]> =>
  call("GET", `/api/me/matches?limit=20${before === undefined ? "" : `&before=${before}`}`);

const word = encodeURIComponent;

export const matchInfo = (match: string): Promise<MatchInfo> =>
  call("GET", `/api/matches/${word(match)}`);

export const replay = (match: string, deal: number): Promise<Replay> =>
  call("GET", `/api/matches/${word(match)}/deals/${deal}/replay`);

/** Hand a finished deal's record to the player as a file. */
export const saveRecord = (match: string, deal: number): Promise<void> =>
  download(`/api/matches/${word(match)}/deals/${deal}/record`, `daguai-${match}-${deal}.txt`);

/** A person's or bot's seat of the past, in the form that seats at a table have. */
export function seatState(info: SeatInfo, seat: number): SeatState {
  return {
    seat,
    kind: info.bot ? "bot" : "person",
    name: info.name,
    bot: info.bot,
    connected: true,
    autopilot: false,
    host: false,
    you: false,
    ready: false,
    program: info.program,
    takeable: false,
  };
}

/** Fetch a text that only some may see, and hand it to the player as a file. */
async function download(path: string, name: string): Promise<void> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  let answer: Response;
  try {
    answer = await fetch(path, { headers });
  } catch {
    throw new RequestError("disconnected", "the server cannot be reached");
  }
  if (!answer.ok) throw new RequestError("not_found", `${answer.status}`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
