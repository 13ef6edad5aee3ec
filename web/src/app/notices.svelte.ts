import { RequestError } from "../lib/socket";
import { errorText } from "./errors";

export interface Notice {
  id: number;
  text: string;
  tone: "good" | "bad";
}

const SHOWN_FOR = 4_000;
let count = 0;
let list: Notice[] = $state.raw([]);

/** What to tell the player just now; reactive. */
export function notices(): readonly Notice[] {
  return list;
}

export function tell(text: string, tone: Notice["tone"] = "good"): void {
  const notice = { id: ++count, text, tone };
  // One at a time, the latest: more than that nobody reads.
  list = [notice];
  setTimeout(() => dismiss(notice.id), SHOWN_FOR);
}

export function dismiss(id: number): void {
  list = list.filter((notice) => notice.id !== id);
}

/** Do something that the server may refuse, and tell the player why when it does. */
export async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    tell(errorText(error), "bad");
    if (!(error instanceof RequestError)) console.error(error);
    return undefined;
  }
}
