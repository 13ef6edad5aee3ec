/** The keyboard at the table. */
export type KeyAction = "play" | "pass" | "hint" | "clear" | "sort" | "group" | "last" | "counter";

const KEYS: Record<string, KeyAction> = {
  Enter: "play",
  p: "pass",
  h: "hint",
  Escape: "clear",
  s: "sort",
  g: "group",
  l: "last",
  c: "counter",
};

/** What a key asks for; null for keys that belong to a field, a button or the browser. */
export function keyAction(event: KeyboardEvent): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  const target = event.target as Element | null;
  if (target?.closest?.("input, textarea, select, [contenteditable]")) return null;
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
  // Enter on a button presses that button; on a card of the hand it plays.
  if (action === "play" && target?.closest?.("button:not([data-card]), a, summary")) return null;
  return action;
}
