import { type Alert, findingAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import type { Message } from '../../../../shared/domain/alerts/message.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { BatchReason } from '../../../../shared/domain/channels/message-plan.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { entriesOf, viewMessage } from '../../../../shared/render/message/view-message.ts';
import type { MessageView } from '../../../../shared/render/message/message-view.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../../ports/examples.ts';

/** An alert of a watch about the n-th example finding. */
export function alertAbout(n: number, finding: Partial<Finding> = {}, watch: Partial<Watch> = {}): Alert {
  return findingAlertOf(aWatch(watch), { finding: aFinding(n, finding), foundAt: NOON });
}

/** The message of these alerts to a channel with e-mail and SMS. */
export function compose(
  alerts: readonly Alert[],
  channel: Partial<Channel> = {},
  because: BatchReason = 'group',
): Message {
  return composeMessage(alerts, {
    channel: aChannel({ sms: ['+33600000000'], ...channel }),
    now: NOON,
    because,
  });
}

/** What a message of these alerts says, with links on every entry. */
export function viewOf(
  alerts: readonly Alert[],
  { because = 'group', ...channel }: Partial<Channel> & { because?: BatchReason } = {},
): MessageView {
  return viewMessage(entriesOf(alerts), {
    channel: aChannel(channel),
    because,
    linkOf: ({ id }) => `https://pages.example/r/${id}`,
    quieterOf: ({ id }) => `https://pages.example/q/${id}`,
    all: 'https://pages.example/m/all',
  });
}
