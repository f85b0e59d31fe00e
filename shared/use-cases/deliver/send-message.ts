import { backOff, CLAIM, MAX_TRIES, type Delivery } from '../../domain/alerts/message.ts';
import { notifyTimeOf } from '../../domain/alerts/notify-time.ts';
import { OPERATORS } from '../../domain/channels/channel.ts';
import { laneText } from '../../domain/channels/lanes.ts';
import { deadDeliverySubject } from '../../domain/incidents/incident.ts';
import { defined } from '../../domain/lib/fields.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../domain/lib/errors.ts';
import type { DeliveryOutcome } from '../../domain/runs/outcome.ts';
import { HOUR } from '../../domain/time/instant.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import type { Outgoing } from '../ports/messages.ts';
import type { ChannelDelivery, DueDelivery } from './channel-delivery.ts';
import { endCovered } from './join-alerts.ts';
import { takeTurn, type Gate, type Turn } from './channel-gate.ts';

/** How long a service that throttles is waited for before its refusals count as failed tries. */
const PATIENCE = HOUR;

interface SendResult extends Turn {
  /** What became of the message; undefined when it was not published. */
  message?: DeliveryOutcome['messages'][number];
}

/**
 * Claims a message that was begun, publishes it once and records the result. Of a new message the gate of its urgency, which this
 * deliverer holds, keeps others away for as long as a claim would. After a death it is one that was begun.
 */
export async function sendMessage(
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
  if (result.state === 'accepted') await endCovered(stored.message, delivery);
  await ports.messages.move(stored.isNew ? stored : { ...stored, delivery: claimed }, result);
  const { id, alertIds } = stored.message;
  if (result.state === 'dead') await notifyDead(delivery, { id, error: result.error ?? '' });
  // A service that throttles takes the next message no more than this one.
  const mayContinue = result.tries === claimed.tries;
  const notifyTime = notifyTimeOf({ message: stored.message, delivery: result });
  const message = { id, channel: channel.name, alertIds, state: result.state, ...defined({ notifyTime }) };
  return { ...turn, mayContinue, message };
}

/** The claim is the deadline: after it, another deliverer may send the message. A refusal is a failed try. After a lost answer the message is unsure, and is sent again when the claim ends. */
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
