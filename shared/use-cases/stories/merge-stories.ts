import { currentStoryId } from '../../domain/stories/story-candidates.ts';
import { relatedRecords } from './read-stories.ts';
import type { Stories } from '../ports/stories.ts';

/**
 * Merges two stories that report the same thing: the one with the larger id goes into the other. The other one records what
 * it absorbs first, so that whoever finds it reads both. Somebody may merge one of them elsewhere at the same time: then the
 * two that they have become are merged. Each time an id gets smaller, so the loop ends.
 */
export async function mergeStories(
  ports: { stories: Stories },
  [one, other]: readonly [string, string],
): Promise<void> {
  for (;;) {
    const records = await relatedRecords(ports, [one, other]);
    const candidates = { records, merged: new Map<string, string>() };
    const [winner, loser] = [currentStoryId(candidates, one), currentStoryId(candidates, other)].toSorted();
    if (winner === undefined || loser === undefined || winner === loser) return;
    if (!records.has(winner) || !records.has(loser)) return;
    await ports.stories.absorb(winner, loser);
    if (await ports.stories.redirect(loser, winner)) return;
  }
}
