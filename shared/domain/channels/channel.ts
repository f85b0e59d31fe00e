import type { Alert } from '../alerts/alert.ts';
import type { HoldReason } from '../alerts/alert-state.ts';
import { PROTOCOLS, type Protocol } from '../alerts/message.ts';
import { nextBriefTime } from './brief-times.ts';
import { type Finding, namedCompanies } from '../findings/finding.ts';
import { DEFAULT_INCIDENT_REPEAT, PLAIN_GROUPING, type Grouping } from '../alerts/grouping.ts';
import { dayAfter, HOUR, MINUTE, SECOND, type Instant } from '../time/instant.ts';
import { compareSeverity, type Severity } from '../watches/watch.ts';
import { firstInstantAt, wallClockOf } from '../time/wall-clock.ts';
import type { Transports } from './transports.ts';

/** The transports of a channel: those with an address. */
export function protocolsOf(channel: Channel): Protocol[] {
  return PROTOCOLS.filter((protocol) => channel[protocol].length > 0);
}

/** Where alerts go, and when. */
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
  /** The least severity that a protocol of SNS takes, where the channel says one beside `minSeverity`. */
  protocolSeverity?: Partial<Readonly<Record<Protocol, Severity>>>;
  /** The transports beside SNS. Absent: none. */
  transports?: Transports;
  /** Names or keys of companies. The channel accepts only findings that name one of them. Absent: all findings. */
  companies?: readonly string[];
  quietHours?: QuietHours;
  /** Alerts of this severity and above are sent at once, the others wait for the brief. Absent: all that the brief takes wait. */
  now?: Severity;
  /** The times of the brief, a cron() expression: alerts wait for its next slot. */
  brief?: string;
  /** Absent: alerts do not wait for others. */
  grouping?: Grouping;
  /** The most messages an hour. Critical ones are not limited. */
  stormCap?: number;
  /** The price of one SMS part to one number. */
  smsPrice?: number;
}

/** Wall-clock times `HH:MM`, over midnight when `from` is later than `to`. Severity `except` and above do not wait. */
interface QuietHours {
  from: string;
  to: string;
  except: Severity;
}

/** The channel that receives incidents. */
export const OPERATORS = 'operators';

/** At most one message a second and ten a minute on a channel: SNS disables a subscription after ten e-mails a second. */
const CHANNEL_GAP = SECOND;
export const CHANNEL_MINUTE = 10;

/** The urgencies of a channel. Each has one message in flight; they share the limits of the channel. */
export type Urgency = 'critical' | 'normal';

/**
 * An urgency sends only while the channel has sent fewer messages than this in the last minute. So four of the ten are always
 * left for critical messages.
 */
export const MINUTE_OF: Readonly<Record<Urgency, number>> = { critical: CHANNEL_MINUTE, normal: 6 };

/** The urgency of an alert or a message. A message contains critical alerts only, or none. */
export function urgencyOf({ severity }: { severity: Severity }): Urgency {
  return severity === 'critical' ? 'critical' : 'normal';
}

/** The grouping of a channel. By default the operators are reminded of open incidents. */
export function groupingOf({ name, grouping }: Pick<Channel, 'name' | 'grouping'>): Grouping {
  if (grouping) return grouping;
  return name === OPERATORS ? { ...PLAIN_GROUPING, repeat: DEFAULT_INCIDENT_REPEAT } : PLAIN_GROUPING;
}

/** Why a channel rejects an alert; undefined when it accepts it. */
export function rejectionReasonOf(
  channel: Channel,
  { severity, occasion, items }: Pick<Alert, 'severity' | 'occasion' | 'items'>,
): 'below-severity' | 'other-company' | undefined {
  // Heartbeats and reports were ordered for this channel.
  if (occasion.type === 'life-sign' || occasion.type === 'report') return undefined;
  if (compareSeverity(severity, channel.minSeverity) < 0) return 'below-severity';
  // An alert without findings is about the watch as a whole.
  const isAccepted = items.length === 0 || items.some((item) => followsFinding(channel, item));
  return isAccepted ? undefined : 'other-company';
}

