import { rootOf } from '../../domain/stories/story-candidates.ts';
import { relatedRecords } from './read-stories.ts';
import type { Stories } from '../ports/story-ports.ts';

/**
 * Merges two stories that tell the same: the larger id goes into the smaller one. The smaller one notes what it takes in
 * first, so that whoever finds it looks at both. Somebody may merge one of them elsewhere at the same time: then those
 * two that they have become are merged. Each time an id gets smaller, so that it ends.
 */
export async function mergeStories(
  ports: { stories: Stories },
  [one, other]: readonly [string, string],
): Promise<void> {
  for (;;) {
    const records = await relatedRecords(ports, [one, other]);
    const candidates = { records, merged: new Map<string, string>() };
    const [winner, loser] = [rootOf(candidates, one), rootOf(candidates, other)].toSorted();
    if (winner === undefined || loser === undefined || winner === loser) return;
    if (!records.has(winner) || !records.has(loser)) return;
    await ports.stories.absorb(winner, loser);
    if (await ports.stories.redirect(loser, winner)) return;
  }
}
