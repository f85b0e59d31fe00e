import { quietUntil, type Channel } from '../domain/channel.ts';
import { MINUTE, SECOND } from '../domain/instant.ts';
import { planMessages } from '../domain/message-plan.ts';
import type { DeliveryOutcome } from '../domain/outcome.ts';
import type { StoredAlert, StoredMessage } from './ports.ts';
import { sendMessage } from './send-message.ts';
import type { DeliverContext, DeliverPorts, Sending } from './sending.ts';

/** How much is taken from one channel at a time: what one message can name within an item of the store. */
const MOST_DUE = 5_000;
/** How long the gate of a channel is held between two sending times. */
const GATE_LEASE = MINUTE;
/** No message is begun with less than this left: a Publish may take its whole 10 s. */
const RESERVE = 15 * SECOND;

/**
 * Tells what is due, on the given channels or on all. Each channel is served by one deliverer at a time and within its
 * rate; a channel that fails holds up nobody. What cannot go out now stays due for the next sweep.
 */
export async function deliverAlerts(
  channels: readonly string[] | 'all',
  ports: DeliverPorts,
  context: DeliverContext,
): Promise<DeliveryOutcome> {
  const outcome: DeliveryOutcome = { messages: [], held: 0 };
  const all = await ports.definitions.channels();
  const served = channels === 'all' ? all : all.filter(({ name }) => channels.includes(name));
  await Promise.all(served.map((channel) => deliverChannel(channel, { ports, context, outcome })));
  return outcome;
}

interface Round {
  ports: DeliverPorts;
  context: DeliverContext;
  outcome: DeliveryOutcome;
}

async function deliverChannel(channel: Channel, round: Round): Promise<void> {
  const { ports, context } = round;
  const now = ports.clock.now();
  if (!(await ports.outbox.hasWork(channel.name, now))) return;
  const lease = { owner: context.owner, until: now + GATE_LEASE };
  const sent = await ports.gate.enter(channel.name, lease, now);
  if (!sent) return;
  const sending: Sending = { ...round, channel, lease, sent };
  try {
    const { messages, alerts } = await ports.outbox.due(channel.name, now, MOST_DUE);
    const bound = await resumeMessages(messages, sending);
    await tellDueAlerts(
      alerts.filter(({ alert }) => !bound.has(alert.id)),
      sending,
    );
  } finally {
    await ports.gate.leave(channel.name, lease);
  }
}

/**
 * Messages that an earlier deliverer began. Their alerts are bound first, so that no other message takes them too.
 * Gives back the alerts they tell.
 */
async function resumeMessages(messages: readonly StoredMessage[], sending: Sending): Promise<Set<string>> {
  const { ports, channel } = sending;
  for (const { message, delivery } of messages) {
    if (delivery.tries === 0) await ports.alerts.bind(channel.name, message);
  }
  for (const stored of messages) {
    if (isOutOfTime(sending) || !(await sendMessage(stored, sending))) break;
  }
  return new Set(messages.flatMap(({ message }) => message.alertIds));
}

/** Writes each planned message before it is sent, so that a repeat is the same message. */
async function tellDueAlerts(alerts: readonly StoredAlert[], sending: Sending): Promise<void> {
  const { ports, channel } = sending;
  const due = await withoutHeld(alerts, sending);
  const plan = planMessages(due, { sent: sending.sent, now: ports.clock.now() });
  sending.outcome.held += plan.waiting;
  for (const group of plan.messages) {
    if (isOutOfTime(sending)) return;
    const message = ports.compose(group, { channel, now: ports.clock.now() });
    await ports.messages.put(message);
    await ports.alerts.bind(channel.name, message);
    const stored = await ports.messages.get(message.id);
    if (stored && !(await sendMessage(stored, sending))) return;
  }
}

/** Quiet hours that began, or were set, after an alert got its due time move it once more. */
async function withoutHeld(alerts: readonly StoredAlert[], sending: Sending): Promise<StoredAlert[]> {
  const { ports, channel, outcome } = sending;
  const now = ports.clock.now();
  const free: StoredAlert[] = [];
  for (const stored of alerts) {
    const until = quietUntil(channel, { severity: stored.alert.severity, now });
    if (until === undefined) {
      free.push(stored);
      continue;
    }
    outcome.held += 1;
    await ports.alerts.settle(stored.alert, { state: 'pending', dueAt: until, heldFor: 'quiet-hours' });
  }
  return free;
}

function isOutOfTime({ ports, context }: Sending): boolean {
  return ports.clock.now() > context.deadline - RESERVE;
}
