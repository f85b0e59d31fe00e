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
import { compareSeverity, type Severity } from '../../../shared/domain/watches/watch.ts';
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
  return watchId !== undefined && !['base', 'trouble', 'report', 'life-sign'].includes(type);
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
