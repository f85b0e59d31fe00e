import type { Alert } from '../../domain/alerts/alert.ts';
import { cooldownsAfter } from '../../domain/alerts/grouping.ts';
import { groupingOf } from '../../domain/channels/channel.ts';
import { planMessages, type Batch } from '../../domain/channels/message-plan.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { DeliveryOutcome } from '../../domain/runs/outcome.ts';
import { MINUTE, SECOND, type Instant } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../ports/alerts.ts';
import type { StoredMessage } from '../ports/messages.ts';
import type { ChannelDelivery, DeliverContext, DeliverPorts, Gate } from './channel-delivery.ts';
import { holdForStormCap, selectAlerts } from './select-alerts.ts';
import { sendMessage } from './send-message.ts';

/** How many items of one channel are read at a time: what one message can name within an item of the store. */
const MOST_DUE = 5_000;
/** How long the lease of a channel lasts between two sending times. */
const GATE_LEASE = MINUTE;
/** No message is begun with less time left: a publish may take its whole 10 s. */
const RESERVE = 15 * SECOND;

const NO_DELIVERY: DeliveryOutcome = { messages: [], held: 0, silenced: 0 };

/**
 * Sends what is due, on the given channels or on all. Each channel is served by one deliverer at a time and within its
 * rate limit; a channel that fails does not hold up another. What cannot be sent now stays due for the next sweep.
 */
export async function deliverAlerts(
  channels: readonly string[] | 'all',
  ports: DeliverPorts,
  context: DeliverContext,
): Promise<DeliveryOutcome> {
  const all = await ports.definitions.channels();
  const served = channels === 'all' ? all : all.filter(({ name }) => channels.includes(name));
  const outcomes = await Promise.all(served.map((channel) => deliverChannel({ ports, context, channel })));
  return outcomes.reduce(addDelivery, NO_DELIVERY);
}

function addDelivery(a: DeliveryOutcome, b: DeliveryOutcome): DeliveryOutcome {
  return {
    messages: [...a.messages, ...b.messages],
    held: a.held + b.held,
    silenced: a.silenced + b.silenced,
  };
}

async function deliverChannel(delivery: ChannelDelivery): Promise<DeliveryOutcome> {
  const { ports, context, channel } = delivery;
  const now = ports.clock.now();
  if (!(await ports.outbox.hasWork(channel.name, now))) return NO_DELIVERY;
  const lease = { owner: context.owner, until: now + GATE_LEASE };
  const sent = await ports.gate.enter(channel.name, lease, now);
  if (!sent) return NO_DELIVERY;
  try {
    return await deliverDue(delivery, { gate: { lease, sent }, now });
  } finally {
    await ports.gate.leave(channel.name, lease);
  }
}

async function deliverDue(
  delivery: ChannelDelivery,
  { gate, now }: { gate: Gate; now: Instant },
): Promise<DeliveryOutcome> {
  const { ports, channel } = delivery;
  const { messages, alerts } = await readDue(delivery, now);
  await bindUntried(messages, delivery);
  const resumed = await sendInTurn(
    messages.map((stored) => async () => stored),
    { delivery, gate },
  );
  const { sent } = resumed.gate;
  const selected = await selectAlerts(alerts, delivery);
  const plan = planMessages(selected.alerts, { channel, sent, now: ports.clock.now() });
  await holdForStormCap(plan.capped, { delivery, sent });
  const fresh = await sendInTurn(
    plan.batches.map((batch) => () => writeMessage(batch, delivery)),
    { delivery, gate: resumed.gate },
  );
  return {
    messages: [...resumed.messages, ...fresh.messages],
    held: selected.held + plan.waiting + plan.capped.length,
    silenced: selected.silenced,
  };
}

/** Messages to be tried now, and the alerts that are in none of them: due, or due soon with the group of one that is. */
async function readDue(
  { ports, channel }: ChannelDelivery,
  now: Instant,
): Promise<{ messages: StoredMessage[]; alerts: StoredAlert[] }> {
  const soon = now + groupingOf(channel).wait;
  const due = await ports.outbox.due(channel.name, soon, MOST_DUE);
  const messages = due.messages.filter(({ delivery }) => delivery.retryAt <= now);
  const bound = new Set(messages.flatMap(({ message }) => message.alertIds));
  return { messages, alerts: due.alerts.filter(({ alert }) => !bound.has(alert.id)) };
}

/** The alerts of a message may not be bound to it yet, after a death: no other message may take them. */
async function bindUntried(
  messages: readonly StoredMessage[],
  { ports, channel }: ChannelDelivery,
): Promise<void> {
  for (const { message, delivery } of messages) {
    if (delivery.tries === 0) await ports.alerts.bind(channel.name, message);
  }
}

async function sendInTurn(
  messages: readonly (() => Promise<StoredMessage | undefined>)[],
  given: { delivery: ChannelDelivery; gate: Gate },
): Promise<{ messages: DeliveryOutcome['messages']; gate: Gate }> {
  const { delivery } = given;
  const sent: DeliveryOutcome['messages'] = [];
  let { gate } = given;
  for (const readOrWrite of messages) {
    if (isOutOfTime(delivery)) break;
    const stored = await readOrWrite();
    if (!stored) continue;
    const result = await sendMessage(stored, { ...delivery, gate });
    gate = result.gate;
    if (result.message) sent.push(result.message);
    if (!result.mayContinue) break;
  }
  return { messages: sent, gate };
}

/** Writes a message before it is sent, so that a repeat is the same message. */
async function writeMessage(
  { alerts, because }: Batch,
  delivery: ChannelDelivery,
): Promise<StoredMessage | undefined> {
  const { ports, channel } = delivery;
  const message = ports.compose(alerts, { channel, now: ports.clock.now(), because });
  await ports.messages.put(message);
  await noteCooldowns(alerts, delivery);
  await ports.alerts.bind(channel.name, message);
  return ports.messages.get(message.id);
}

/** After a death before this, the next message about a group may come too soon; nothing is lost. */
async function noteCooldowns(alerts: readonly Alert[], { ports, channel }: ChannelDelivery): Promise<void> {
  const at = ports.clock.now();
  const grouping = groupingOf(channel);
  const cooldowns = new Map(
    alerts.flatMap((alert) => cooldownsAfter(alert, grouping)).map(({ topic, length }) => [topic, length]),
  );
  await inParallel(cooldowns, ([topic, length]) =>
    ports.cooldowns.note(channel.name, { topic, at, until: at + length }),
  );
}

function isOutOfTime({ ports, context }: ChannelDelivery): boolean {
  return ports.clock.now() > context.deadline - RESERVE;
}
