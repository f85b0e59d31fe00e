import { HOUR, type Instant } from '../time/instant.ts';
import type { Counting, CountView, Sighting } from '../policies/policy.ts';
import { latestBefore, sumOf, type Ring, type Tally } from './hourly-counts.ts';

/** What a policy must know of a watch beside its hours. */
export type Counted = Pick<CountView, 'noun' | 'knowsStories' | 'timezone'>;

/**
 * The tally with everything that its policy sees at the full hours after `after`. Each edge is judged by itself and in
 * order, so that it does not matter when a run comes to it. What is seen without a rest rings once; what is seen while
 * `silent` counts as known.
 */
export function judgeHours(
  tally: Tally,
  {
    counting,
    counted,
    after,
    silent,
  }: { counting: Counting; counted: Counted; after: Instant; silent: boolean },
): Tally {
  let { episode } = tally;
  const rings: Ring[] = [];
  for (let edge = after + HOUR; edge <= tally.until; edge += HOUR) {
    const sighting = sightingAt(tally, { edge, counting, counted, rangAt: episode?.at });
    if (!sighting) continue;
    if (episode && edge - episode.last <= counting.calm) {
      episode = { ...episode, last: edge };
      continue;
    }
    episode = { at: edge, last: edge };
    if (!silent) rings.push({ at: edge, sighting });
  }
  return { ...tally, ...(episode && { episode }), rings };
}

function sightingAt(
  tally: Tally,
  {
    edge,
    counting,
    counted,
    rangAt,
  }: { edge: Instant; counting: Counting; counted: Counted; rangAt: Instant | undefined },
): Sighting | undefined {
  return counting.judge({
    ...counted,
    edge,
    since: tally.since,
    ...(rangAt !== undefined && { rangAt }),
    sum: (span) => sumOf(tally, span),
    latest: () => latestBefore(tally, edge),
  });
}
