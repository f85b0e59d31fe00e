import { dayOf, type Instant, MINUTE } from '../../domain/time/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { DayPart, FoundSoFar, Timeline } from '../../store/findings/timeline.ts';

// What a function that serves pages keeps between requests. It keeps numbers and ids alone, so nothing that was
// forgotten is shown.

/** So long after midnight nothing of the day before is on its way into the index any more. */
const SETTLED = 10 * MINUTE;
/** A number for each list and day. */
const MOST_DAYS = 20_000;
/** The lists that are of no watch. No watch has such a name. */
const [ALERTS, STORIES] = ['.alerts', '.stories'];

/**
 * A timeline that counts the findings of a day once when it is over, and reads a day without entries once: nothing is
 * found, made or begun on a day that is past.
 */
export function rememberPastDays(timeline: Timeline, clock: Pick<Clock, 'now'>): Timeline {
  const known = new Map<string, number>();
  const keyOf = (list: string, day: string) => `${list} ${day}`;
  const note = (list: string, day: string, count: number): void => {
    if (isOver(day, clock.now())) keep(known, { key: keyOf(list, day), value: count, most: MOST_DAYS });
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
      const read = left.length === 0 ? [] : await timeline.findings(left);
      const found = new Map(left.map((part, n) => [part, read[n] ?? []]));
      for (const [{ watchId, day, before }, { length }] of found)
        if (length === 0 && !before) note(watchId, day, 0);
      return parts.map((part) => found.get(part) ?? []);
    },
    alerts: (part) => read(ALERTS, part, () => timeline.alerts(part)),
    stories: (part) => read(STORIES, part, () => timeline.stories(part)),
  };
}

function isOver(day: string, now: Instant): boolean {
  return day < dayOf(now - SETTLED);
}

/** So many watches have a day that is kept: up to 20 KB each. */
const MOST_WATCHES = 500;

/**
 * A timeline that reads what a watch has found on a day once a minute while the watch is in the same state. A run
 * changes the state, so what it found is counted at once. What others have found, such as a backfill, is counted when
 * the minute is over.
 */
export function rememberSoFar(timeline: Timeline, clock: Pick<Clock, 'now'>): Timeline {
  const kept = new Map<string, { state: string; soFar: FoundSoFar }>();
  return {
    ...timeline,
    async soFar(watchId, { state, ...asked }) {
      if (state === undefined) return timeline.soFar(watchId, asked);
      const now = `${Math.floor(clock.now() / MINUTE)} ${asked.day} ${asked.most} ${state}`;
      const known = kept.get(watchId);
      if (known?.state === now) return known.soFar;
      const soFar = await timeline.soFar(watchId, asked);
      keep(kept, { key: watchId, value: { state: now, soFar }, most: MOST_WATCHES });
      return soFar;
    },
  };
}

/** Keeps a value as the latest one, and forgets the oldest one where there are too many. */
function keep<V>(kept: Map<string, V>, { key, value, most }: { key: string; value: V; most: number }): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
