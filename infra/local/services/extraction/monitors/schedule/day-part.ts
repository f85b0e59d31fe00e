import { ScheduleFault } from './schedule-fault.ts';
import type { SpokenTime } from './spoken-time.ts';

/** The hour that a part of the day means when no time is said. */
const HOURS: ReadonlyMap<string, number> = new Map([
  ['morning', 8],
  ['afternoon', 14],
  ['evening', 18],
  ['night', 22],
]);

const PART = /\b(?:(?:in|at|during)\s+)?(?:the\s+)?(morning|afternoon|evening|night)s?\b/;

/** A part of the day that a schedule names. */
export interface DayPart {
  /** The hour when no time is said. */
  hour: number;
  /** The time that is meant: in the evening 6 is 18 o'clock, at night 12 is midnight. */
  place(time: SpokenTime): SpokenTime;
}

/**
 * Takes a part of the day out of a text in small letters: `every morning` leaves `every day`, `Sunday evening` leaves
 * `Sunday`, `every midnight` leaves `every day at midnight`.
 *
 * @throws ScheduleFault for two parts of the day.
 */
export function takeDayPart(text: string): { part: DayPart | undefined; rest: string } {
  const plain = text
    .replaceAll(/\b(every|each)\s+(midnight|noon|midday)\b/g, '$1 day at $2')
    .replaceAll(/\bnightly\b/g, 'every night')
    .replaceAll(/\b(?:every|each)\s+(morning|afternoon|evening|night)s?\b/g, 'every day $1');
  const named = new Set([...plain.matchAll(new RegExp(PART, 'g'))].map(([, said]) => said));
  if (named.size > 1) throw new ScheduleFault('A schedule can name one part of the day only');
  const [name] = named;
  if (name === undefined) return { part: undefined, rest: plain };
  const part: DayPart = { hour: HOURS.get(name) ?? 0, place: (time) => placed(time, name) };
  return { part, rest: plain.replaceAll(new RegExp(PART, 'g'), ' ') };
}

function placed({ hour, minute }: SpokenTime, name: string): SpokenTime {
  if (name === 'night' && hour === 12) return { hour: 0, minute };
  const isLate = name === 'night' ? hour >= 6 : name !== 'morning' && hour > 0;
  return { hour: isLate && hour < 12 ? hour + 12 : hour, minute };
}
