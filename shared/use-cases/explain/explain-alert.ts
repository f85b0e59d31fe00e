import type { Ports } from '../ports/ports.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { AlertState, HoldReason, JoinedTo } from '../../domain/alerts/alert-state.ts';
import { laneText } from '../../domain/channels/lanes.ts';
import type { Explanation } from '../../domain/pages/explanation.ts';
import { namedTime } from '../../domain/time/wall-clock.ts';
import { alertFoundBy, zoneOf } from './find-discovery.ts';

/** What an explanation is read from. It calls no service. */
export interface ExplainPorts {
  definitions: Pick<Ports['definitions'], 'watches' | 'channel'>;
  states: Pick<Ports['states'], 'read'>;
  findings: Pick<Ports['findings'], 'read'>;
  windows: Pick<Ports['windows'], 'covering'>;
  alerts: Pick<Ports['alerts'], 'get'>;
  messages: Pick<Ports['messages'], 'get'>;
  stories: Pick<Ports['stories'], 'read'>;
}

/** What became of an alert, and what first found its first item. It says the same after its watch is removed. */
export async function explainAlert(
  { alert, state }: StoredAlert,
  { messages, windows, definitions }: Pick<ExplainPorts, 'messages' | 'windows' | 'definitions'>,
): Promise<Explanation> {
  const { id: alertId, watchId } = alert;
  const channel = laneText(alert.channel);
  const [timezone, found] = await Promise.all([zoneOf(alert, definitions), alertFoundBy(alert, windows)]);
  const about = {
    alertId,
    timezone,
    ...(watchId !== undefined && { watchId }),
    ...(found && { foundBy: found, ...(found.window && { window: found.window }) }),
  };
  if (state.state === 'dropped' && state.joinedTo)
    return { ...about, ...(await joined(state.joinedTo, { messages, channel, timezone })) };
  if (state.state !== 'told') return { ...about, ...notNotified(state, { channel, timezone }) };
  const { messageId } = state;
  const stored = await messages.get(messageId);
  const { text, ...rest } = delivered(stored, { channel, timezone });
  const listed = !stored?.message.unlisted?.includes(alertId);
  const summary = ' In the message it is counted in the summary, not listed.';
  return { ...about, messageId, ...rest, text: listed ? text : text + summary, ...(!listed && { listed }) };
}

/** Where an alert goes, and the zone of its times. */
interface Place {
  channel: string;
  timezone: string;
}

const HELD: Readonly<Record<HoldReason, string>> = {
  'quiet-hours': 'the quiet hours of the channel end',
  brief: 'the brief of the channel is due',
  group: 'the alerts of its group are sent',
  'storm-cap': 'the message limit of the channel allows another message',
};

function notNotified(
  state: Exclude<AlertState, { state: 'told' }>,
  { channel, timezone }: Place,
): Explanation {
  switch (state.state) {
    case 'pending': {
      const { dueAt, heldFor } = state;
      if (heldFor === undefined)
        return {
          standing: 'on-its-way',
          dueAt,
          text: `Its alert is due on channel ${channel}. The next sweep sends it.`,
        };
      return {
        standing: heldFor === 'storm-cap' ? 'storm-cap' : 'held',
        dueAt,
        text: `Its alert waits on channel ${channel} until ${HELD[heldFor]}: ${namedTime(dueAt, timezone)}.`,
      };
    }
    case 'silenced':
      return {
        standing: 'silenced',
        text: `Silence ${state.silenceId} mutes its alert: ${state.reason}. The alert is stored and not sent. Run bellwether silence to list or end silences.`,
      };
    case 'dropped':
      return { standing: 'dropped', text: `Its alert was dropped: ${state.reason}.` };
  }
}

/** Its story was sent in the message of another watch, if that was sent. */
async function joined(
  joinedTo: JoinedTo,
  { messages, ...place }: Place & Pick<ExplainPorts, 'messages'>,
): Promise<Explanation> {
  const { watchId, alertId, messageId } = joinedTo;
  const { text } = delivered(await messages.get(messageId), place);
  return {
    standing: 'joined',
    messageId,
    joinedTo,
    text: `Its story was joined to alert ${alertId} of watch ${watchId}, of which the channel had been notified, so it was not sent again. Of that message: ${text}`,
  };
}

function delivered(
  stored: Awaited<ReturnType<ExplainPorts['messages']['get']>>,
  { channel, timezone }: Place,
): Explanation {
  if (!stored)
    return {
      standing: 'told',
      text: `It was sent to channel ${channel}. Its message is no longer stored.`,
    };
  const { state, tries, error = 'unknown reason', snsMessageId, retryAt } = stored.delivery;
  switch (state) {
    case 'accepted':
      return {
        standing: 'told',
        text: `It was sent to channel ${channel}. SNS accepted the message of ${namedTime(stored.message.createdAt, timezone)} (${snsMessageId ?? 'without an id'}). If someone did not receive it, run bellwether status to see which subscriptions are confirmed.`,
      };
    case 'dead':
      return {
        standing: 'failed-delivery',
        text: `SNS rejected its message ${tries} times for good: ${error}. Run bellwether redrive to send it again.`,
      };
    case 'failed':
      return {
        standing: 'failed-delivery',
        dueAt: retryAt,
        text: `SNS rejected its message: ${error}. The next try is at ${namedTime(retryAt, timezone)}.`,
      };
    case 'pending':
    case 'claimed':
    case 'unsure':
      return {
        standing: 'on-its-way',
        dueAt: retryAt,
        text: `Its message to channel ${channel} is being sent.`,
      };
  }
}
