import type { Alert } from '../../domain/alerts/alert.ts';
import {
  backOff,
  CLAIM,
  cooldownsAfter,
  type Delivery,
  MAX_TRIES,
  notifyTimeOf,
  untried,
} from '../../domain/alerts/message.ts';
import {
  type Channel,
  channelNameOf,
  groupingOf,
  lanesOf,
  laneText,
  OPERATORS,
  transportOf,
} from '../../domain/channels/channel.ts';
import { type Batch, planMessages } from '../../domain/channels/message-plan.ts';
import { deadDeliverySubject } from '../../domain/incidents/incident.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { DeliveryOutcome } from '../../domain/runs/outcome.ts';
import { HOUR, type Instant, SECOND } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { StoredMessage } from '../../store/alerts/messages.ts';
import { openIncident } from '../alerts/put-alerts.ts';
import type { Outgoing } from '../ports/ports.ts';
import {
  type ChannelDelivery,
  type DeliverContext,
  type DeliverPorts,
  type DueDelivery,
  enterGate,
  type Gate,
  isHeld,
  RESERVE,
  takeTurn,
  type Turn,
} from './channel-gate.ts';
import { endIncidents, findEndings } from './end-incidents.ts';
import { awaitAcknowledgement, escalateDue } from './escalate.ts';
import { coveredBy, endCovered, holdForStormCap, noteStories, selectAlerts } from './select-alerts.ts';

/**
 * A deliverer that finds the gate for critical messages taken looks so often whether the other one has left, and waits
 * so long.
 */
const MOST_LOOKS = 6;
const LOOK_AGAIN = SECOND / 2;
/** The index of work may lag behind the table: a run that has just put alerts looks twice, after so long. */
const LOOKS_FOR_NEW = 2;
const INDEX_LAG = SECOND / 2;
/** An item that became due so long before the last look may have been listed only after it; clocks differ, too. */
const LONGEST_LAG = 10 * SECOND;

const NO_DELIVERY: DeliveryOutcome = { messages: [], held: 0, silenced: 0 };

/** Which lanes a deliverer serves: those of SNS, or those of all other transports. */
type Served = 'sns' | 'others';

/**
 * Sends what is due, on the given channels or on all. Each urgency of a lane is served by one deliverer at a time, and
 * the channel stays within its rate limit; a channel that fails does not hold up another. What cannot be sent now
 * stays due for the next sweep.
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
  if (isSweep && serves === 'sns') await escalateDue(all, ports);
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
 * Orders the lanes of other transports to be served: by their own function, so that a run does not wait for them. A
 * run orders those of the channels on which it has put alerts, a sweep those with something due or an incident that
 * may end.
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

/** How many items of one urgency are read at a time: what one message can name within an item of the store. */
const MOST_DUE = 5_000;
/** Done after each message of an urgency. */
type AfterEach = () => Promise<void>;

interface Sending {
  delivery: DueDelivery;
  gate: Gate;
  afterEach: AfterEach;
}

/**
 * Sends what is due on one urgency of a channel: first the messages that were begun, then the alerts that are in none.
 * It stops at the rate limit, or when its time ends. Undefined: another deliverer is in the gate.
 */
async function deliverDue(
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
  const isLeft = ({ because }: Batch) => because === 'brief' && channel.opening && !ports.opening;
  const batches = plan.batches.filter((batch) => !isLeft(batch));
  const written = batches.map((batch) => () => writeMessage(batch, delivery));
  const { messages } = await sendInTurn(written, { ...sending, gate });
  return {
    messages,
    held: selected.held + plan.waiting + plan.capped.length,
    silenced: selected.silenced,
    ...(selected.joined > 0 && { joined: selected.joined }),
  };
}

/**
 * Messages to be tried now, and the alerts that are in none of them: due, or due soon with the group of one that is.
 */
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

/** How long a model may take for the opening of a brief: the gate of the channel is held meanwhile. */
const OPENING_LIMIT = 10 * SECOND;

