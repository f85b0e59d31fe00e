import type { Alert } from '../alerts/alert.ts';
import {
  DEFAULT_INCIDENT_REPEAT,
  type Grouping,
  PLAIN_GROUPING,
  type Protocol,
  PROTOCOLS,
} from '../alerts/message.ts';
import { type Finding, namedCompanies } from '../findings/finding.ts';
import { HOUR, type Instant, isAhead, MINUTE, SECOND } from '../time/instant.ts';
import { compareSeverity, mostSevere, type Severity } from '../watches/watch.ts';
import type { EscalationStep } from './escalation.ts';
import type { PresetName } from './webhook-presets.ts';

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
  /** Days without a brief, quiet from their beginning to their end: `SAT`, or a date such as `2026-12-25`. */
  daysOff?: readonly string[];
  /**
   * Alerts of this severity and above are sent at once, the others wait for the brief. Absent: all that the brief
   * takes wait.
   */
  now?: Severity;
  /** The times of the brief, a cron() expression: alerts wait for its next slot. */
  brief?: string;
  /** A model writes the first sentences of the brief. Absent: none does. */
  opening?: BriefOpening;
  /** Absent: alerts do not wait for others. */
  grouping?: Grouping;
  /** The most messages an hour. Critical ones are not limited. */
  stormCap?: number;
  /** The price of one SMS part to one number. */
  smsPrice?: number;
  /** Where a critical alert goes on that nobody acknowledges, the earliest step first. Absent: nowhere. */
  escalate?: readonly EscalationStep[];
  /** Of the operators: what people may edit on pages. Absent: all but recipients. */
  editRules?: EditRules;
}

/** What the file allows people to edit on pages. */
export interface EditRules {
  /** Pages change nothing: they show the lines for the file. */
  off?: true | undefined;
  /** The domains of recipients that may be added. */
  mailDomains: readonly string[];
}

/** Who opens a brief, in a language of ISO 639-1, and what that may use in a month of UTC. */
interface BriefOpening {
  model: string;
  language: string;
  tokensPerMonth: number;
}

/** Wall-clock times `HH:MM`, over midnight when `from` is later than `to`. Severity `except` and above do not wait. */
interface QuietHours {
  from: string;
  to: string;
  except: Severity;
}

/** The channel that receives incidents. */
export const OPERATORS = 'operators';

/**
 * At most one message a second and ten a minute on a channel: SNS disables a subscription after ten e-mails a second.
 */
const CHANNEL_GAP = SECOND;
export const CHANNEL_MINUTE = 10;

/** The urgencies of a channel. Each has one message in flight; they share the limits of the channel. */
export type Urgency = 'critical' | 'normal';

/**
 * An urgency sends only while the channel has sent fewer messages than this in the last minute. So four of the ten are
 * always left for critical messages.
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

/**
 * Whether a finding names one of the channel's companies, by name or by the key of a watchlist company. Letter case
 * does not matter.
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
 * The times of a channel's last messages of both urgencies, oldest first, as many as its limits need. They grow by at
 * least `CHANNEL_GAP`. A critical message books its time before it waits for it, so the last one may lie ahead.
 */
export type SendTimes = readonly Instant[];

/** The send times with one more, without those that no limit needs any longer. */
export function withSend(sent: SendTimes, { at, channel }: { at: Instant; channel: Channel }): SendTimes {
  return [...sent, at].slice(-Math.max(CHANNEL_MINUTE, channel.stormCap ?? 0));
}

/** Without those of a clock that was ahead: they limit nothing. */
function trueTimes(sent: SendTimes, now: Instant): SendTimes {
  return sent.filter((at) => !isAhead(at, now));
}

/** When an urgency with this limit a minute may send the next message of its channel. */
export function nextSend(times: SendTimes, now: Instant, most = CHANNEL_MINUTE): Instant {
  const sent = trueTimes(times, now);
  const last = sent.at(-1);
  const first = sent.at(-most);
  return Math.max(now, last === undefined ? 0 : last + CHANNEL_GAP, first === undefined ? 0 : first + MINUTE);
}

/** How many more messages an urgency with this limit may send in the minute before `now`. */
export function sendsLeft(sent: SendTimes, now: Instant, most = CHANNEL_MINUTE): number {
  return Math.max(0, most - trueTimes(sent, now).filter((at) => at > now - MINUTE).length);
}

/** All messages of one plan leave within five seconds: the first may have to wait for a second. */
const MOST_CRITICAL = 4;

/**
 * How many critical messages are planned at a time: at most half of what is left of the minute, so that the next
 * critical alert finds the rest.
 */
export function criticalRoom(sent: SendTimes, now: Instant): number {
  return Math.min(MOST_CRITICAL, Math.ceil(sendsLeft(sent, now, MINUTE_OF.critical) / 2));
}

/** How many more messages, other than critical ones, a channel's hourly limit allows at `now`. */
export function stormLeft({ stormCap }: Channel, { sent, now }: { sent: SendTimes; now: Instant }): number {
  if (stormCap === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, stormCap - trueTimes(sent, now).filter((at) => at > now - HOUR).length);
}

/** When a channel that has reached its hourly limit may send again. */
export function stormEnd(
  { stormCap = 0 }: Channel,
  { sent, now }: { sent: SendTimes; now: Instant },
): Instant {
  return (trueTimes(sent, now).at(-stormCap) ?? now) + HOUR;
}

// A lane is the queue of a channel for one transport. It has its own due times, gate, limits, groups and record of
// stories. The lane of SNS has the name of its channel.

