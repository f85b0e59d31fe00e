import type { Entry } from '../library/entry.ts';
import type { Hit } from '../library/find-hits.ts';
import type { StoryGroups } from './story-groups.ts';

/** A hit that represents its near copies among the hits. */
export interface KeptHit extends Hit {
  /** The first article of the group of its near copies, and how many hits were dropped. */
  copies?: { first: Entry; dropped: number };
}

/** Of near copies keeps the first, in the order of the hits, with the number of those that were dropped for it. */
export function dropCopies(hits: readonly Hit[], groups: StoryGroups): KeptHit[] {
  const kept = new Map<Entry, KeptHit & { copies: { first: Entry; dropped: number } }>();
  for (const hit of hits) {
    const first = groups.firstCopyOf(hit.entry);
    const before = kept.get(first);
    if (before) before.copies.dropped += 1;
    else kept.set(first, { ...hit, copies: { first, dropped: 0 } });
  }
  return [...kept.values()];
}
