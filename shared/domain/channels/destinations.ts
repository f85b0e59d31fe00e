import type { TransportName, Transports } from './channel.ts';

/**
 * Where a transport sends to, as the file names it: an address, or the name of the secret that holds the address or
 * the key.
 */
export interface Destination {
  text: string;
  isSecret?: true;
}

/** The destinations to which a transport of a channel sends; none where the channel does not have it. */
export function destinationsOf(
  { ses, slack, teams, pagerduty, webhook, eventbridge }: Transports,
  name: TransportName,
): readonly Destination[] {
  const destinations: Readonly<Record<TransportName, readonly (Destination | undefined)[]>> = {
    ses: ses?.to.map((text) => ({ text })) ?? [],
    slack: [slack && ('channel' in slack ? { text: slack.channel } : secret(slack.webhookSecret))],
    teams: [teams && secret(teams.webhookSecret)],
    pagerduty: [pagerduty && secret(pagerduty.keySecret)],
    webhook: [webhook && ('url' in webhook ? { text: webhook.url } : secret(webhook.urlSecret))],
    eventbridge: [eventbridge && { text: eventbridge.bus }],
  };
  return destinations[name].filter((place) => place !== undefined);
}

function secret(text: string): Destination {
  return { text, isSecret: true };
}
