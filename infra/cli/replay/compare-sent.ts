import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import type { Message } from '../../../shared/domain/alerts/message.ts';
import {
  type Channel,
  channelNameOf,
  protocolsOf,
  transportOf,
} from '../../../shared/domain/channels/channel.ts';
import type { BatchReason } from '../../../shared/domain/channels/message-plan.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { SEVERITIES, type Severity, compareSeverity } from '../../../shared/domain/watches/watch.ts';
import { alertTitle } from '../../../shared/render/message/describe-alert.ts';

/** An alert as one transport of a channel sent it. */
export interface SentAlert {
  alertId: string;
  watchId: string;
  channel: string;
  /** `email`, `sms`, `https` or `queue` of SNS, or the name of another transport. */
  transport: string;
  severity: Severity;
  at: Instant;
  /** In the brief, or after quiet hours or a limit; else at once, alone or with others. */
  waited: boolean;
  /** News text. */
  title: string;
  /** The findings that the alert shows. */
  fingerprints: readonly string[];
}

/** A message that a lane sent: what it costs is in `message.sms`. */
export interface SentMessage {
  message: Message;
  lane: Channel;
  because: BatchReason;
  at: Instant;
  alerts: readonly Alert[];
}

/**
 * Whether an alert is about news. Summaries of first runs, heartbeats, incidents and reports are not counted as
 * alerts.
 */
export function isNewsAlert({ occasion: { type }, watchId }: Alert): boolean {
  return watchId !== undefined && !['baseline', 'incident', 'report', 'heartbeat'].includes(type);
}

/** The alerts of a message, once for each transport that got them. */
export function sentAlertsOf({ message, lane, because, at, alerts }: SentMessage): SentAlert[] {
  const transport = transportOf(lane.name);
  const transports = transport === undefined ? protocolsOf(lane) : [transport];
  const waited = because !== 'group';
  return alerts.filter(isNewsAlert).flatMap((alert) =>
    transports
      .filter((one) => one !== 'sms' || (message.sms !== undefined && isForSms(lane, alert)))
      .map((one) => ({
        alertId: alert.id,
        watchId: alert.watchId ?? '',
        channel: channelNameOf(lane.name),
        transport: one,
        severity: alert.severity,
        at,
        waited,
        title: alertTitle(alert, lane.timezone),
        fingerprints: alert.items.map(({ fingerprint }) => fingerprint),
      })),
  );
}

function isForSms({ protocolSeverity = {} }: Channel, { severity }: Alert): boolean {
  return compareSeverity(severity, protocolSeverity.sms ?? 'info') >= 0;
}

/** An alert that both files send, and what differs. */
export interface ChangedAlert {
  before: SentAlert;
  after: SentAlert;
}

/** What two files would have sent, compared. */
export interface Comparison {
  /** Only the file sends them, and only what is in force. */
  won: readonly SentAlert[];
  lost: readonly SentAlert[];
  /** Both send them, with another severity, or one at once and the other later. */
  changed: readonly ChangedAlert[];
  /** Both send them alike. */
  same: number;
}

/**
 * Compares what two files would have sent, by transport of a channel. An alert is the same when its id is, or when it
 * shows a finding that the other one shows: another query may group a story otherwise, or another watch may send it.
 */
export function compareSent(before: readonly SentAlert[], after: readonly SentAlert[]): Comparison {
  const lanes = new Set([...before, ...after].map(laneOf));
  const parts = [...lanes].map((lane) =>
    compareLane(
      before.filter((one) => laneOf(one) === lane),
      after.filter((one) => laneOf(one) === lane),
    ),
  );
  return {
    won: parts.flatMap(({ won }) => won).toSorted(byWeight),
    lost: parts.flatMap(({ lost }) => lost).toSorted(byWeight),
    changed: parts.flatMap(({ changed }) => changed).toSorted((a, b) => byWeight(a.after, b.after)),
    same: parts.reduce((sum, { same }) => sum + same, 0),
  };
}

function laneOf({ channel, transport }: SentAlert): string {
  return `${channel}~${transport}`;
}

function compareLane(before: readonly SentAlert[], after: readonly SentAlert[]): Comparison {
  const pairs = pairUp(before, after);
  const paired = new Set(pairs.map((pair) => pair.before));
  const found = new Set(pairs.map((pair) => pair.after));
  const changed = pairs.filter((pair) => differs(pair));
  return {
    won: after.filter((one) => !found.has(one)),
    lost: before.filter((one) => !paired.has(one)),
    changed,
    same: pairs.length - changed.length,
  };
}

/** First those with the same id; then, one by one in order of time, those with a finding in common. */
function pairUp(before: readonly SentAlert[], after: readonly SentAlert[]): ChangedAlert[] {
  const byId = new Map(before.map((one) => [one.alertId, one]));
  const pairs: ChangedAlert[] = [];
  const taken = new Set<SentAlert>();
  const pair = (one: SentAlert | undefined, other: SentAlert): boolean => {
    if (!one || taken.has(one)) return false;
    taken.add(one);
    pairs.push({ before: one, after: other });
    return true;
  };
  const left = after.filter((one) => !pair(byId.get(one.alertId), one));
  const byFinding = new Map<string, SentAlert[]>();
  for (const one of before)
    if (!taken.has(one))
      for (const fingerprint of one.fingerprints)
        byFinding.set(fingerprint, [...(byFinding.get(fingerprint) ?? []), one]);
  for (const one of left) {
    const like = one.fingerprints.flatMap((fingerprint) => byFinding.get(fingerprint) ?? []);
    pair(
      like.find((other) => !taken.has(other)),
      one,
    );
  }
  return pairs;
}

function differs({ before, after }: ChangedAlert): boolean {
  return before.severity !== after.severity || before.waited !== after.waited;
}

/** The most severe first, then the latest. */
function byWeight(a: SentAlert, b: SentAlert): number {
  return compareSeverity(b.severity, a.severity) || b.at - a.at || (a.alertId < b.alertId ? -1 : 1);
}

/** Numbers of alerts of one transport of a channel with one severity. */
export interface LaneCount {
  channel: string;
  transport: string;
  severity: Severity;
  before: number;
  after: number;
  won: number;
  lost: number;
}

/** The numbers by channel, transport and severity, in the order of names and the most severe first. */
export function countByLane(
  before: readonly SentAlert[],
  after: readonly SentAlert[],
  { won, lost }: Comparison,
): LaneCount[] {
  const keyOf = ({ channel, transport, severity }: SentAlert) =>
    JSON.stringify([channel, transport, SEVERITIES.length - SEVERITIES.indexOf(severity)]);
  const rows = new Map<string, LaneCount>();
  const add = (alerts: readonly SentAlert[], column: 'before' | 'after' | 'won' | 'lost'): void => {
    for (const one of alerts) {
      const { channel, transport, severity } = one;
      const row = rows.get(keyOf(one)) ?? {
        channel,
        transport,
        severity,
        before: 0,
        after: 0,
        won: 0,
        lost: 0,
      };
      rows.set(keyOf(one), { ...row, [column]: row[column] + 1 });
    }
  };
  add(before, 'before');
  add(after, 'after');
  add(won, 'won');
  add(lost, 'lost');
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
