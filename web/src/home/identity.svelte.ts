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

/** Be somebody whom the server knows, under the name as typed, and connected. */
export async function beSomebody(): Promise<void> {
  const name = tidyName(identity.name) || friendlyName(locale());
  identity.name = name;
  try {
    await introduce(name);
  } catch (error) {
    const code = error instanceof RequestError ? error.code : "";
    if (code !== "unknown_token" && code !== "unknown_player") throw error;
    // A server that has forgotten us: begin as a newcomer.
    session.retire();
    await introduce(name);
  }
  remember("name", name);
}

async function introduce(name: string): Promise<void> {
  if (!session.known) {
    session.become((await newPlayer(name)).token);
  } else {
    session.connect();
    await session.online();
    if (session.player && session.player.name !== name) {
      session.player = (await changeName(name)).player;
    }
  }
  await session.online();
}
