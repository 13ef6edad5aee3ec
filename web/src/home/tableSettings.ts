import type { BotLevel, Settings } from "../lib/protocol";

const USUAL: Settings = {
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
};

/** Settings for a new table from what was kept, as far as it is of the present form. */
export function readTableSettings(kept: unknown): Settings {
  const settings: Settings = { ...USUAL, options: {} };
  if (typeof kept !== "object" || kept === null) return settings;
  for (const [name, value] of Object.entries(kept)) {
    const usual = USUAL[name as keyof Settings];
    if (usual !== undefined && typeof value === typeof usual && value !== null) {
      Object.assign(settings, { [name]: structuredClone(value) });
    }
  }
  return settings;
}

/** The strength wanted, or the strongest of those that the server has. */
export function botToChoose(wanted: BotLevel, bots: readonly BotLevel[]): BotLevel {
  return bots.length === 0 || bots.includes(wanted) ? wanted : (bots.at(-1) ?? wanted);
}
