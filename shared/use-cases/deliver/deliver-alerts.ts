import type { Alert } from '../../domain/alerts/alert.ts';
import { groupingOf, type Channel } from '../../domain/channels/channel.ts';
import { restsAfter } from '../../domain/alerts/grouping.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { planMessages } from '../../domain/channels/message-plan.ts';
import type { DeliveryOutcome } from '../../domain/runs/outcome.ts';
import { selectAlerts, holdForStorm } from './choose-alerts.ts';
import type { StoredAlert, StoredMessage } from '../ports/ports.ts';
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
  const outcome: DeliveryOutcome = { messages: [], held: 0, silenced: 0 };
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
  // What is not due yet may belong to a group whose first alert is.
  const soon = now + groupingOf(channel).wait;
  try {
    const { messages, alerts } = await ports.outbox.due(channel.name, soon, MOST_DUE);
    const bound = await resumeMessages(
      messages.filter(({ delivery }) => delivery.retryAt <= now),
      sending,
    );
    await sendDueAlerts(
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
async function sendDueAlerts(alerts: readonly StoredAlert[], sending: Sending): Promise<void> {
  const { ports, channel } = sending;
  const chosen = await selectAlerts(alerts, sending);
  const plan = planMessages(chosen, { channel, sent: sending.sent, now: ports.clock.now() });
  sending.outcome.held += plan.waiting;
  await holdForStorm(plan.capped, sending);
  for (const batch of plan.batches) {
    if (isOutOfTime(sending)) return;
    const message = ports.compose(batch.alerts, { channel, now: ports.clock.now(), because: batch.because });
    await ports.messages.put(message);
    await noteTopics(batch.alerts, sending);
    await ports.alerts.bind(channel.name, message);
    const stored = await ports.messages.get(message.id);
    if (stored && !(await sendMessage(stored, sending))) return;
  }
}

/**
 * Notes what rests from now on. Who dies between the message and this note has told a group without letting it rest: the
 * next message about it may come too soon, and nothing is lost.
 */
async function noteTopics(alerts: readonly Alert[], { ports, channel }: Sending): Promise<void> {
  const at = ports.clock.now();
  const grouping = groupingOf(channel);
  const rests = new Map(
    alerts.flatMap((alert) => restsAfter(alert, grouping)).map(({ topic, length }) => [topic, length]),
  );
  await inParallel(rests, ([topic, length]) =>
    ports.cooldowns.note(channel.name, { topic, at, until: at + length }),
  );
}

function isOutOfTime({ ports, context }: Sending): boolean {
  return ports.clock.now() > context.deadline - RESERVE;
}
