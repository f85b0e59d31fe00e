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

/** Where a transport sends to, as the file names it: an address, or the name of the secret that holds the address or the key. */
export interface Place {
  text: string;
  isSecret?: true;
}

/** The places to which a transport of a channel sends; none where the channel does not have it. */
export function placesOf(
  { ses, slack, teams, pagerduty, webhook, eventbridge }: Transports,
  name: TransportName,
): readonly Place[] {
  const places: Readonly<Record<TransportName, readonly (Place | undefined)[]>> = {
    ses: ses?.to.map((text) => ({ text })) ?? [],
    slack: [slack && ('channel' in slack ? { text: slack.channel } : secret(slack.webhookSecret))],
    teams: [teams && secret(teams.webhookSecret)],
    pagerduty: [pagerduty && secret(pagerduty.keySecret)],
    webhook: [webhook && { text: webhook.url }],
    eventbridge: [eventbridge && { text: eventbridge.bus }],
  };
  return places[name].filter((place) => place !== undefined);
}

function secret(text: string): Place {
  return { text, isSecret: true };
}
