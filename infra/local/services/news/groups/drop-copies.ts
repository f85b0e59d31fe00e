import type { Hit } from '../library/find-hits.ts';
import type { StoryGroups } from './story-groups.ts';

/** A hit that represents its near copies among the hits. */
export interface KeptHit extends Hit {
  copies?: { group: { id: string }; dropped: number };
}

/** Of near copies keeps the first, in the order of the hits, with the number of those that were dropped for it. */
export function dropCopies(hits: readonly Hit[], groups: StoryGroups): KeptHit[] {
  const kept = new Map<object, KeptHit & { copies: { group: { id: string }; dropped: number } }>();
  for (const hit of hits) {
    const group = groups.membershipOf(hit.entry)?.copies ?? hit.entry;
    const first = kept.get(group);
    if (first) first.copies.dropped += 1;
    else kept.set(group, { ...hit, copies: { group, dropped: 0 } });
  }
  return [...kept.values()];
}
