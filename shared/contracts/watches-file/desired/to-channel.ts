import { OPERATORS, plainName, type Channel } from '../../../domain/channels/channel.ts';
import {
  DEFAULT_GROUPING,
  DEFAULT_INCIDENT_REPEAT,
  PLAIN_GROUPING,
  type Grouping,
} from '../../../domain/alerts/grouping.ts';
import { defined } from '../../../domain/lib/fields.ts';
import type { WatchesFile } from '../schema/file-schema.ts';
import { unique } from './unique.ts';
import { DEFAULT_ZONE } from '../schema/defaults.ts';
import { companyKey } from '../schema/watchlist-schema.ts';

type Written = WatchesFile['channels'][string];

/** One channel of a valid file, with every default filled in. */
export function channelOf(name: string, { channel, file }: { channel: Written; file: WatchesFile }): Channel {
  const { quiet_hours: hours, digest, storm_cap: stormCap, sms_price: smsPrice } = channel;
  return {
    ...addressesOf(channel),
    name,
    timezone: channel.timezone ?? zoneOf(file),
    minSeverity: channel.min_severity ?? 'info',
    ...defined<Partial<Channel>>({
      companies: channel.companies && companiesOf(channel.companies, file),
      quietHours: hours && { from: hours.from, to: hours.to, except: hours.except ?? 'critical' },
      digest,
      grouping: groupingOf(channel),
      stormCap,
      smsPrice,
    }),
  };
}

/**
 * The companies as they are written, and for those in watchlists both the name and the key. The service can spell a name
 * differently, but it keeps the key. Articles have only names.
 */
function companiesOf(written: readonly string[], { watchlists = {} }: WatchesFile): string[] {
  const wanted = new Set(written.map(plainName));
  const listed = Object.values(watchlists).flatMap(({ companies = [] }) => companies);
  const known = listed.flatMap((company) => {
    const names = [company.name, companyKey(company)];
    return names.some((name) => wanted.has(plainName(name))) ? names : [];
  });
  const others = known.filter((name) => !wanted.has(plainName(name)));
  return unique([...written, ...others]);
}

/** The channel that hears of incidents. */
export function operatorsOf(file: WatchesFile): Channel {
  const repeat = file.operators.repeat_interval ?? DEFAULT_INCIDENT_REPEAT;
  return {
    ...addressesOf(file.operators),
    name: OPERATORS,
    timezone: zoneOf(file),
    minSeverity: 'info',
    ...(repeat !== DEFAULT_INCIDENT_REPEAT && { grouping: { ...PLAIN_GROUPING, repeat } }),
  };
}

function addressesOf({ email, sms, https, queue }: WatchesFile['operators']) {
  return { email: unique(email), sms: unique(sms), https: unique(https), queue: unique(queue) };
}

function zoneOf({ defaults }: WatchesFile): string {
  return defaults?.timezone ?? DEFAULT_ZONE;
}

/** A channel that sets one of these keys has groups; the other keys have their defaults. */
function groupingOf(channel: Written): Grouping | undefined {
  const { group_by: by, group_wait: wait, group_interval: interval, repeat_interval: repeat } = channel;
  const written = defined<Partial<Grouping>>({ by, wait, interval, repeat });
  return Object.keys(written).length === 0 ? undefined : { ...DEFAULT_GROUPING, ...written };
}
