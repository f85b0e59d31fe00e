import { dayOf, type Instant, MINUTE } from '../../domain/time/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { DayPart, Timeline } from '../../store/findings/timeline.ts';

/** So long after midnight nothing of the day before is on its way into the index any more. */
const SETTLED = 10 * MINUTE;
/** So many empty days are remembered, of all lists together. */
const MOST_DAYS = 20_000;
/** The lists that are of no watch. No watch has such a name. */
const [ALERTS, STORIES] = ['.alerts', '.stories'];

/** A timeline that reads a day without entries once: nothing is found, made or begun on a day that is past. */
export function rememberPastDays(timeline: Timeline, clock: Pick<Clock, 'now'>): Timeline {
  const empty = new Set<string>();
  const keyOf = (list: string, day: string) => `${list} ${day}`;
  const note = (list: string, day: string): void => {
    if (!isOver(day, clock.now())) return;
    empty.add(keyOf(list, day));
    const [oldest] = empty;
    if (empty.size > MOST_DAYS && oldest !== undefined) empty.delete(oldest);
  };
  const isEmpty = (list: string, day: string) => empty.has(keyOf(list, day));
  const read = async <T>(list: string, part: DayPart, from: () => Promise<T[]>): Promise<T[]> => {
    if (isEmpty(list, part.day)) return [];
    const found = await from();
    if (found.length === 0 && !part.before) note(list, part.day);
    return found;
  };
  return {
    ...timeline,
    async latest(watchId, days, limit) {
      const left = days.filter((day) => !isEmpty(watchId, day));
      const found = await timeline.latest(watchId, left, limit);
      const full = new Set(found.map(({ foundAt }) => dayOf(foundAt)));
      if (found.length < limit) for (const day of left) if (!full.has(day)) note(watchId, day);
      return found;
    },
    findings: (part) => read(part.watchId, part, () => timeline.findings(part)),
    alerts: (part) => read(ALERTS, part, () => timeline.alerts(part)),
    stories: (part) => read(STORIES, part, () => timeline.stories(part)),
  };
}

function isOver(day: string, now: Instant): boolean {
  return day < dayOf(now - SETTLED);
}
