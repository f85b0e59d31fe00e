import { nextSend, OPERATORS, withSend } from '../../domain/channels/channel.ts';
import { PublishRefused, PublishUnsure } from '../../domain/lib/errors.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { backOff, CLAIM, MAX_TRIES, type Delivery } from '../../domain/alerts/message.ts';
import { deadDeliverySubject } from '../../domain/incidents/incident.ts';
import type { StoredMessage } from '../ports/ports.ts';
import type { Sending } from './sending.ts';
import { openIncident } from '../alerts/notify-incidents.ts';

/** The longest a deliverer waits for its channel's rate; beyond that the next sweep goes on. */
const LONGEST_WAIT = 2 * SECOND;

/**
 * Claims a message, publishes it once and keeps the books. False when this deliverer must stop: the channel is at its
 * rate, or another one has taken over.
 */
export async function sendMessage(stored: StoredMessage, sending: Sending): Promise<boolean> {
  const { ports, channel, outcome } = sending;
  if (!(await waitForRate(sending))) return false;
  const claimed: Delivery = {
    state: 'claimed',
    tries: stored.delivery.tries + 1,
    retryAt: ports.clock.now() + CLAIM,
  };
  if (!(await ports.messages.move(stored, claimed))) return true;
  const result = await publish(stored, { sending, claimed });
  await ports.messages.move({ message: stored.message, delivery: claimed }, result);
  const { id, alertIds } = stored.message;
  outcome.messages.push({ id, channel: channel.name, alertIds, state: result.state });
  if (result.state === 'dead') await notifyDead(sending, { id, error: result.error ?? '' });
  return true;
}

/** Notes the sending time before the Publish: after a crash the rate still holds. */
async function waitForRate(sending: Sending): Promise<boolean> {
  const { ports, channel } = sending;
  const now = ports.clock.now();
  const wait = nextSend(sending.sent, now) - now;
  if (wait > LONGEST_WAIT) return false;
  if (wait > 0) await ports.clock.sleep(wait);
  const at = ports.clock.now();
  sending.sent = withSend(sending.sent, { at, channel });
  sending.lease = { ...sending.lease, until: at + MINUTE };
  return ports.gate.note(channel.name, sending.lease, sending.sent);
}

/** A refusal is a failed try; a lost answer is unsure and goes again when the claim ends. */
async function publish(
  { message }: StoredMessage,
  { sending, claimed }: { sending: Sending; claimed: Delivery },
): Promise<Delivery> {
  const { ports, channel } = sending;
  const { tries, retryAt } = claimed;
  try {
    const receipt = await ports.topic.publish(message, channel);
    return { state: 'accepted', tries, retryAt, receipt };
  } catch (error) {
    if (!(error instanceof PublishRefused || error instanceof PublishUnsure)) throw error;
    if (tries >= MAX_TRIES) return { state: 'dead', tries, retryAt, error: error.message };
    if (error instanceof PublishUnsure) return { state: 'unsure', tries, retryAt, error: error.message };
    return { state: 'failed', tries, retryAt: ports.clock.now() + backOff(tries), error: error.message };
  }
}

async function notifyDead(
  { ports, channel }: Sending,
  { id, error }: { id: string; error: string },
): Promise<void> {
  if (channel.name === OPERATORS) return;
  await openIncident(
    { ports, outcome: { alerts: 0, channels: [] } },
    {
      subject: deadDeliverySubject(channel.name),
      kind: 'dead-delivery',
      since: ports.clock.now(),
      text:
        `A message to the channel ${channel.name} could not be sent in ${MAX_TRIES} tries: ${error} It is kept and ` +
        `will not be tried again by itself. Mend the cause, then send it with: bellwether redrive ${id}`,
    },
  );
}
