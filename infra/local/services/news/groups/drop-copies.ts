import type { Hit } from '../library/find-hits.ts';
import type { StoryGroups } from './story-groups.ts';

/** A hit that represents its near copies among the hits. */
export interface KeptHit extends Hit {
  copies?: { groupId: string; dropped: number };
}

/** Of near copies keeps the first, in the order of the hits, with the number of those that were dropped for it. */
export function dropCopies(hits: readonly Hit[], groups: StoryGroups): KeptHit[] {
  const kept = new Map<string, KeptHit & { copies: { groupId: string; dropped: number } }>();
  for (const hit of hits) {
    const groupId = groups.membershipOf(hit.entry)?.copies.id ?? hit.entry.id;
    const first = kept.get(groupId);
    if (first) first.copies.dropped += 1;
    else kept.set(groupId, { ...hit, copies: { groupId, dropped: 0 } });
  }
  return [...kept.values()];
}