/** Writes a message before it is sent, so that a repeat is the same message. */
async function writeMessage(
  { alerts, because }: Batch,
  delivery: ChannelDelivery,
): Promise<Outgoing | undefined> {
  const { ports, channel, context } = delivery;
  const now = ports.clock.now();
  const muted = await ports.muteNotes.unsent(channel.name);
  const limits = { channel, deadline: Math.min(now + OPENING_LIMIT, context.deadline - RESERVE) };
  const opening = because === 'brief' ? await ports.opening?.(alerts, limits) : undefined;
  const message = {
    ...(await ports.compose(alerts, { channel, now, because, muted, opening })),
    ...coveredBy(alerts),
  };
  await noteStories(message, alerts, delivery);
  const isNew = await ports.messages.put(message);
  // After a death before this, the next message says it again.
  if (isNew) await ports.muteNotes.sent(channel.name, muted, now);
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
function isOutOfTime({ ports, context }: ChannelDelivery): boolean {
  return ports.clock.now() > context.deadline - RESERVE;
}

/** How long a service that throttles is waited for before its refusals count as failed tries. */
const PATIENCE = HOUR;

interface SendResult extends Turn {
  /** What became of the message; undefined when it was not published. */
  message?: DeliveryOutcome['messages'][number];
}

/**
 * Claims a message that was begun, publishes it once and records the result. Of a new message the gate of its urgency,
 * which this deliverer holds, keeps others away for as long as a claim would. After a death it is one that was begun.
 */
async function sendMessage(
  stored: Outgoing,
  { gate, ...delivery }: DueDelivery & { gate: Gate },
): Promise<SendResult> {
  const { ports, channel } = delivery;
  const turn = await takeTurn(gate, delivery);
  if (!turn.mayContinue) return turn;
  const claimed: Delivery = {
    state: 'claimed',
    tries: stored.delivery.tries + 1,
    retryAt: stored.isNew ? turn.gate.lease.until : ports.clock.now() + CLAIM,
  };
  if (!stored.isNew && !(await ports.messages.move(stored, claimed))) return turn;
  // It was frozen meanwhile: another deliverer may have sent the message.
  if (ports.clock.now() >= claimed.retryAt) return { ...turn, mayContinue: false };
  const result = await publish(stored, { delivery, claimed });
  if (result.state === 'accepted')
    for (const follow of [endCovered, awaitAcknowledgement]) await follow(stored.message, delivery);
  await ports.messages.move(stored.isNew ? stored : { ...stored, delivery: claimed }, result);
  const { id, alertIds } = stored.message;
  if (result.state === 'dead') await notifyDead(delivery, { id, error: result.error ?? '' });
  // A service that throttles takes the next message no more than this one.
  const mayContinue = result.tries === claimed.tries;
  const notifyTime = notifyTimeOf({ message: stored.message, delivery: result });
  const message = { id, channel: channel.name, alertIds, state: result.state, ...defined({ notifyTime }) };
  return { ...turn, mayContinue, message };
}

/**
 * The claim is the deadline: after it, another deliverer may send the message. A refusal is a failed try. After a lost
 * answer the message is unsure, and is sent again when the claim ends.
 */
async function publish(
  { message, isNew }: Outgoing,
  { delivery, claimed }: { delivery: ChannelDelivery; claimed: Delivery },
): Promise<Delivery> {
  const { ports, channel } = delivery;
  const { tries, retryAt } = claimed;
  try {
    const snsMessageId = await ports.topic.publish(message, channel, {
      deadline: retryAt,
      isRepeat: !isNew,
    });
    return { state: 'accepted', tries, retryAt, snsMessageId, acceptedAt: ports.clock.now() };
  } catch (error) {
    if (!(error instanceof PublishRefused || error instanceof PublishUnsure)) throw error;
    const wait = error instanceof PublishThrottled ? error.retryAfter : backOff(tries);
    const isPatient = ports.clock.now() - message.createdAt < PATIENCE;
    // The service works and asks to wait: that is no failed try, for an hour.
    if (error instanceof PublishThrottled && isPatient)
      return { state: 'failed', tries: tries - 1, retryAt: ports.clock.now() + wait, error: error.message };
    if (tries >= MAX_TRIES) return { state: 'dead', tries, retryAt, error: error.message };
    if (error instanceof PublishUnsure) return { state: 'unsure', tries, retryAt, error: error.message };
    return { state: 'failed', tries, retryAt: ports.clock.now() + wait, error: error.message };
  }
}

async function notifyDead(
  { ports, channel }: ChannelDelivery,
  { id, error }: { id: string; error: string },
): Promise<void> {
  if (channel.name === OPERATORS) return;
  const incident = {
    subject: deadDeliverySubject(channel.name),
    kind: 'dead-delivery',
    since: ports.clock.now(),
    text:
      `A message to channel ${laneText(channel.name)} could not be sent in ${MAX_TRIES} tries: ${error} It is stored. ` +
      `Fix the cause, then run bellwether redrive ${id} to send it.`,
  } as const;
  await openIncident(ports, incident);
}
