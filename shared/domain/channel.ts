import type { HoldReason } from './alert.ts';
import { DAY, dayOf, MINUTE, SECOND, type Instant } from './instant.ts';
import { nextSlot, parseSchedule } from './schedule.ts';
import { compareSeverity, type Severity } from './watch.ts';
import { firstInstantAt, wallClockOf } from './wall-clock.ts';

/** Where alerts go. */
export interface Channel {
  name: string;
  email: readonly string[];
  /** E.164 numbers. */
  sms: readonly string[];
  https: readonly string[];
  /** ARNs of queues. */
  queue: readonly string[];
  timezone: string;
  minSeverity: Severity;
  quietHours?: QuietHours;
  /** A cron() expression: alerts wait for its next slot. */
  digest?: string;
}

/** Local wall-clock times `HH:MM`; `from` later than `to` runs over midnight. `except` breaks through, and above. */
export interface QuietHours {
  from: string;
  to: string;
  except: Severity;
}

/** The channel that hears of broken watches, keys and channels. */
export const OPERATORS = 'operators';

/** At most one message a second, and ten a minute, on one channel: SNS switches off what gets more than ten a second. */
export const CHANNEL_GAP = SECOND;
export const CHANNEL_MINUTE = 10;

/** When an alert of this severity may be told. Quiet hours and digests only move the time, they never stop a watch. */
export function dueAt(channel: Channel, { severity, now }: { severity: Severity; now: Instant }): Due {
  if (breaksThrough(channel, severity)) return { at: now };
  const slot = nextDigest(channel, now);
  const quiet = quietUntil(channel, { severity, now: slot ?? now });
  if (slot !== undefined) return { at: quiet ?? slot, heldFor: 'digest' };
  return quiet === undefined ? { at: now } : { at: quiet, heldFor: 'quiet-hours' };
}

/** The end of the quiet hours that hold an alert of this severity at `now`, or undefined when nothing holds it. */
export function quietUntil(
  channel: Channel,
  { severity, now }: { severity: Severity; now: Instant },
): Instant | undefined {
  const hours = channel.quietHours;
  if (!hours || breaksThrough(channel, severity)) return undefined;
  const local = wallClockOf(now, channel.timezone);
  const time = local.slice(11);
  const overMidnight = hours.from > hours.to;
  const evening = time >= hours.from;
  const inside = overMidnight ? evening || time < hours.to : evening && time < hours.to;
  if (!inside) return undefined;
  const day = overMidnight && evening ? dayAfter(local.slice(0, 10)) : local.slice(0, 10);
  const end = firstInstantAt(`${day}T${hours.to}`, channel.timezone);
  if (end <= now) return undefined;
  // The spring change can leave out all that lies between two quiet times: then the next one has begun already.
  return quietUntil(channel, { severity, now: end }) ?? end;
}

/** A due time, and what moved it. */
export interface Due {
  at: Instant;
  heldFor?: HoldReason;
}

function breaksThrough({ quietHours, digest }: Channel, severity: Severity): boolean {
  const except = quietHours?.except ?? (digest === undefined ? 'info' : 'critical');
  return compareSeverity(severity, except) >= 0;
}

function nextDigest(channel: Channel, now: Instant): Instant | undefined {
  if (channel.digest === undefined) return undefined;
  return nextSlot(parseSchedule(channel.digest, channel.timezone), { after: now, start: now });
}

function dayAfter(day: string): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + DAY);
}

/** What a channel has sent lately: the times of its last messages, oldest first, at most ten. */
export type SendTimes = readonly Instant[];

/** When the next message may go out on a channel that sent at these times. */
export function nextSend(sent: SendTimes, now: Instant): Instant {
  const last = sent.at(-1);
  const tenth = sent.length >= CHANNEL_MINUTE ? sent.at(-CHANNEL_MINUTE) : undefined;
  return Math.max(now, last === undefined ? 0 : last + CHANNEL_GAP, tenth === undefined ? 0 : tenth + MINUTE);
}

/** How many more messages the channel may send within a minute of `now`. */
export function sendsLeft(sent: SendTimes, now: Instant): number {
  return CHANNEL_MINUTE - sent.filter((at) => at > now - MINUTE).length;
}
