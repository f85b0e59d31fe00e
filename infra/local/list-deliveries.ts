import type { Store } from '../../shared/aws/dynamo/open-store.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import { channelNameOf, lanesOf, transportOf } from '../../shared/domain/channels/lanes.ts';
import type { TransportName } from '../../shared/domain/channels/transports.ts';
import { DAY, type Instant, isoOf } from '../../shared/domain/time/instant.ts';
import {
  type Message,
  type MessageTexts,
  PROTOCOLS,
  type Protocol,
} from '../../shared/domain/alerts/message.ts';
import type { PageLinks } from '../../shared/domain/pages/page-links.ts';
import { composeWithLinks } from '../../shared/render/message/compose-message.ts';
import type { StoredAlert } from '../../shared/use-cases/ports/alerts.ts';
import type { StoredMessage } from '../../shared/use-cases/ports/messages.ts';

/** One message on one protocol or transport of its channel, as `--once --json` lists it. */
export interface DeliveryEntry {
  /** Id of the message, or of the alert while it is in no message yet. */
  id: string;
  /** The first alert of the message. */
  alertId: string;
  alertIds: readonly string[];
  channel: string;
  /** How SNS delivers it, or the transport of another lane. */
  protocol: Protocol | TransportName;
  subject: string;
  body: string;
  severity: string;
  /** Of an SMS: how many parts each number gets, and what all parts cost, if the channel has a price. */
  parts?: number;
  cost?: number;
  /** `accepted` by SNS; else `pending`, `claimed`, `unsure`, `failed` or `dead`. */
  status: string;
  /** ISO time of the next try, while the message is not sent. */
  dueAt?: string;
}

/** Later than any message can be due. */
const AHEAD = 400 * DAY;
const MOST = 10_000;

/** Lists the sent messages by their ids, and all that still waits on any channel, each with its link to a receipt. */
export async function listDeliveries(
  store: Store,
  { sent, now, links }: { sent: Iterable<string>; now: Instant; links: PageLinks },
): Promise<DeliveryEntry[]> {
  const channels = new Map(
    (await store.definitions.channels()).flatMap(lanesOf).map((lane) => [lane.name, lane]),
  );
  const messages = new Map<string, StoredMessage>();
  const alerts: StoredAlert[] = [];
  for (const id of sent) {
    const found = await store.messages.get(id);
    if (found) messages.set(id, found);
  }
  for (const name of channels.keys()) {
    const waiting = await store.outbox.due(name, now + AHEAD, MOST);
    for (const stored of waiting.messages) messages.set(stored.message.id, stored);
    alerts.push(...waiting.alerts);
  }
  const compose = composeWithLinks(links);
  return [
    ...[...messages.values()].flatMap((stored) => entriesOf(stored, channels.get(stored.message.channel))),
    ...alerts.flatMap((stored) =>
      pendingEntries(stored, { channel: channels.get(stored.alert.channel), now, compose }),
    ),
  ];
}

function entriesOf({ message, delivery }: StoredMessage, channel: Channel | undefined): DeliveryEntry[] {
  if (!channel) return [];
  const ended = delivery.state === 'accepted' || delivery.state === 'dead';
  return perProtocol(message, channel).map((entry) => ({
    ...entry,
    status: delivery.state,
    ...(ended ? {} : { dueAt: isoOf(delivery.retryAt) }),
  }));
}

/** The texts of a pending alert as if it were sent alone. A brief may collect several. */
function pendingEntries(
  { alert, state }: StoredAlert,
  given: { channel: Channel | undefined; now: Instant; compose: ReturnType<typeof composeWithLinks> },
): DeliveryEntry[] {
  const { channel, now, compose } = given;
  if (!channel || state.state !== 'pending') return [];
  const dueAt = isoOf(state.dueAt);
  return perProtocol(compose([alert], { channel, now }), channel).map((entry) => ({
    ...entry,
    id: alert.id,
    status: 'pending',
    dueAt,
  }));
}

function perProtocol(message: Message, channel: Channel): Omit<DeliveryEntry, 'status'>[] {
  const transport = transportOf(channel.name);
  if (transport !== undefined) {
    const { id, alertIds, severity, texts } = message;
    const head = { id, alertId: alertIds[0] ?? '', alertIds, channel: channelNameOf(channel.name) };
    return [{ ...head, protocol: transport, subject: texts.subject, body: texts.email, severity }];
  }
  return PROTOCOLS.flatMap((protocol) => {
    const body = textFor(message.texts, protocol);
    if (channel[protocol].length === 0 || body === undefined) return [];
    const { id, alertIds, severity, texts } = message;
    const head = { id, alertId: alertIds[0] ?? '', alertIds, channel: channel.name, protocol };
    const { parts, cost } = (protocol === 'sms' ? message.sms : undefined) ?? {};
    const bill = { ...(parts !== undefined && { parts }), ...(cost !== undefined && { cost }) };
    return [{ ...head, subject: texts.subject, body, severity, ...bill }];
  });
}

function textFor(texts: MessageTexts, protocol: Protocol): string | undefined {
  if (protocol === 'email') return texts.email;
  return protocol === 'sms' ? texts.sms : texts.json;
}
