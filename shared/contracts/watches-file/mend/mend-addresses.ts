import { namesIn } from '../document/member-of.ts';
import { valueAt } from './known-keys.ts';
import { isMapping, type Mending, without, withValue } from './tree.ts';

const ADDRESSES = ['email', 'sms', 'https', 'queue'] as const;

/** Takes addresses out of watches and reports: they name a channel, and the channel has the addresses. */
export function mendAddresses(given: Mending): Mending {
  const channels = namesIn(given.data, 'channels');
  const places = namesIn(given.data, 'watches').flatMap((name) => [
    ['watches', name],
    ['watches', name, 'alert'],
  ]);
  const reports = namesIn(given.data, 'reports').map((name) => ['reports', name]);
  return [...places, ...reports].reduce((now, path) => {
    const map = valueAt(now.data, path);
    const key = isMapping(map) ? ADDRESSES.find((one) => Object.hasOwn(map, one)) : undefined;
    if (!isMapping(map) || key === undefined) return now;
    const channel = channelWith(map[key], { channels, data: now.data, key }) ?? channels[0];
    const left = ADDRESSES.reduce<Record<string, unknown>>(without, map);
    const isWatch = path.length === 2 && path[0] === 'watches';
    const meant = channel === undefined ? left : withChannel(left, { channel, isWatch });
    const next = withValue(now.data, path, meant);
    const what = `"${key}" belongs in a channel`;
    const named = `channel: ${channel ?? 'NAME'}`;
    const place = path[0] === 'reports' ? 'in the report' : 'in the watch';
    const hint = `write it in channels, and ${place} write ${path[0] === 'reports' ? named : `alert: { ${named} }`}`;
    return {
      ...now,
      data: isMapping(next) ? next : now.data,
      problems: [...now.problems, { path: [...path, key], atKey: true, what, hint }],
    };
  }, given);
}

/** The mapping with the channel, unless it has one. */
function withChannel(
  map: Record<string, unknown>,
  { channel, isWatch }: { channel: string; isWatch: boolean },
): Record<string, unknown> {
  const alert = isWatch ? (map['alert'] ?? {}) : map;
  if (!isMapping(alert) || Object.hasOwn(alert, 'channel')) return map;
  return isWatch ? { ...map, alert: { ...alert, channel } } : { ...map, channel };
}

/** The channel that has the address already. */
function channelWith(
  address: unknown,
  { channels, data, key }: { channels: readonly string[]; data: unknown; key: string },
): string | undefined {
  const given: unknown[] = Array.isArray(address) ? address : [address];
  return channels.find((name) => {
    const known = valueAt(data, ['channels', name, key]);
    const all: unknown[] = Array.isArray(known) ? known : [known];
    return given.every((one) => all.includes(one));
  });
}
