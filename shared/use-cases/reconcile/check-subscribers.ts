import { type Channel, OPERATORS } from '../../domain/channels/channel.ts';
import { subscribersOf } from '../../domain/config/desired-state.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { type Instant, MINUTE } from '../../domain/time/instant.ts';
import { compareSeverity } from '../../domain/watches/watch.ts';
import {
  type IncidentOutcome,
  openNamedIncident,
  resolveNamedIncident,
  sumIncidents,
} from '../alerts/put-alerts.ts';
import { addressOf } from '../apply/apply-subscriptions.ts';
import type { Address, Ports } from '../ports/ports.ts';

export type SubscriberPorts = Pick<
  Ports,
  'clock' | 'definitions' | 'alerts' | 'incidents' | 'subscriptions' | 'subscriptionRecords' | 'leases'
>;

/**
 * SNS does not report that an address was unsubscribed. The next sweep after this looks again, which is each half hour:
 * one call for a hundred addresses.
 */
const EVERY = 26 * MINUTE;
/** So long an address may take to confirm, and SNS to list it. */
const CONFIRMS_WITHIN = 30 * MINUTE;

const SUBJECT = 'address:';

/**
 * Each half hour, an address of the file that is not subscribed, or has not confirmed, is an incident until it is
 * confirmed or leaves the file. The subject has a hash of it: subjects are logged, and addresses are not.
 */
export async function checkSubscribers(ports: SubscriberPorts, owner: string): Promise<IncidentOutcome> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('subscribers', { owner, until: now + EVERY }, now))) return sumIncidents([]);
  const [channels, listed, records, incidents] = await Promise.all([
    ports.definitions.channels(),
    ports.subscriptions.addresses(),
    ports.subscriptionRecords.all(),
    ports.incidents.open(),
  ]);
  const known = new Map(listed.map((one) => [addressOf(one), one]));
  const isConfirmed = (one: Address) => known.get(addressOf(one))?.isConfirmed === true;
  const askedAt = new Map(records.map((record) => [addressOf(record), record.askedAt]));
  const lost = new Map(
    subscribersOf(channels).flatMap((one) => (isConfirmed(one) ? [] : [[subjectOf(one), one] as const])),
  );
  const open = new Set(incidents.map(({ subject }) => subject));
  const outcomes: Partial<IncidentOutcome>[] = [];
  for (const [subject, one] of lost) {
    const isNew = (askedAt.get(addressOf(one)) ?? 0) > now - CONFIRMS_WITHIN;
    if (open.has(subject) || isNew) continue;
    const incident = lostIncident(one, { channels, isConfirmed, isPending: known.has(addressOf(one)), now });
    outcomes.push(await openNamedIncident(ports, incident));
  }
  for (const subject of open)
    if (subject.startsWith(SUBJECT) && !lost.has(subject))
      outcomes.push(await resolveNamedIncident(ports, subject));
  return sumIncidents(outcomes);
}

function subjectOf({ protocol, endpoint }: Address): string {
  return SUBJECT + idOf(protocol, endpoint);
}

/** The operators hear of it; where nobody of them receives anything, another channel that somebody receives does too. */
function lostIncident(
  one: Address & { channels: readonly string[] },
  given: {
    channels: readonly Channel[];
    isConfirmed: (one: Address) => boolean;
    isPending: boolean;
    now: Instant;
  },
): Incident {
  const { channels, isConfirmed, isPending, now } = given;
  const isReceived = (channel: Channel) =>
    channel.transports !== undefined || subscribersOf([channel]).some(isConfirmed);
  const own = channels.filter(({ name }) => one.channels.includes(name));
  const left = own.filter((channel) => !isReceived(channel)).map(({ name }) => name);
  const operatorsHear = channels.some((channel) => channel.name === OPERATORS && isReceived(channel));
  // It is opened as a warning, and resolved as an info.
  const [other] = channels
    .filter((channel) => isReceived(channel) && compareSeverity('warning', channel.minSeverity) >= 0)
    .toSorted((a, b) => compareSeverity(a.minSeverity, b.minSeverity));
  const what = isPending
    ? 'has not confirmed its subscription'
    : 'is not subscribed: it was unsubscribed, or did not confirm in time';
  const advice = isPending
    ? 'It was sent a link when the watches were applied: open it. If it has expired, apply again in some days.'
    : 'Run bellwether apply: it is sent a link, which it must open.';
  return {
    subject: subjectOf(one),
    kind: 'no-subscriber',
    since: now,
    ...(!operatorsHear && other && { alsoOn: other.name }),
    text:
      `The address ${addressOf(one)} ${what}. It receives nothing of ${namesText(one.channels)}` +
      `${left.length > 0 ? `, and nobody receives ${namesText(left)}` : ''}. ${advice} If it is not to receive ` +
      'alerts, remove it from watches.yaml.',
  };
}

function namesText(names: readonly string[]): string {
  return `channel${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
}
