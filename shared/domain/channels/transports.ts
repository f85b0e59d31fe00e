import type { Severity } from '../watches/watch.ts';

/**
 * What a channel says about each transport beside SNS. A `…Secret` is the name of a secret or of a variable of the environment,
 * never the value.
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
  /** An address that gets our JSON, signed with the secret. */
  webhook: { url: string; secret: string };
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
