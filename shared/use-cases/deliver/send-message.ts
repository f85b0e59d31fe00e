import { backOff, CLAIM, MAX_TRIES, type Delivery } from '../../domain/alerts/message.ts';
import { nextSend, OPERATORS, withSend } from '../../domain/channels/channel.ts';
import { deadDeliverySubject } from '../../domain/incidents/incident.ts';
import { PublishRefused, PublishUnsure } from '../../domain/lib/errors.ts';
import type { DeliveryOutcome } from '../../domain/runs/outcome.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import type { StoredMessage } from '../ports/messages.ts';
import type { ChannelDelivery, Gate } from './channel-delivery.ts';

/** The longest that a deliverer waits for the channel's rate limit; the next sweep sends what has to wait longer. */
const LONGEST_WAIT = 2 * SECOND;

interface SendResult {
  gate: Gate;
  /** False: this deliverer must stop. The channel is at its rate limit, or another deliverer has its lease. */
  mayContinue: boolean;
  /** What became of the message; undefined when it was not published. */
  message?: DeliveryOutcome['messages'][number];
}

/** Claims a message, publishes it once and records the result. */
export async function sendMessage(
  stored: StoredMessage,
  { gate, ...delivery }: ChannelDelivery & { gate: Gate },
): Promise<SendResult> {
  const { ports, channel } = delivery;
  const turn = await waitForRate(gate, delivery);
  if (!turn.mayContinue) return turn;
  const claimed: Delivery = {
    state: 'claimed',
    tries: stored.delivery.tries + 1,
    retryAt: ports.clock.now() + CLAIM,
  };
  if (!(await ports.messages.move(stored, claimed))) return turn;
  const result = await publish(stored, { delivery, claimed });
  await ports.messages.move({ message: stored.message, delivery: claimed }, result);
  const { id, alertIds } = stored.message;
  if (result.state === 'dead') await notifyDead(delivery, { id, error: result.error ?? '' });
  return { ...turn, message: { id, channel: channel.name, alertIds, state: result.state } };
}

/** The sending time is written before the publish, so that the rate limit holds after a crash. */
async function waitForRate(gate: Gate, { ports, channel }: ChannelDelivery): Promise<SendResult> {
  const now = ports.clock.now();
  const wait = nextSend(gate.sent, now) - now;
  if (wait > LONGEST_WAIT) return { gate, mayContinue: false };
  if (wait > 0) await ports.clock.sleep(wait);
  const at = ports.clock.now();
  const sent = withSend(gate.sent, { at, channel });
  const lease = { ...gate.lease, until: at + MINUTE };
  return { gate: { lease, sent }, mayContinue: await ports.gate.note(channel.name, lease, sent) };
}

/** A refusal is a failed try. After a lost answer the message is unsure, and is sent again when the claim ends. */
async function publish(
  { message }: StoredMessage,
  { delivery, claimed }: { delivery: ChannelDelivery; claimed: Delivery },
): Promise<Delivery> {
  const { ports, channel } = delivery;
  const { tries, retryAt } = claimed;
  try {
    const snsMessageId = await ports.topic.publish(message, channel);
    return { state: 'accepted', tries, retryAt, snsMessageId };
  } catch (error) {
    if (!(error instanceof PublishRefused || error instanceof PublishUnsure)) throw error;
    if (tries >= MAX_TRIES) return { state: 'dead', tries, retryAt, error: error.message };
    if (error instanceof PublishUnsure) return { state: 'unsure', tries, retryAt, error: error.message };
    return { state: 'failed', tries, retryAt: ports.clock.now() + backOff(tries), error: error.message };
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
      `A message to channel ${channel.name} could not be sent in ${MAX_TRIES} tries: ${error} It is stored. ` +
      `Fix the cause, then run bellwether redrive ${id} to send it.`,
  } as const;
  await openIncident(ports, incident);
}
