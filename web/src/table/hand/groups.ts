/**
 * Groups 编组: cards a player wants to keep together until they dissolve them. A group remembers
 * faces, not copies, so that it survives a reload and a hand that shrank meanwhile.
 */
import type { HandCard } from "./cards";
import { pick } from "./cards";

/** Each group is notation; a face may stand in several places as often as it is held. */
export type Groups = readonly string[];

export interface Split {
  /** The cards of each group, in its order; groups that lost their cards are left out. */
  readonly groups: readonly (readonly HandCard[])[];
  readonly loose: readonly HandCard[];
}

/** Deal a hand out to its groups; what is in none is loose. */
export function split(hand: readonly HandCard[], groups: Groups): Split {
  let loose = [...hand];
  const taken = groups.map((cards) => {
    const ids = new Set(pick(loose, cards));
    const group = loose.filter((card) => ids.has(card.id));
    loose = loose.filter((card) => !ids.has(card.id));
    return group;
  });
  return { groups: taken.filter((group) => group.length > 0), loose };
}

/** Make `ids` a group of its own; they leave the groups they were in. */
export function join(hand: readonly HandCard[], groups: Groups, ids: ReadonlySet<string>): Groups {
  const rest = split(hand, groups)
    .groups.map((group) => group.filter((card) => !ids.has(card.id)))
    .filter((group) => group.length > 1);
  const fresh = hand.filter((card) => ids.has(card.id));
  const all = fresh.length > 1 ? [...rest, fresh] : rest;
  return all.map(write);
}

/** Dissolve every group that holds one of `ids`. */
export function dissolve(
  hand: readonly HandCard[],
  groups: Groups,
  ids: ReadonlySet<string>,
): Groups {
  return split(hand, groups)
    .groups.filter((group) => !group.some((card) => ids.has(card.id)))
    .map(write);
}

function write(group: readonly HandCard[]): string {
  return group.map((card) => card.face.text).join(" ");
}

/** Where a table's groups are kept on this device. */
export function groupsKey(table: string): string {
  return `groups.${table}`;
}

/** Read what was kept for a deal; of another deal, or anything unexpected, is no groups. */
export function readGroups(stored: unknown, deal: string): Groups {
  if (typeof stored !== "object" || stored === null) return [];
  const kept = stored as { deal?: unknown; groups?: unknown };
  if (kept.deal !== deal || !Array.isArray(kept.groups)) return [];
  return kept.groups.filter(
    (item): item is string => typeof item === "string" && /^[2-9TJQKALBSHDC ]*$/.test(item),
  );
}

/** Write groups so that `readGroups` finds them for the same deal only. */
export function writeGroups(groups: Groups, deal: string): string {
  return JSON.stringify({ deal, groups });
}