/** The character between the name of a channel and its transport. The name of a channel cannot contain it. */
const OF = '~';

/**
 * The lanes of a channel, in the order of their names: the one of SNS first. A lane is a channel with one transport.
 */
export function lanesOf(channel: Channel): Channel[] {
  const { transports = {}, ...plain } = channel;
  const none = { email: [], sms: [], https: [], queue: [] };
  const others = TRANSPORTS.toSorted().flatMap((transport): Channel[] => {
    const settings = transports[transport];
    if (!settings) return [];
    const minSeverity = mostSevere(channel.minSeverity, settings.minSeverity ?? 'info');
    const name = laneNameOf(channel.name, transport);
    return [{ ...plain, ...none, name, minSeverity, transports: { [transport]: settings } }];
  });
  const isOnSns = others.length === 0 || protocolsOf(channel).length > 0;
  return [...(isOnSns ? [snsLaneOf(plain)] : []), ...others];
}

/** The lane of SNS takes what at least one of its protocols takes. SNS filters for each of them. */
function snsLaneOf(channel: Channel): Channel {
  const { minSeverity, protocolSeverity = {} } = channel;
  const own = protocolsOf(channel).map((protocol) => protocolSeverity[protocol] ?? 'info');
  const [first = 'info', ...others] = own;
  const least = others.reduce((low, one) => (compareSeverity(one, low) < 0 ? one : low), first);
  return compareSeverity(least, minSeverity) > 0 ? { ...channel, minSeverity: least } : channel;
}

/** The name of a lane: `press~slack`. */
export function laneNameOf(channel: string, transport: TransportName): string {
  return `${channel}${OF}${transport}`;
}

/** The name of the channel of a lane: `press` of `press~slack`, and of `press`. */
export function channelNameOf(lane: string): string {
  const [name = lane] = lane.split(OF);
  return name;
}

/** The transport of a lane; undefined for SNS. */
export function transportOf(lane: string): TransportName | undefined {
  const [, written] = lane.split(OF);
  return TRANSPORTS.find((transport) => transport === written);
}

/** A lane as people read it: `press`, or `press (Slack)`. */
export function laneText(lane: string): string {
  const transport = transportOf(lane);
  const name = channelNameOf(lane);
  return transport === undefined ? name : `${name} (${TRANSPORT_TITLES[transport]})`;
}

/** Why a lane rejects an alert; undefined when it accepts it. */
export function laneRejectionOf(
  lane: Channel,
  { severity, occasion, items }: Pick<Alert, 'severity' | 'occasion' | 'items'>,
): 'below-severity' | 'other-company' | undefined {
  const isOrdered = occasion.type === 'heartbeat' || occasion.type === 'report';
  // PagerDuty wakes people: nobody acts on a baseline, a heartbeat or a report.
  if (transportOf(lane.name) === 'pagerduty' && (isOrdered || occasion.type === 'baseline'))
    return 'below-severity';
  // Heartbeats and reports were ordered for this channel.
  if (isOrdered) return undefined;
  if (compareSeverity(severity, lane.minSeverity) < 0) return 'below-severity';
  // An alert without findings is about the watch as a whole.
  const isAccepted = items.length === 0 || items.some((item) => followsFinding(lane, item));
  return isAccepted ? undefined : 'other-company';
}

/**
 * The names under which SES may have verified a sender: the address, its domain, and the domains above (SES Developer
 * Guide, "Verified identities"). The most exact one comes first.
 */
export function identitiesOf(address: string): string[] {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  const domains = labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'));
  return [address, ...domains];
}

/** An address that is a secret, and the token for the header `Authorization`, where it needs one. */
interface SecretAddress {
  urlSecret: string;
  tokenSecret?: string | undefined;
}

/** A body of the user's own: a template of Liquid, and what it makes. */
export interface TemplateSettings {
  body: string;
  contentType: string;
}

/**
 * What a channel says about each transport beside SNS. A `…Secret` is the name of a secret or of a variable of the
 * environment, never the value.
 */
interface TransportSettings {
  /** HTML mail of SES, from a sender of our own. */
  ses: { from: string; to: readonly string[] };
  /** A bot that posts into a channel of Slack, or an incoming webhook. */
  slack: { channel: string; tokenSecret: string } | { webhookSecret: string };
  /** The webhook of a workflow of Microsoft Teams. */
  teams: { webhookSecret: string };
  /** The key of an integration with Events v2. */
  pagerduty: { keySecret: string };
  /** An address that gets our JSON, signed with the secret; a messenger; or a body of the user's own. */
  webhook: { url: string; secret: string } | (SecretAddress & ({ preset: PresetName } | TemplateSettings));
  /** The name or the ARN of a bus. */
  eventbridge: { bus: string };
}

export type TransportName = keyof TransportSettings;

export const TRANSPORTS = [
  'ses',
  'slack',
  'teams',
  'pagerduty',
  'webhook',
  'eventbridge',
] as const satisfies readonly TransportName[];

/** The transports of a channel, each with the least severity that it takes where that is higher than the channel's. */
export type Transports = {
  readonly [Name in TransportName]?: TransportSettings[Name] & { minSeverity?: Severity };
};

/** The transports as people know them. */
export const TRANSPORT_TITLES: Readonly<Record<TransportName, string>> = {
  ses: 'SES',
  slack: 'Slack',
  teams: 'Teams',
  pagerduty: 'PagerDuty',
  webhook: 'webhook',
  eventbridge: 'EventBridge',
};
