/** Movement that explains where a card comes from; none of it when motion is not wanted. */
import { cubicInOut, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { motionWanted } from "../lib/settings.svelte";
import type { Rect } from "./places/ground";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function middle(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** Duration in ms, 0 when things shall not move. */
export function ms(duration: number): number {
  return motionWanted() ? duration : 0;
}

/**
 * An element that lies at `to` flies in from `from`. It uses the separate CSS properties
 * `translate` and `scale`, so that the element's own `transform` stays its place.
 */
export function flyIn(_node: Element, path: { from: Point; to: Point }): TransitionConfig {
  const dx = path.from.x - path.to.x;
  const dy = path.from.y - path.to.y;
  return {
    duration: ms(260),
    easing: cubicOut,
    css: (t, u) =>
      `translate: ${(dx * u).toFixed(1)}px ${(dy * u).toFixed(1)}px; ` +
      `scale: ${(0.55 + 0.45 * t).toFixed(3)}; opacity: ${Math.min(1, t * 3).toFixed(2)}`,
  };
}

/** A card of one's own is dealt or given: it comes from the table, a moment after the one before. */
export function deal(_node: Element, { order }: { order: number }): TransitionConfig {
  return {
    delay: ms(order * 16),
    duration: ms(220),
    easing: cubicOut,
    css: (t, u) => `opacity: ${t.toFixed(2)}; translate: 0 ${(-60 * u).toFixed(1)}px`,
  };
}

export function fadeOut(_node: Element): TransitionConfig {
  return { duration: ms(180), css: (t) => `opacity: ${t.toFixed(2)}` };
}

/** A panel rises into place. */
export function rise(_node: Element): TransitionConfig {
  return {
    duration: ms(200),
    easing: cubicOut,
    css: (t, u) => `opacity: ${t.toFixed(2)}; translate: 0 ${(16 * u).toFixed(1)}px`,
  };
}
/** A card crosses the table in a low arc. */
export function flyAcross(
  _node: Element,
  path: { from: Point; to: Point; duration: number },
): TransitionConfig {
  const dx = path.from.x - path.to.x;
  const dy = path.from.y - path.to.y;
  return {
    duration: ms(path.duration),
    easing: cubicInOut,
    css: (t, u) => {
      const arc = -40 * Math.sin(Math.PI * t);
      return `translate: ${(dx * u).toFixed(1)}px ${(dy * u + arc).toFixed(1)}px`;
    },
  };
}
