import { recallJson, remember } from "./storage";

/** How this device likes the table; what concerns one player alone and is never sent. */
export interface Settings {
  /** Sound when it is one's turn. */
  soundTurn: boolean;
  /** Sounds of cards being laid. */
  soundCards: boolean;
  /** Sounds of finishing, results and phrases. */
  soundEvents: boolean;
  /** Four colours 四色: diamonds and clubs differ from hearts and spades. */
  fourColour: boolean;
  /** Larger index in the corner of each card. */
  largeIndex: boolean;
  /** Buttons on the left for the left hand. */
  leftHanded: boolean;
  /** `auto` asks the system whether motion is wanted. */
  motion: "auto" | "full" | "reduced";
  /** How the hand is sorted. */
  sort: "rank" | "suit" | "arranged";
  /** Low cards first. */
  ascending: boolean;
}

const DEFAULTS: Settings = {
  soundTurn: true,
  soundCards: true,
  soundEvents: true,
  fourColour: false,
  largeIndex: false,
  leftHanded: false,
  motion: "auto",
  sort: "rank",
  ascending: false,
};

const CHOICES: Partial<Record<keyof Settings, readonly string[]>> = {
  motion: ["auto", "full", "reduced"],
  sort: ["rank", "suit", "arranged"],
};

/** Read settings that may be of an older version: what does not fit is the default. */
export function readSettings(stored: unknown): Settings {
  const settings = { ...DEFAULTS };
  if (typeof stored !== "object" || stored === null) return settings;
  for (const [name, value] of Object.entries(stored)) {
    if (!(name in DEFAULTS)) continue;
    const key = name as keyof Settings;
    const choices = CHOICES[key];
    const fits = choices ? choices.includes(value as string) : typeof value === "boolean";
    if (fits) Object.assign(settings, { [key]: value });
  }
  return settings;
}

export const settings: Settings = $state(readSettings(recallJson("settings")));

$effect.root(() => {
  $effect(() => remember("settings", JSON.stringify(settings)));
});

let calmSystem = $state(false);
if (typeof matchMedia === "function") {
  const query = matchMedia("(prefers-reduced-motion: reduce)");
  calmSystem = query.matches;
  query.addEventListener("change", () => (calmSystem = query.matches));
}

/** Whether things may move; reactive. */
export function motionWanted(): boolean {
  return settings.motion === "full" || (settings.motion === "auto" && !calmSystem);
}
