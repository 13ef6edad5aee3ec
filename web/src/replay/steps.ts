import type { Frame } from "../lib/api";

/** The step at which the trick that a step belongs to begins, or the one before when it is there. */
export function trickBefore(frames: readonly Frame[], step: number): number {
  for (let at = step - 1; at > 0; at--) if (leads(frames, at)) return at;
  return 0;
}

/** The next step that leads a trick, or the last step. */
export function trickAfter(frames: readonly Frame[], step: number): number {
  for (let at = step + 1; at < frames.length; at++) if (leads(frames, at)) return at;
  return Math.max(0, frames.length - 1);
}

/** Whether a step lays the first play of a trick. */
function leads(frames: readonly Frame[], step: number): boolean {
  const laid = frames[step]?.events.some((event) => event.type === "laid");
  return laid === true && frames[step - 1]?.view.to_beat === "";
}

/** A step within what there is. */
export function within(frames: readonly Frame[], step: number): number {
  return Math.min(Math.max(0, step), Math.max(0, frames.length - 1));
}
