import type { AlertState, HoldReason } from '../../domain/alerts/alert.ts';
import type { Explanation } from '../../domain/pages/explanation.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../ports/alerts.ts';
import { findCoveringWindow } from './find-covering-window.ts';
import type { ExplainPorts } from './explain-ports.ts';

/** What became of an alert, and the window that found its first item. */
export async function explainAlert(
  { alert, state }: StoredAlert,
  { messages, windows }: Pick<ExplainPorts, 'messages' | 'windows'>,
): Promise<Explanation> {
  const { id: alertId, watchId, items } = alert;
  const [item] = items;
  const window =
    watchId !== undefined && item
      ? await findCoveringWindow(windows, { watchId, at: item.indexedAt })
      : undefined;
  const about = { alertId, ...(watchId !== undefined && { watchId }), ...(window && { window }) };
  if (state.state !== 'told') return { ...about, ...notNotified(state, alert.channel) };
  const { messageId } = state;
  return { ...about, messageId, ...delivered(await messages.get(messageId), alert.channel) };
}

const HELD: Readonly<Record<HoldReason, string>> = {
  'quiet-hours': 'the quiet hours of the channel end',
  digest: 'the digest of the channel is due',
  group: 'the alerts of its group are sent',
  'storm-cap': 'the storm cap of the channel allows another message',
};

function notNotified(state: Exclude<AlertState, { state: 'told' }>, channel: string): Explanation {
  switch (state.state) {
    case 'pending': {
      const { dueAt, heldFor } = state;
      if (heldFor === undefined)
        return {
          standing: 'on-its-way',
          dueAt,
          text: `Its alert is due on the channel ${channel} and is sent with the next sweep.`,
        };
      return {
        standing: heldFor === 'storm-cap' ? 'storm-cap' : 'held',
        dueAt,
        text: `Its alert is held on the channel ${channel} until ${HELD[heldFor]}: ${isoOf(dueAt)}.`,
      };
    }
    case 'silenced':
      return {
        standing: 'silenced',
        text: `A silence (${state.silenceId}) mutes its alert: ${state.reason}. The alert is kept and not sent. bellwether silence lists silences and ends them.`,
      };
    case 'dropped':
      return { standing: 'dropped', text: `Its alert was dropped: ${state.reason}.` };
  }
}

function delivered(
  stored: Awaited<ReturnType<ExplainPorts['messages']['get']>>,
  channel: string,
): Explanation {
  if (!stored)
    return {
      standing: 'told',
      text: `It was sent on the channel ${channel}; its message is not kept any more.`,
    };
  const { state, tries, error = 'no reason is known', messageId, retryAt } = stored.delivery;
  switch (state) {
    case 'accepted':
      return {
        standing: 'told',
        text: `It was sent on the channel ${channel}: SNS accepted the message of ${isoOf(stored.message.createdAt)} (${messageId ?? 'without an id'}). If someone did not get it: bellwether status shows whose subscriptions are confirmed.`,
      };
    case 'dead':
      return {
        standing: 'failed-delivery',
        text: `SNS refused its message ${tries} times, and it is not tried again: ${error}. bellwether redrive sends it again.`,
      };
    case 'failed':
      return {
        standing: 'failed-delivery',
        dueAt: retryAt,
        text: `SNS refused its message: ${error}. It is tried again at ${isoOf(retryAt)}.`,
      };
    case 'pending':
    case 'claimed':
    case 'unsure':
      return {
        standing: 'on-its-way',
        dueAt: retryAt,
        text: `Its message to the channel ${channel} is being sent.`,
      };
  }
}
