import { dayOf, type Instant, MINUTE } from '../../../domain/time/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DayPart, FoundInPart, Timeline } from '../../ports/pages/timeline.ts';

/** So long after midnight nothing of the day before is on its way into the index any more. */
const SETTLED = 10 * MINUTE;
/** A number for each list and day. */
const MOST_DAYS = 20_000;
const NOTHING: FoundInPart = { found: [], byRunsAlone: true };
/** The lists that are of no watch. No watch has such a name. */
const [ALERTS, STORIES] = ['.alerts', '.stories'];

/**
 * A timeline that counts the findings of a day once when it is over, and reads a day without entries once: nothing is found, made
 * or begun on a day that is past. So it asks once, too, whether only runs have found something on it. It keeps numbers and names
 * alone, so nothing that was forgotten is shown.
 */
export function rememberPastDays(timeline: Timeline, clock: Pick<Clock, 'now'>): Timeline {
  const known = new Map<string, number>();
  const keyOf = (list: string, day: string) => `${list} ${day}`;
  const note = (list: string, day: string, count: number): void => {
    if (!isOver(day, clock.now())) return;
    known.set(keyOf(list, day), count);
    const [oldest] = known.keys();
    if (known.size > MOST_DAYS && oldest !== undefined) known.delete(oldest);
  };
  const byRuns = new Set<string>();
  const noteByRuns = (watchId: string, day: string): void => {
    if (!isOver(day, clock.now())) return;
    byRuns.add(keyOf(watchId, day));
    const [oldest] = byRuns;
    if (byRuns.size > MOST_DAYS && oldest !== undefined) byRuns.delete(oldest);
  };
  const isEmpty = (list: string, day: string) => known.get(keyOf(list, day)) === 0;
  const read = async <T>(list: string, part: DayPart, from: () => Promise<T[]>): Promise<T[]> => {
    if (isEmpty(list, part.day)) return [];
    const found = await from();
    if (found.length === 0 && !part.before) note(list, part.day, 0);
    return found;
  };
  return {
    ...timeline,
    async counts(watchId, days) {
      const left = days.filter((day) => !known.has(keyOf(watchId, day)));
      const counted = left.length === 0 ? [] : await timeline.counts(watchId, left);
      const counts = new Map(left.map((day, n) => [day, counted[n] ?? 0]));
      for (const [day, count] of counts) note(watchId, day, count);
      return days.map((day) => counts.get(day) ?? known.get(keyOf(watchId, day)) ?? 0);
    },
    async latest(watchId, days, limit) {
      const left = days.filter((day) => !isEmpty(watchId, day));
      const found = await timeline.latest(watchId, left, limit);
      const full = new Set(found.map(({ foundAt }) => dayOf(foundAt)));
      if (found.length < limit) for (const day of left) if (!full.has(day)) note(watchId, day, 0);
      return found;
    },
    async findings(parts) {
      const left = parts.filter(({ watchId, day }) => !isEmpty(watchId, day));
      const asked = left.map((part) => {
        const isKnown = part.byRunsAlone === true || byRuns.has(keyOf(part.watchId, part.day));
        return { ...part, byRunsAlone: isKnown };
      });
      const read = left.length === 0 ? [] : await timeline.findings(asked);
      const found = new Map(left.map((part, n) => [part, read[n] ?? NOTHING]));
      for (const [{ watchId, day, before }, one] of found) {
        if (one.found.length === 0 && !before) note(watchId, day, 0);
        if (one.byRunsAlone) noteByRuns(watchId, day);
      }
      return parts.map((part) => found.get(part) ?? NOTHING);
    },
    alerts: (part) => read(ALERTS, part, () => timeline.alerts(part)),
    stories: (part) => read(STORIES, part, () => timeline.stories(part)),
  };
}

function isOver(day: string, now: Instant): boolean {
  return day < dayOf(now - SETTLED);
}
