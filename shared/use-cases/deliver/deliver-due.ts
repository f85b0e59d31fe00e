import type { Alert } from '../../domain/alerts/alert.ts';
import { cooldownsAfter } from '../../domain/alerts/grouping.ts';
import { untried } from '../../domain/alerts/message.ts';
import { groupingOf } from '../../domain/channels/channel.ts';
import { planMessages, type Batch } from '../../domain/channels/message-plan.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { DeliveryOutcome } from '../../domain/runs/outcome.ts';
import { SECOND, type Instant } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { Outgoing } from '../ports/messages.ts';
import type { StoredMessage } from '../../store/alerts/messages.ts';
import type { ChannelDelivery, DueDelivery } from './channel-delivery.ts';
import { coveredBy, noteStories } from './join-alerts.ts';
import { enterGate, isHeld, type Gate } from './channel-gate.ts';
import { holdForStormCap, selectAlerts } from './select-alerts.ts';
import { sendMessage } from './send-message.ts';

/** How many items of one urgency are read at a time: what one message can name within an item of the store. */
const MOST_DUE = 5_000;
/** No message is begun with less time left: a publish may take its whole 10 s. */
const RESERVE = 15 * SECOND;

/** Done after each message of an urgency. */
type AfterEach = () => Promise<void>;

interface Sending {
  delivery: DueDelivery;
  gate: Gate;
  afterEach: AfterEach;
}

/**
 * Sends what is due on one urgency of a channel: first the messages that were begun, then the alerts that are in none. It
 * stops at the rate limit, or when its time ends. Undefined: another deliverer is in the gate.
 */
export async function deliverDue(
  delivery: DueDelivery,
  afterEach: AfterEach = async () => {},
): Promise<DeliveryOutcome | undefined> {
  const { ports, channel } = delivery;
  const now = ports.clock.now();
  const gate = await enterGate(delivery);
  if (!gate) return undefined;
  try {
    const { messages, alerts } = await readDue(delivery, now);
    await bindUntried(messages, delivery);
    const begun = messages.map((stored) => async () => ({ ...stored, isNew: false }));
    const resumed = await sendInTurn(begun, { delivery, gate, afterEach });
    const fresh = await sendAlerts(alerts, { delivery, gate: resumed.gate, afterEach });
    return { ...fresh, messages: [...resumed.messages, ...fresh.messages] };
  } finally {
    await ports.gate.leave(channel.name, gate.lease);
  }
}

async function sendAlerts(
  alerts: readonly StoredAlert[],
  { gate, ...sending }: Sending,
): Promise<DeliveryOutcome> {
  const { delivery } = sending;
  const { ports, channel } = delivery;
  const { sent } = gate;
  const selected = await selectAlerts(alerts, delivery);
  const plan = planMessages(selected.alerts, { channel, sent, now: ports.clock.now() });
  await holdForStormCap(plan.capped, { delivery, sent });
  const written = plan.batches.map((batch) => () => writeMessage(batch, delivery));
  const { messages } = await sendInTurn(written, { ...sending, gate });
  return {
    messages,
    held: selected.held + plan.waiting + plan.capped.length,
    silenced: selected.silenced,
    ...(selected.joined > 0 && { joined: selected.joined }),
  };
}

/** Messages to be tried now, and the alerts that are in none of them: due, or due soon with the group of one that is. */
async function readDue(
  { ports, channel, urgency }: DueDelivery,
  now: Instant,
): Promise<{ messages: StoredMessage[]; alerts: StoredAlert[] }> {
  const soon = now + groupingOf(channel).wait;
  const due = await ports.outbox.due(channel.name, soon, MOST_DUE, urgency);
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
  messages: readonly (() => Promise<Outgoing | undefined>)[],
  { delivery, afterEach, ...given }: Sending,
): Promise<{ messages: DeliveryOutcome['messages']; gate: Gate }> {
  const sent: DeliveryOutcome['messages'] = [];
  let { gate } = given;
  for (const readOrWrite of messages) {
    // Another deliverer that has entered the gate may put the same alerts into messages of its own.
    if (isOutOfTime(delivery) || !isHeld(gate, delivery)) break;
    const stored = await readOrWrite();
    if (!stored) continue;
    const result = await sendMessage(stored, { ...delivery, gate });
    gate = result.gate;
    if (result.message) sent.push(result.message);
    if (!result.mayContinue) break;
    await afterEach();
  }
  return { messages: sent, gate };
}

/** Writes a message before it is sent, so that a repeat is the same message. */
async function writeMessage(
  { alerts, because }: Batch,
  delivery: ChannelDelivery,
): Promise<Outgoing | undefined> {
  const { ports, channel } = delivery;
  const message = {
    ...(await ports.compose(alerts, { channel, now: ports.clock.now(), because })),
    ...coveredBy(alerts),
  };
  await noteStories(message, alerts, delivery);
  const isNew = await ports.messages.put(message);
  await noteCooldowns(alerts, delivery);
  await ports.alerts.bind(channel.name, message);
  if (isNew) return { message, delivery: untried(message), isNew };
  const stored = await ports.messages.get(message.id);
  return stored && { ...stored, isNew };
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

/** No message can be begun in the time that is left. */
export function isOutOfTime({ ports, context }: ChannelDelivery): boolean {
  return ports.clock.now() > context.deadline - RESERVE;
}
