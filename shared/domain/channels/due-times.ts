import type { Alert, HoldReason } from '../alerts/alert.ts';
import { dayAfter, dayOf, firstInstantAt, type Instant, wallClockOf } from '../time/instant.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import { compareSeverity, type Severity } from '../watches/watch.ts';
import { type Channel, groupingOf } from './channel.ts';

// When a channel may send: its quiet hours, its briefs and its days off.

const END_OF_DAY = 'cron(0 0 * * ? *)';

/**
 * When an alert may be sent. Quiet hours, briefs and grouping only move this time. One that is for `later` waits for the
 * brief, or on a channel without one for the end of its day. A report has its own schedule, and waits for no brief.
 */
export function dueAt(
  channel: Channel,
  { severity, later, occasion }: Pick<Alert, 'severity' | 'later'> & Partial<Pick<Alert, 'occasion'>>,
  now: Instant,
): Due {
  const { timezone, daysOff } = channel;
  const brief = channel.brief ?? (later === true ? END_OF_DAY : undefined);
  const slot =
    brief === undefined ||
    occasion?.type === 'report' ||
    !(later === true || waitsForBrief(channel, severity))
      ? undefined
      : nextBriefTime(brief, { after: now, timezone, daysOff });
  const quiet = quietUntil(channel, { severity, now: slot ?? now });
  if (slot !== undefined) return { dueAt: quiet ?? slot, heldFor: 'brief' };
  if (quiet !== undefined) return { dueAt: quiet, heldFor: 'quiet-hours' };
  const wait = severity === 'critical' ? 0 : groupingOf(channel).wait;
  return wait === 0 ? { dueAt: now } : { dueAt: now + wait, heldFor: 'group' };
}

/**
 * The end of the quiet hours in which an alert of this severity waits at `now`; undefined when it does not wait. Quiet
 * hours begin and end when the wall clock first reaches their times; the repeated hour in autumn changes nothing. A day
 * off is quiet from its beginning to its end.
 */
export function quietUntil(
  channel: Channel,
  { severity, now }: { severity: Severity; now: Instant },
): Instant | undefined {
  const { quietHours: hours, timezone, daysOff } = channel;
  if (!hours || hours.from === hours.to || breaksThrough(channel, severity)) return undefined;
  const today = wallClockOf(now, timezone).slice(0, 10);
  if (isDayOff(today, daysOff)) {
    const end = firstInstantAt(`${dayAfter(today)}T00:00`, timezone);
    return quietUntil(channel, { severity, now: end }) ?? end;
  }
  for (const day of [today, dayAfter(today, -1)]) {
    const last = hours.from > hours.to ? dayAfter(day) : day;
    const end = firstInstantAt(`${last}T${hours.to}`, timezone);
    if (end <= now || firstInstantAt(`${day}T${hours.from}`, timezone) > now) continue;
    // A day off may follow, and in the spring gap the next quiet hours may have begun before these end.
    return quietUntil(channel, { severity, now: end }) ?? end;
  }
  return undefined;
}

/** The days of the week as cron() names them. */
export const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/** Whether a day, `2026-12-25`, is off: by its date or by its day of the week. */
function isDayOff(day: string, daysOff: Channel['daysOff'] = []): boolean {
  return daysOff.includes(day) || daysOff.includes(WEEKDAYS[new Date(day).getUTCDay()] ?? '');
}

/** A due time, and why it was moved. */
interface Due {
  dueAt: Instant;
  heldFor?: HoldReason;
}

/**
 * Whether alerts of this severity wait for the brief of a channel: those below `now`. A channel without `now` has one
 * limit.
 */
export function waitsForBrief(channel: Channel, severity: Severity): boolean {
  if (channel.brief === undefined) return false;
  if (channel.now === undefined) return !breaksThrough(channel, severity);
  return compareSeverity(severity, channel.now) < 0;
}

/** Whether alerts of this severity ignore quiet hours, and, on a channel without `now`, the brief. */
function breaksThrough({ quietHours, brief }: Channel, severity: Severity): boolean {
  const except = quietHours?.except ?? (brief === undefined ? 'info' : 'critical');
  return compareSeverity(severity, except) >= 0;
}

/**
 * The first time after `after` at which a brief is due. The expression is read on the wall clock: a time in the spring
 * gap is due at the first instant after the gap, and a time that autumn repeats is due once, at the first of the two.
 * (The scheduler skips slots in the spring gap; a brief must not be skipped.) A day off has none.
 */
export function nextBriefTime(
  expression: string,
  { after, timezone, daysOff }: { after: Instant } & Pick<Channel, 'timezone' | 'daysOff'>,
): Instant | undefined {
  const schedule = parseSchedule(expression, 'UTC');
  let local = Date.parse(`${wallClockOf(after, timezone)}Z`) - 1;
  for (let n = 0; n < MOST_SLOTS; n += 1) {
    const slot = nextSlot(schedule, { after: local, start: local });
    if (slot === undefined) return undefined;
    const isOff = isDayOff(dayOf(slot), daysOff);
    const at = firstInstantAt(wallClockOf(slot, 'UTC'), timezone);
    if (at > after && !isOff) return at;
    local = isOff ? Date.parse(`${dayAfter(dayOf(slot))}T00:00Z`) - 1 : slot;
  }
  return undefined;
}

/** So many days off in a row are looked at. A channel lists fewer. */
const MOST_SLOTS = 500;
