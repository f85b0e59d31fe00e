import { LOOK_BACK } from '../kit/group-stories.ts';
import type { Entry } from './library/entry.ts';
import { copyKeys, NEAR_COPY, sharedPart } from './library/sketch.ts';

/**
 * For each article the first one that it is a near copy of: itself, where it is the first. `entries` are in the order
 * in which they become visible, so later ones never change the groups of earlier ones.
 */
export function nearCopies(entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const firsts = new Map<Entry, Entry>();
  const latest = new Map<number, Entry>();
  for (const entry of entries) {
    const keys = copyKeys(entry.sketch);
    const isCopied = (other: Entry) =>
      entry.visibleAt - other.visibleAt <= LOOK_BACK && sharedPart(entry.sketch, other.sketch) >= NEAR_COPY;
    const copied = keys.flatMap((key) => latest.get(key) ?? []).find(isCopied);
    firsts.set(entry, (copied && firsts.get(copied)) ?? entry);
    for (const key of keys) latest.set(key, entry);
  }
  return firsts;
}
