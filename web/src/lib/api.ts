import type { Player, Settings } from "./protocol";
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
