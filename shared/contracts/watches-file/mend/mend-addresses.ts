import { namesIn } from '../document/member-of.ts';
import { valueAt } from './known-keys.ts';
import { isMapping, type Mending, without, withValue } from './tree.ts';

const ADDRESSES = ['email', 'sms', 'https', 'queue'] as const;

/** Takes addresses out of a watch: a watch names a channel, and the channel has the addresses. */
export function mendAddresses(given: Mending): Mending {
  const channels = namesIn(given.data, 'channels');
  return namesIn(given.data, 'watches').reduce((now, watch) => {
    const path = ['watches', watch];
    const map = valueAt(now.data, path);
    const key = isMapping(map) ? ADDRESSES.find((one) => Object.hasOwn(map, one)) : undefined;
    if (!isMapping(map) || key === undefined) return now;
    const channel = channelWith(map[key], { channels, data: now.data, key }) ?? channels[0];
    const alert = map['alert'] ?? {};
    const left = ADDRESSES.reduce<Record<string, unknown>>(without, map);
    const isMissing = channel !== undefined && isMapping(alert) && !Object.hasOwn(alert, 'channel');
    const meant = isMissing ? { ...left, alert: { ...alert, channel } } : left;
    const next = withValue(now.data, path, meant);
    const what = `"${key}" belongs in a channel`;
    const hint = `write it in channels, and in the watch write alert: { channel: ${channel ?? 'NAME'} }`;
    return {
      ...now,
      data: isMapping(next) ? next : now.data,
      problems: [...now.problems, { path: [...path, key], atKey: true, what, hint }],
    };
  }, given);
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
