import { OPERATORS, plainName, type Channel } from '../../domain/channels/channel.ts';
import {
  DEFAULT_GROUPING,
  DEFAULT_INCIDENT_REPEAT,
  PLAIN_GROUPING,
  type Grouping,
} from '../../domain/alerts/grouping.ts';
import type { WatchesFile } from './file-schema.ts';
import { once } from './once.ts';
import { DEFAULT_ZONE } from './timetables.ts';
import { companyKey } from './watchlist-schema.ts';

type Written = WatchesFile['channels'][string];

/** One channel of a sound file, every default filled in. */
export function channelOf(name: string, { channel, file }: { channel: Written; file: WatchesFile }): Channel {
  const { quiet_hours: hours, digest, storm_cap: stormCap, sms_price: smsPrice } = channel;
  const grouping = groupingOf(channel);
  return {
    ...addressesOf(channel),
    name,
    timezone: channel.timezone ?? zoneOf(file),
    minSeverity: channel.min_severity ?? 'info',
    ...(channel.companies && { companies: companiesOf(channel.companies, file) }),
    ...(hours && { quietHours: { from: hours.from, to: hours.to, except: hours.except ?? 'critical' } }),
    ...(digest !== undefined && { digest }),
    ...(grouping && { grouping }),
    ...(stormCap !== undefined && { stormCap }),
    ...(smsPrice !== undefined && { smsPrice }),
  };
}

/**
 * The companies as they are written, and of those in watchlists the name and the key: the service may spell a name otherwise,
 * a key stays; and articles have names alone.
 */
function companiesOf(written: readonly string[], { watchlists = {} }: WatchesFile): string[] {
  const wanted = new Set(written.map(plainName));
  const listed = Object.values(watchlists).flatMap(({ companies = [] }) => companies);
  const known = listed.flatMap((company) => {
    const names = [company.name, companyKey(company)];
    return names.some((name) => wanted.has(plainName(name))) ? names : [];
  });
  const others = known.filter((name) => !wanted.has(plainName(name)));
  return once([...written, ...others]);
}

/** The channel that hears of what is broken. */
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
  return { email: once(email), sms: once(sms), https: once(https), queue: once(queue) };
}

function zoneOf({ defaults }: WatchesFile): string {
  return defaults?.timezone ?? DEFAULT_ZONE;
}

/** Who sets one of the keys wants groups: what is left out beside it has the defaults. */
function groupingOf(channel: Written): Grouping | undefined {
  const { group_by: by, group_wait: wait, group_interval: interval, repeat_interval: repeat } = channel;
  if (by === undefined && wait === undefined && interval === undefined && repeat === undefined)
    return undefined;
  return {
    by: by ?? DEFAULT_GROUPING.by,
    wait: wait ?? DEFAULT_GROUPING.wait,
    interval: interval ?? DEFAULT_GROUPING.interval,
    repeat: repeat ?? DEFAULT_GROUPING.repeat,
  };
}
