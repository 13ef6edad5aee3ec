import { changeName, newPlayer } from "../lib/api";
import { locale } from "../lib/locale.svelte";
import { friendlyName, tidyName } from "../lib/names";
import { session } from "../lib/session.svelte";
import { RequestError } from "../lib/socket";
import { recall, remember } from "../lib/storage";

/** The name as typed; a newcomer finds a friendly one there. */
export const identity = $state({ name: recall("name") ?? friendlyName(locale()) });

// A device that knows its player but no name, as after logging in, takes the player's.
$effect.root(() => {
  $effect(() => {
    if (session.player && recall("name") === null) {
      identity.name = session.player.name;
      remember("name", session.player.name);
    }
  });
});

export function anotherName(): void {
  identity.name = friendlyName(locale());
}

/** Be somebody whom the server knows, under the name as typed. */
export async function beSomebody(): Promise<void> {
  const name = tidyName(identity.name) || friendlyName(locale());
  identity.name = name;
  await orAfresh(() => introduce(name));
  remember("name", name);
}

/** The same, and connected: for what one does at a table, or on the way to one. */
export async function beHere(): Promise<void> {
  await beSomebody();
  await orAfresh(async () => {
    await introduce(identity.name);
    session.connect();
    await session.online();
  });
}

/** Do something as the player we are; where the server has forgotten us, as a newcomer. */
async function orAfresh(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const code = error instanceof RequestError ? error.code : "";
    if (code !== "unknown_token" && code !== "unknown_player") throw error;
    session.retire();
    await action();
  }
}

async function introduce(name: string): Promise<void> {
  if (!session.known) session.become(await newPlayer(name));
  else if (session.player?.name !== name) session.player = (await changeName(name)).player;
}
