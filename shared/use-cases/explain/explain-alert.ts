import type { AlertState, HoldReason } from '../../domain/alerts/alert.ts';
import type { Explanation } from '../../domain/pages/explanation.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../ports/ports.ts';
import { coveringWindow } from './covering-window.ts';
import type { ExplainPorts } from './explain-ports.ts';

/** What became of an alert, and which window brought what it tells. */
export async function explainAlert(
  { alert, state }: StoredAlert,
  { messages, windows }: Pick<ExplainPorts, 'messages' | 'windows'>,
): Promise<Explanation> {
  const { id: alertId, watchId, items } = alert;
  const [item] = items;
  const window =
    watchId !== undefined && item
      ? await coveringWindow(windows, { watchId, at: item.indexedAt })
      : undefined;
  const about = { alertId, ...(watchId !== undefined && { watchId }), ...(window && { window }) };
  if (state.state !== 'told') return { ...about, ...notNotified(state, alert.channel) };
  const { messageId } = state;
  return { ...about, messageId, ...delivered(await messages.get(messageId), alert.channel) };
}

const HELD: Readonly<Record<HoldReason, string>> = {
  'quiet-hours': 'the quiet hours of the channel are over',
  digest: 'the digest of the channel is due',
  group: 'its group is told',
  'storm-cap': 'the channel may tell more: it has told as many messages as its storm cap allows',
};

function notNotified(state: Exclude<AlertState, { state: 'told' }>, channel: string): Explanation {
  switch (state.state) {
    case 'pending': {
      const { dueAt, heldFor } = state;
      if (heldFor === undefined)
        return {
          standing: 'on-its-way',
          dueAt,
          text: `Its alert is due on the channel ${channel} and goes out with the next sweep.`,
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
        text: `A silence (${state.silenceId}) mutes its alert: ${state.reason}. It is kept and not told. bellwether silence lists silences and ends them.`,
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
      text: `It was told on the channel ${channel}; its message has been forgotten since.`,
    };
  const { state, tries, error = 'no reason is known', receipt, retryAt } = stored.delivery;
  switch (state) {
    case 'accepted':
      return {
        standing: 'told',
        text: `It was told on the channel ${channel}: SNS took the message of ${isoOf(stored.message.createdAt)} (${receipt ?? 'without an id'}). Whoever did not get it: bellwether status shows who has confirmed.`,
      };
    case 'dead':
      return {
        standing: 'failed-delivery',
        text: `SNS refused its message ${tries} times and it was given up: ${error}. bellwether redrive sends it again.`,
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
        text: `Its message to the channel ${channel} is on its way.`,
      };
  }
}
