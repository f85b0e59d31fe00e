import type { Alert, HoldReason } from '../alerts/alert.ts';
import { nextBriefTime } from './brief-times.ts';
import type { Finding } from '../findings/finding.ts';
import { DEFAULT_INCIDENT_REPEAT, PLAIN_GROUPING, type Grouping } from '../alerts/grouping.ts';
import { DAY, dayOf, HOUR, MINUTE, SECOND, type Instant } from '../time/instant.ts';
import { namedCompanies } from '../findings/named-companies.ts';
import { compareSeverity, type Severity } from '../watches/watch.ts';
import { firstInstantAt, wallClockOf } from '../time/wall-clock.ts';

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
  /** Names or keys of companies: of what watches find, only what names one of them is taken. Left out: all of it. */
  companies?: readonly string[];
  quietHours?: QuietHours;
  /** A cron() expression: alerts wait for its next slot. */
  digest?: string;
  /** Left out: alerts wait for nobody. */
  grouping?: Grouping;
  /** The most messages an hour; what is critical passes it. */
  stormCap?: number;
  /** What one part of an SMS to one number costs. */
  smsPrice?: number;
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

/** How a channel groups. The operators are reminded of what stays broken, whatever else is set. */
export function groupingOf({ name, grouping }: Pick<Channel, 'name' | 'grouping'>): Grouping {
  if (grouping) return grouping;
  return name === OPERATORS ? { ...PLAIN_GROUPING, repeat: DEFAULT_INCIDENT_REPEAT } : PLAIN_GROUPING;
}

/** Why a channel does not take an alert that a watch makes; undefined: it takes it. */
export function rejectionReasonOf(
  channel: Channel,
  { severity, occasion, items }: Alert,
): 'below-severity' | 'other-company' | undefined {
  // Both are about the channel itself, not about something that was found.
  if (occasion.type === 'life-sign' || occasion.type === 'report') return undefined;
  if (compareSeverity(severity, channel.minSeverity) < 0) return 'below-severity';
  // A base, a trouble and a silence show no finding: they are about the watch as a whole.
  const isFollowed = items.length === 0 || items.some((item) => followsFinding(channel, item));
  return isFollowed ? undefined : 'other-company';
}

/**
 * Whether a finding names one of the companies that a channel is for, whatever the case of its letters: by name, or by the
 * key that one of a watchlist has.
 */
export function followsFinding(
  { companies: followed }: Channel,
  finding: Pick<Finding, 'facts' | 'entities' | 'companies'>,
): boolean {
  if (followed === undefined) return true;
  const names = new Set(followed.map(plainName));
  const keys = finding.entities?.flatMap(({ key }) => key ?? []) ?? [];
  return [...namedCompanies(finding), ...keys].some((name) => names.has(plainName(name)));
}

/** A name of a company as names are compared. */
export function plainName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * When an alert of this severity may be told. Quiet hours, digests and grouping only move the time, they never stop a
 * watch.
 */
export function dueAt(channel: Channel, { severity, now }: { severity: Severity; now: Instant }): Due {
  if (!breaksThrough(channel, severity)) {
    const slot =
      channel.digest === undefined
        ? undefined
        : nextBriefTime(channel.digest, { after: now, timezone: channel.timezone });
    const quiet = quietUntil(channel, { severity, now: slot ?? now });
    if (slot !== undefined) return { at: quiet ?? slot, heldFor: 'digest' };
    if (quiet !== undefined) return { at: quiet, heldFor: 'quiet-hours' };
  }
  const wait = severity === 'critical' ? 0 : groupingOf(channel).wait;
  return wait === 0 ? { at: now } : { at: now + wait, heldFor: 'group' };
}

/**
 * The end of the quiet hours that hold an alert of this severity at `now`, or undefined when nothing holds it. They begin
 * and end when the wall clock first reaches their times: an hour that it shows again in autumn belongs to what it
 * belonged to before.
 */
export function quietUntil(
  channel: Channel,
  { severity, now }: { severity: Severity; now: Instant },
): Instant | undefined {
  const { quietHours: hours, timezone } = channel;
  if (!hours || hours.from === hours.to || breaksThrough(channel, severity)) return undefined;
  const today = wallClockOf(now, timezone).slice(0, 10);
  for (const day of [today, dayAfter(today, -1)]) {
    const last = hours.from > hours.to ? dayAfter(day) : day;
    const end = firstInstantAt(`${last}T${hours.to}`, timezone);
    if (end <= now || firstInstantAt(`${day}T${hours.from}`, timezone) > now) continue;
    // The spring change can leave out all that lies between two quiet times: then the next one has begun already.
    return quietUntil(channel, { severity, now: end }) ?? end;
  }
  return undefined;
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

function dayAfter(day: string, days = 1): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY);
}

/** What a channel has sent lately: the times of its last messages, oldest first, as many as its limits look back. */
export type SendTimes = readonly Instant[];

/** The sending times with one more; those that no limit looks at any longer fall away. */
export function withSend(sent: SendTimes, { at, channel }: { at: Instant; channel: Channel }): SendTimes {
  return [...sent, at].slice(-Math.max(CHANNEL_MINUTE, channel.stormCap ?? 0));
}

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

/** How many more messages that are not critical the channel's storm cap allows at `now`. */
export function stormLeft({ stormCap }: Channel, { sent, now }: { sent: SendTimes; now: Instant }): number {
  if (stormCap === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, stormCap - sent.filter((at) => at > now - HOUR).length);
}

/** When a channel whose storm cap is used up may tell again. */
export function stormEnd(
  { stormCap = 0 }: Channel,
  { sent, now }: { sent: SendTimes; now: Instant },
): Instant {
  return (sent.at(-stormCap) ?? now) + HOUR;
}
