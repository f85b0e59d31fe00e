import { defined } from '../lib/fields.ts';
import { HOUR, type Instant } from '../time/instant.ts';
import type { Counting, CountView, Detection } from '../policies/policy.ts';
import { latestBefore, sumHours, type TimedDetection, type HourlyCounts } from './hourly-counts.ts';

/** What a policy must know about a watch beside its hours. */
export type CountedItems = Pick<CountView, 'noun' | 'knowsStories' | 'timezone' | 'missed'>;

/**
 * The counts with all that their policy detects in the closed hours after `after`. Each hour is judged separately and in
 * order, so it does not matter when a run does it. A detection that continues gives one alert; with `silent` it gives
 * none, but counts as known.
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
  const detections: TimedDetection[] = [];
  for (let at = after + HOUR; at <= hourlyCounts.until; at += HOUR) {
    const detection = detectionAt(hourlyCounts, { at, counting, counted, detectedAt: episode?.at });
    if (!detection) continue;
    if (episode && at - episode.last <= counting.resetAfter) {
      episode = { ...episode, last: at };
      continue;
    }
    episode = { at, last: at };
    if (!silent) detections.push({ at, detection });
  }
  return defined<HourlyCounts>({ ...hourlyCounts, episode, detections });
}

function detectionAt(
  hourlyCounts: HourlyCounts,
  {
    at,
    counting,
    counted,
    detectedAt,
  }: { at: Instant; counting: Counting; counted: CountedItems; detectedAt: Instant | undefined },
): Detection | undefined {
  const missed = counted.missed?.filter(({ to }) => to <= at) ?? [];
  const view = { ...counted, missed, closedUntil: at, since: hourlyCounts.since, ...defined({ detectedAt }) };
  return counting.judge({
    ...view,
    sum: (span) => sumHours(hourlyCounts, span),
    latest: () => latestBefore(hourlyCounts, at),
  });
}
