import { changeName, newPlayer } from "../lib/api";
import { locale } from "../lib/locale.svelte";
import { friendlyName, tidyName } from "../lib/names";
import { session } from "../lib/session.svelte";
import { recall, remember } from "../lib/storage";

/** The name as typed; a newcomer finds a friendly one there. */
export const identity = $state({ name: recall("name") ?? friendlyName(locale()) });

export function anotherName(): void {
  identity.name = friendlyName(locale());
}

/** Be somebody whom the server knows, under the name as typed, and connected. */
export async function beSomebody(): Promise<void> {
  const name = tidyName(identity.name) || friendlyName(locale());
  identity.name = name;
  if (!session.known) {
    session.become((await newPlayer(name)).token);
  } else if (session.player && session.player.name !== name) {
    await changeName(name);
  }
  remember("name", name);
  await session.online();
}
