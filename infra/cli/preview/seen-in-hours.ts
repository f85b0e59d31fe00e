import {
  type HourlyCounts,
  hourOf,
  type TimedDetection,
  withFindings,
  withFrames,
} from '../../../shared/domain/counting/hourly-counts.ts';
import { judgeHours } from '../../../shared/domain/counting/judge-hours.ts';
import { countedItemsOf } from '../../../shared/domain/counting/watch-subject.ts';
import type { StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { countingOf } from '../../../shared/domain/policies/registry.ts';
import { HOUR, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { TriedOut } from '../stack/try-out.ts';

/** True when every match was read, so that stories and sentiments are known. */
export function isRead({ hits, findings }: TriedOut): boolean {
  return findings.length > 0 && findings.length >= hits;
}

/** The detections of a counting policy; it counts only articles when not every match was read. */
export function seenInHours(
  watch: Watch,
  { tried, found }: { tried: TriedOut; found: readonly StoredFinding[] },
): readonly TimedDetection[] {
  const counting = countingOf(watch);
  if (!counting) return [];
  const edge = hourOf(tried.window.to);
  const since = hourOf(tried.window.from) + HOUR;
  const empty: HourlyCounts = {
    watchId: watch.id,
    policy: '',
    since,
    until: since,
    readAt: since,
    hours: [],
    recent: [],
    detections: [],
  };
  const knowsStories = countedItemsOf(watch).knowsStories && isRead(tried);
  const hourlyCounts = knowsStories
    ? withFindings(empty, {
        found: found.filter((one) => isBetween(one, since, edge)),
        closedUntil: edge,
        readAt: edge,
      })
    : withFrames(empty, { frames: byHour(tried.frames), length: HOUR, closedUntil: edge, readAt: edge });
  const counted = { ...countedItemsOf(watch), knowsStories };
  return judgeHours(hourlyCounts, { counting, counted, after: since, silent: false }).detections;
}

function isBetween(
  { finding: { excludedBy, indexedAt } }: StoredFinding,
  since: Instant,
  edge: Instant,
): boolean {
  return excludedBy === undefined && indexedAt >= since && indexedAt < edge;
}

function byHour(frames: TriedOut['frames']): TriedOut['frames'] {
  const sums = new Map<number, number>();
  for (const { from, count } of frames) sums.set(hourOf(from), (sums.get(hourOf(from)) ?? 0) + count);
  return [...sums].map(([from, count]) => ({ from, count }));
}