/**
 * Whether a finding names one of the channel's companies, by name or by the key of a watchlist company. Letter case does
 * not matter.
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

/** A company name in the form in which names are compared. */
export function plainName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * When an alert of this severity may be sent. Quiet hours, briefs and grouping only move this time.
 */
export function dueAt(channel: Channel, { severity, now }: { severity: Severity; now: Instant }): Due {
  const { brief, timezone } = channel;
  const slot =
    brief === undefined || !waitsForBrief(channel, severity)
      ? undefined
      : nextBriefTime(brief, { after: now, timezone });
  const quiet = quietUntil(channel, { severity, now: slot ?? now });
  if (slot !== undefined) return { dueAt: quiet ?? slot, heldFor: 'brief' };
  if (quiet !== undefined) return { dueAt: quiet, heldFor: 'quiet-hours' };
  const wait = severity === 'critical' ? 0 : groupingOf(channel).wait;
  return wait === 0 ? { dueAt: now } : { dueAt: now + wait, heldFor: 'group' };
}

/**
 * The end of the quiet hours in which an alert of this severity waits at `now`; undefined when it does not wait. Quiet
 * hours begin and end when the wall clock first reaches their times; the repeated hour in autumn changes nothing.
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
    // In the spring gap the next quiet hours may have begun before these end.
    return quietUntil(channel, { severity, now: end }) ?? end;
  }
  return undefined;
}

/** A due time, and why it was moved. */
interface Due {
  dueAt: Instant;
  heldFor?: HoldReason;
}

/** Whether alerts of this severity wait for the brief of a channel: those below `now`. A channel without `now` has one limit. */
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
 * The times of a channel's last messages of both urgencies, oldest first, as many as its limits need. They grow by at least
 * `CHANNEL_GAP`. A critical message books its time before it waits for it, so the last one may lie ahead.
 */
export type SendTimes = readonly Instant[];

/** The send times with one more, without those that no limit needs any longer. */
export function withSend(sent: SendTimes, { at, channel }: { at: Instant; channel: Channel }): SendTimes {
  return [...sent, at].slice(-Math.max(CHANNEL_MINUTE, channel.stormCap ?? 0));
}

/** When an urgency with this limit a minute may send the next message of its channel. */
export function nextSend(sent: SendTimes, now: Instant, most = CHANNEL_MINUTE): Instant {
  const last = sent.at(-1);
  const first = sent.at(-most);
  return Math.max(now, last === undefined ? 0 : last + CHANNEL_GAP, first === undefined ? 0 : first + MINUTE);
}

/** How many more messages an urgency with this limit may send in the minute before `now`. */
export function sendsLeft(sent: SendTimes, now: Instant, most = CHANNEL_MINUTE): number {
  return Math.max(0, most - sent.filter((at) => at > now - MINUTE).length);
}

/** All messages of one plan leave within five seconds: the first may have to wait for a second. */
const MOST_CRITICAL = 4;

/**
 * How many critical messages are planned at a time: at most half of what is left of the minute, so that the next critical
 * alert finds the rest.
 */
export function criticalRoom(sent: SendTimes, now: Instant): number {
  return Math.min(MOST_CRITICAL, Math.ceil(sendsLeft(sent, now, MINUTE_OF.critical) / 2));
}

/** How many more messages, other than critical ones, a channel's hourly limit allows at `now`. */
export function stormLeft({ stormCap }: Channel, { sent, now }: { sent: SendTimes; now: Instant }): number {
  if (stormCap === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, stormCap - sent.filter((at) => at > now - HOUR).length);
}

/** When a channel that has reached its hourly limit may send again. */
export function stormEnd(
  { stormCap = 0 }: Channel,
  { sent, now }: { sent: SendTimes; now: Instant },
): Instant {
  return (sent.at(-stormCap) ?? now) + HOUR;
}
