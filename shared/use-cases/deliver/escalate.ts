import type { Alert } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { type Channel, channelNameOf } from '../../domain/channels/channel.ts';
import {
  type Escalation,
  escalatedAlert,
  escalationOf,
  idsOf,
  nextStep,
} from '../../domain/channels/escalation.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { isHandling } from '../../domain/pages/reader-action.ts';
import { HOUR } from '../../domain/time/instant.ts';
import { putAlert } from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';

type EscalationPorts = Pick<Ports, 'alerts' | 'clock' | 'definitions' | 'escalations' | 'readerActions'>;

/** How many are looked at in one sweep. The next sweep, a minute later, takes the others. */
const MOST = 200;
/** A page may have been opened so long before its form was sent. */
const OPENED_BEFORE = HOUR;

/**
 * Lets the critical alerts of a message wait to be acknowledged. Call it after the message was published, and before
 * that is recorded: a message that goes again does it again.
 */
export async function awaitAcknowledgement(
  { alertIds, severity }: Pick<Message, 'alertIds' | 'severity'>,
  { ports, channel }: { ports: Pick<Ports, 'clock' | 'escalations'>; channel: Channel },
): Promise<void> {
  const { name, escalate } = channel;
  if (escalate === undefined || severity !== 'critical') return;
  const sent = { channel: channelNameOf(name), sentAt: ports.clock.now() };
  await inParallel(alertIds, async (alertId) => {
    const escalation = escalationOf({ alertId, ...sent }, escalate);
    if (escalation) await ports.escalations.put(escalation);
  });
}

/**
 * Sends on what nobody has acknowledged in time. The alert is put before its next step is: a death between them puts
 * the same alert again, which changes nothing. What waits for a step that the file no longer has ends, so that it does
 * not go on should the step come back.
 */
export async function escalateDue(channels: readonly Channel[], ports: EscalationPorts): Promise<void> {
  const due = await ports.escalations.due(ports.clock.now(), MOST);
  await inParallel(due, (escalation) =>
    escalateOne(escalation, { channel: channels.find(({ name }) => name === escalation.channel), ports }),
  );
}

async function escalateOne(
  escalation: Escalation,
  { channel, ports }: { channel: Channel | undefined; ports: EscalationPorts },
): Promise<void> {
  const now = ports.clock.now();
  const steps = channel?.escalate ?? [];
  const planned = nextStep(escalation, steps, escalation.step);
  const [step, stored] = [steps[escalation.step], await ports.alerts.get(escalation.alertId)];
  if (!step || !planned || !stored || (await isAcknowledged(stored.alert, idsOf(escalation, steps), ports)))
    return ports.escalations.move(escalation, undefined);
  // The file has changed meanwhile: it is due later.
  if (planned.dueAt > now) return ports.escalations.move(escalation, planned);
  await putAlert(ports, escalatedAlert(stored.alert, escalation, step, now));
  await ports.escalations.move(escalation, nextStep(escalation, steps, escalation.step + 1));
}

/**
 * Whether somebody has taken care of an alert, of its story, or of what went on from it: by an acknowledgement, by
 * taking it, by a mute, or by a mark as not relevant.
 */
async function isAcknowledged(
  { watchId, story, createdAt }: Pick<Alert, 'watchId' | 'story' | 'createdAt'>,
  ids: readonly string[],
  { readerActions }: Pick<Ports, 'readerActions'>,
): Promise<boolean> {
  if (watchId === undefined) return false;
  const own = await inParallel(ids, (id) => readerActions.of(watchId, id));
  if (own.flat().some(isHandling)) return true;
  if (!story) return false;
  const others = await readerActions.acknowledgedSince(createdAt - OPENED_BEFORE);
  return others.some((action) => action.story === story.id && action.at >= createdAt && isHandling(action));
}

/** Whether an alert that was sent on waits for nobody any longer: its first one was acknowledged meanwhile. */
export async function isTakenCareOf(alert: Alert, ports: Pick<Ports, 'readerActions'>): Promise<boolean> {
  if (!alert.escalated) return false;
  return isAcknowledged(alert, [alert.id, alert.escalated.alertId], ports);
}
