import { HOUR, type Instant } from '../time/instant.ts';
import type { Counting, CountView, Detection } from '../policies/policy.ts';
import { latestBefore, sumHours, type TimedDetection, type HourlyCounts } from './hourly-counts.ts';

/** What a policy must know of a watch beside its hours. */
export type CountedItems = Pick<CountView, 'noun' | 'knowsStories' | 'timezone'>;

/**
 * The tally with everything that its policy sees at the full hours after `after`. Each edge is judged by itself and in
 * order, so that it does not matter when a run comes to it. What is seen without a rest rings once; what is seen while
 * `silent` counts as known.
 */
export function judgeHours(
  hourlyCounts: HourlyCounts,
  {
    counting,
    counted,
    after,
    silent,
  }: { counting: Counting; counted: CountedItems; after: Instant; silent: boolean },
): HourlyCounts {
  let { episode } = hourlyCounts;
  const rings: TimedDetection[] = [];
  for (let edge = after + HOUR; edge <= hourlyCounts.until; edge += HOUR) {
    const detection = detectionAt(hourlyCounts, { edge, counting, counted, rangAt: episode?.at });
    if (!detection) continue;
    if (episode && edge - episode.last <= counting.resetAfter) {
      episode = { ...episode, last: edge };
      continue;
    }
    episode = { at: edge, last: edge };
    if (!silent) rings.push({ at: edge, sighting: detection });
  }
  return { ...hourlyCounts, ...(episode && { episode }), rings };
}

function detectionAt(
  hourlyCounts: HourlyCounts,
  {
    edge,
    counting,
    counted,
    rangAt,
  }: { edge: Instant; counting: Counting; counted: CountedItems; rangAt: Instant | undefined },
): Detection | undefined {
  return counting.judge({
    ...counted,
    closedUntil: edge,
    since: hourlyCounts.since,
    ...(rangAt !== undefined && { detectedAt: rangAt }),
    sum: (span) => sumHours(hourlyCounts, span),
    latest: () => latestBefore(hourlyCounts, edge),
  });
}
