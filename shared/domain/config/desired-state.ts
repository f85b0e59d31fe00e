import type { Channel } from '../channels/channel.ts';
import { type Protocol, PROTOCOLS } from '../alerts/message.ts';
import type { FeedList } from '../feeds/feed.ts';
import type { ReportPlan } from '../reports/report-record.ts';
import type { Severity, Watch } from '../watches/watch.ts';
import type { Watchlist } from '../watches/watchlist.ts';

/** What `watches.yaml` says, with every default filled in. The operators are one of the channels. */
export interface Desired {
  watches: readonly Watch[];
  channels: readonly Channel[];
  watchlists?: readonly Watchlist[];
  feeds?: readonly FeedList[];
  reports?: readonly ReportPlan[];
}

/** A subscriber of the topic. SNS has each address once, so one subscription serves all its channels. */
interface Subscriber {
  protocol: Protocol;
  endpoint: string;
  channels: readonly string[];
  /** The least severity that it takes from a channel, by the channel's name, where that is more than info. */
  severities?: Readonly<Record<string, Severity>>;
}

/** The subscribers of a set of channels, each address once. */
export function subscribersOf(channels: readonly Channel[]): Subscriber[] {
  const pairs = channels.flatMap((channel) =>
    PROTOCOLS.flatMap((protocol) =>
      channel[protocol].map((endpoint) => ({
        protocol,
        endpoint,
        channel: channel.name,
        // An SMS has a text of its own, so its severity is settled before.
        least: protocol === 'sms' ? 'info' : (channel.protocolSeverity?.[protocol] ?? 'info'),
      })),
    ),
  );
  const byAddress = Map.groupBy(pairs, ({ protocol, endpoint }) => `${protocol} ${endpoint}`);
  return [...byAddress.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { protocol, endpoint } = first;
    const severities = Object.fromEntries(
      same.flatMap(({ channel, least }) => (least === 'info' ? [] : [[channel, least] as const])),
    );
    return [
      {
        protocol,
        endpoint,
        channels: same.map(({ channel }) => channel).toSorted(),
        ...(Object.keys(severities).length > 0 && { severities }),
      },
    ];
  });
}
