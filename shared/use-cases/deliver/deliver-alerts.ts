import type { Channel } from '../../domain/channels/channel.ts';
import { channelNameOf, lanesOf, transportOf } from '../../domain/channels/lanes.ts';
import type { DeliveryOutcome } from '../../domain/runs/outcome.ts';
import { SECOND, type Instant } from '../../domain/time/instant.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ChannelDelivery, DeliverContext, DeliverPorts } from './channel-delivery.ts';
import { deliverDue, isOutOfTime } from './deliver-due.ts';
import { endIncidents, findEndings } from './end-incidents.ts';

/** A deliverer that finds the gate for critical messages taken looks so often whether the other one has left, and waits so long. */
const MOST_LOOKS = 6;
const LOOK_AGAIN = SECOND / 2;
/** The index of work may lag behind the table: a run that has just put alerts looks twice, after so long. */
const LOOKS_FOR_NEW = 2;
const INDEX_LAG = SECOND / 2;
/** An item that became due so long before the last look may have been listed only after it; clocks differ, too. */
const LONGEST_LAG = 10 * SECOND;

const NO_DELIVERY: DeliveryOutcome = { messages: [], held: 0, silenced: 0 };

/** Which lanes a deliverer serves: those of SNS, or those of all other transports. */
export type Served = 'sns' | 'others';

/**
 * Sends what is due, on the given channels or on all. Each urgency of a lane is served by one deliverer at a time, and the
 * channel stays within its rate limit; a channel that fails does not hold up another. What cannot be sent now stays due
 * for the next sweep.
 *
 * @param channels those on which the caller has just put alerts, or `all` for a sweep.
 */
export async function deliverAlerts(
  channels: readonly string[] | 'all',
  ports: DeliverPorts,
  context: DeliverContext,
  serves: Served = 'sns',
): Promise<DeliveryOutcome> {
  const isSweep = channels === 'all';
  const all = await ports.definitions.channels();
  const named = isSweep ? all : all.filter(({ name }) => channels.includes(name));
  const isServed = ({ name }: Channel) => (transportOf(name) === undefined) === (serves === 'sns');
  const lanes = named.flatMap(lanesOf);
  const served = lanes.filter(isServed);
  if (serves === 'sns')
    await orderOthers(
      lanes.filter((lane) => !isServed(lane)),
      { ports, isSweep },
    );
  else await endIncidents(served, ports, context);
  const looks = isSweep ? 1 : LOOKS_FOR_NEW;
  const ended = await Promise.allSettled(
    served.map((channel) => deliverChannel({ ports, context, channel }, looks)),
  );
  // All have ended: a lane that fails does not break off the others.
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return ended
    .flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    .reduce(addDelivery, NO_DELIVERY);
}

/**
 * Orders the lanes of other transports to be served: by their own function, so that a run does not wait for them. A run orders
 * those of the channels on which it has put alerts, a sweep those with something due or an incident that may end.
 */
async function orderOthers(
  lanes: readonly Channel[],
  { ports, isSweep }: { ports: DeliverPorts; isSweep: boolean },
): Promise<void> {
  const now = ports.clock.now();
  const waiting = await inParallel(lanes, async ({ name }) =>
    !isSweep || (await ports.outbox.hasWork(name, now)) ? [channelNameOf(name)] : [],
  );
  const ending = isSweep ? await findEndings(lanes, ports) : [];
  const channels = [...new Set([...waiting.flat(), ...ending.map(({ lane }) => channelNameOf(lane.name))])];
  if (channels.length > 0) await ports.transportQueue?.send(channels);
}

function addDelivery(a: DeliveryOutcome, b: DeliveryOutcome): DeliveryOutcome {
  const joined = (a.joined ?? 0) + (b.joined ?? 0);
  return {
    messages: [...a.messages, ...b.messages],
    held: a.held + b.held,
    silenced: a.silenced + b.silenced,
    ...(joined > 0 && { joined }),
  };
}

/** Critical messages go first, and again after each of the others: an alert may have been made meanwhile. */
async function deliverChannel(delivery: ChannelDelivery, looks: number): Promise<DeliveryOutcome> {
  const { ports, channel } = delivery;
  for (let look = 1; !(await ports.outbox.hasWork(channel.name, ports.clock.now())); look += 1) {
    if (look === looks) return NO_DELIVERY;
    await ports.clock.sleep(INDEX_LAG);
  }
  let looked = ports.clock.now();
  let critical = await deliverCritical(delivery);
  const normal = await deliverDue({ ...delivery, urgency: 'normal' }, async () => {
    const since = looked - LONGEST_LAG;
    looked = ports.clock.now();
    critical = addDelivery(critical, await deliverCritical(delivery, since));
  });
  return normal ? addDelivery(critical, normal) : critical;
}

/**
 * Sends critical messages until none is due or the rate limit is reached. A deliverer that finds the gate taken looks
 * again for a while: the other one may have looked for work just before these alerts were made, and be about to leave.
 *
 * @param since looks only at what has become due since then.
 */
async function deliverCritical(delivery: ChannelDelivery, since?: Instant): Promise<DeliveryOutcome> {
  const { ports, channel } = delivery;
  const of = { urgency: 'critical', ...(since !== undefined && { since }) } as const;
  const hasWork = () => ports.outbox.hasWork(channel.name, ports.clock.now(), of);
  let all = NO_DELIVERY;
  for (let looks = 0; looks < MOST_LOOKS && !isOutOfTime(delivery) && (await hasWork()); ) {
    const outcome = await deliverDue({ ...delivery, urgency: 'critical' });
    if (outcome) {
      all = addDelivery(all, outcome);
      if (outcome.messages.length === 0) break;
    } else {
      looks += 1;
      await ports.clock.sleep(LOOK_AGAIN);
    }
  }
  return all;
}
