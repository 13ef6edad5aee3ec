/**
 * What this device remembers. A browser may forbid storage (private windows, full disks); then
 * things last as long as the page is open, and nothing else changes.
 */
const spare = new Map<string, string>();

function shelf(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

const PREFIX = "daguai.";

export function recall(name: string): string | null {
  try {
    return shelf()?.getItem(PREFIX + name) ?? spare.get(name) ?? null;
  } catch {
    return spare.get(name) ?? null;
  }
}

export function remember(name: string, value: string): void {
  spare.set(name, value);
  try {
    shelf()?.setItem(PREFIX + name, value);
  } catch {
    // Kept in `spare` alone.
  }
}

export function forget(name: string): void {
  spare.delete(name);
  try {
    shelf()?.removeItem(PREFIX + name);
  } catch {
    // It could not be kept either.
  }
}

/** What was remembered under a name, or null when nothing, or nothing readable, was. */
export function recallJson(name: string): unknown {
  const text = recall(name);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
