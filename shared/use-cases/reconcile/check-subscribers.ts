import { type Channel, OPERATORS } from '../../domain/channels/channel.ts';
import { subscribersOf } from '../../domain/config/desired-state.ts';
import { DAY } from '../../domain/time/instant.ts';
import {
  type IncidentOutcome,
  openNamedIncident,
  resolveNamedIncident,
  sumIncidents,
} from '../alerts/notify-incidents.ts';
import type { Ports } from '../ports/ports.ts';

export type SubscriberPorts = Pick<
  Ports,
  'clock' | 'definitions' | 'alerts' | 'incidents' | 'subscriptions' | 'leases'
>;

/** Once a day, in its first sweep: a channel without a confirmed subscriber is an incident. */
export async function checkSubscribers(ports: SubscriberPorts, owner: string): Promise<IncidentOutcome> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('daily-subscriptions', { owner, until: now + DAY }, now)))
    return sumIncidents([]);
  const channels = await ports.definitions.channels();
  const existing = await ports.subscriptions.list();
  const open = new Set((await ports.incidents.open()).map(({ subject }) => subject));
  const outcomes: Partial<IncidentOutcome>[] = [];
  for (const channel of channels) {
    if (channel.name === OPERATORS) continue;
    const isConfirmed = existing.some(
      ({ arn, channels: names }) => arn !== undefined && names.includes(channel.name),
    );
    outcomes.push(await notifyOfChannel(channel, { ports, isConfirmed, open }));
  }
  return sumIncidents(outcomes);
}

async function notifyOfChannel(
  channel: Channel,
  { ports, isConfirmed, open }: { ports: SubscriberPorts; isConfirmed: boolean; open: ReadonlySet<string> },
): Promise<Partial<IncidentOutcome>> {
  const subject = `channel:${channel.name}:no-subscriber`;
  if (isConfirmed) return open.has(subject) ? resolveNamedIncident(ports, subject) : {};
  if (subscribersOf([channel]).length === 0) return {};
  return openNamedIncident(ports, {
    subject,
    kind: 'no-subscriber',
    since: ports.clock.now(),
    text:
      `Channel ${channel.name} has no confirmed subscription, so no one receives its alerts. Each address received a ` +
      'message with a link when the watches were applied: open that link. Run bellwether status to see each address.',
  });
}
