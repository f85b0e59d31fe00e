import type { Instant } from '../time/instant.ts';
import type { StoryCandidates } from './story-candidates.ts';
import { currentStoryId, type MergedStories, withMergedIds } from './story-record.ts';

// Two stories that are one: the one that began first stays, under its id. The other one leads to it.

/**
 * Compares two stories by when the first of their articles was indexed, then by id. The articles of what a story has absorbed are its
 * own, so whoever repeats a merge after a death in it keeps the same story.
 */
export function byBeginning(merges: MergedStories): (one: string, other: string) => number {
  return (one, other) => {
    const [begun, otherBegun] = [begunAt(merges, one), begunAt(merges, other)];
    if (begun !== otherBegun) return begun < otherBegun ? -1 : 1;
    return one < other ? -1 : 1;
  };
}

/** When a story began; one without an article began after all others. */
function begunAt(merges: MergedStories, id: string): Instant {
  const articles = withMergedIds(merges, id).flatMap((one) => merges.records.get(one)?.articles ?? []);
  return articles.reduce((first, { at }) => Math.min(first, at), Infinity);
}

/** Queues two stories to be merged, unless a person has set them apart. */
export function queueMerge(candidates: StoryCandidates, one: string, other: string): void {
  const ids = [currentStoryId(candidates, one), currentStoryId(candidates, other)];
  const [winner, loser] = ids.toSorted(byBeginning(candidates));
  if (winner === undefined || loser === undefined || winner === loser) return;
  if (areSetApart(candidates, winner, loser)) return;
  candidates.merges.push([winner, loser]);
  candidates.merged.set(loser, winner);
}

function areSetApart(candidates: StoryCandidates, one: string, other: string): boolean {
  const families = [withMergedIds(candidates, one), withMergedIds(candidates, other)] as const;
  const isApart = (ids: readonly string[], from: readonly string[]) =>
    ids.some((id) => candidates.records.get(id)?.apart?.some((apart) => from.includes(apart)));
  return isApart(...families) || isApart(families[1], families[0]);
}
