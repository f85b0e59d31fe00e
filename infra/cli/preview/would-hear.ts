import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import {
  type Channel,
  protocolsOf,
  TRANSPORTS,
  waitsForBrief,
} from '../../../shared/domain/channels/channel.ts';
import { destinationsOf } from '../../../shared/domain/channels/destinations.ts';
import { compareSeverity, mostSevere, type Severity } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import type { MadeAlert } from '../replay/replayed-stack.ts';

/** What the addresses of one transport of a channel would have heard of a watch in a month. */
export interface Hearer {
  channel: string;
  transport: string;
  /** Addresses, or the place that the file names: a channel of Slack, a bus. */
  to: readonly string[];
  /** Alerts that would have been sent at once, and those that would have waited for a brief. */
  atOnce: number;
  inBrief: number;
  /** Of SMS: parts to all numbers, and their cost where the file has a price. */
  smsParts?: number;
  smsCost?: number;
}

/** Who would have heard of some alerts: by channel, transport and address. `share` scales the alerts to a month. */
export function wouldHear(
  alerts: readonly Pick<MadeAlert, 'channel' | 'alert'>[],
  { channels, share }: { channels: readonly Channel[]; share: number },
): Hearer[] {
  return channels.flatMap((channel) => {
    const own = alerts.filter((one) => one.channel === channel.name).map(({ alert }) => alert);
    const taken = [...new Map(own.map((alert) => [alert.id, alert])).values()];
    return transportsOf(channel).map(({ transport, to, least }): Hearer => {
      const heard = taken.filter(({ severity }) => compareSeverity(severity, least) >= 0);
      const atOnce = heard.filter(({ severity }) => !waitsForBrief(channel, severity));
      const counts = {
        atOnce: Math.round(atOnce.length * share),
        inBrief: Math.round((heard.length - atOnce.length) * share),
      };
      return {
        channel: channel.name,
        transport,
        to,
        ...counts,
        ...(transport === 'sms' && smsOf(heard, { channel, share })),
      };
    });
  });
}

/** The transports of a channel with their addresses and the least severity that each takes. */
function transportsOf(channel: Channel): { transport: string; to: readonly string[]; least: Severity }[] {
  const { minSeverity, protocolSeverity = {}, transports = {} } = channel;
  const own = (severity: Severity | undefined) => mostSevere(minSeverity, severity ?? 'info');
  return [
    ...protocolsOf(channel).map((protocol) => ({
      transport: protocol,
      to: channel[protocol],
      least: own(protocolSeverity[protocol]),
    })),
    ...TRANSPORTS.flatMap((transport) => {
      const settings = transports[transport];
      return settings
        ? [
            {
              transport,
              to: destinationsOf(transports, transport).map(({ text }) => text),
              least: own(settings.minSeverity),
            },
          ]
        : [];
    }),
  ];
}

/** The SMS parts of alerts that are sent one by one: groups only lower them. */
function smsOf(
  alerts: readonly Alert[],
  { channel, share }: { channel: Channel; share: number },
): Pick<Hearer, 'smsParts' | 'smsCost'> {
  const parts = alerts.map((alert) => {
    const { sms } = composeMessage([alert], { channel, now: alert.createdAt });
    return sms ? sms.parts * sms.numbers : 0;
  });
  const smsParts = Math.round(parts.reduce((sum, one) => sum + one, 0) * share);
  return { smsParts, ...(channel.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }) };
}
