import { randomUUID } from 'node:crypto';
import { isoOf } from '../../../../shared/domain/instant.ts';
import { ACCOUNT, type EngineAddress } from '../local-account.ts';
import type { RecordStore } from '../record-store.ts';
import type { SharedClock } from '../shared-clock.ts';
import { serveLoopback, type WireAnswer, type WireRequest } from '../wire/loopback-server.ts';
import { type MessageAttributes, parsePublish, type PublishedMessage, textFor } from './published-message.ts';
import { answerXml, entriesOf, refuseXml, SnsRefused, type Xml } from './sns-wire.ts';
import { keepSubscriptions, type Subscription, subscriptionSchema } from './subscriptions.ts';

export { textFor };

/** A message that SNS has taken, with everyone whom it would hand it to. */
export interface CapturedMessage extends PublishedMessage {
  id: string;
  /** ISO time. */
  at: string;
  recipients: readonly { protocol: string; endpoint: string }[];
}

export interface TopicEngineOrder {
  topics: readonly string[];
  store: RecordStore;
  clock: SharedClock;
  /** Keeps a message; it is accepted only after that. */
  capture: (message: CapturedMessage) => void;
  /** Hands a message to a queue; false when the queue is not on this machine. */
  sendToQueue: (arn: string, body: string) => Promise<boolean>;
}

/** SNS on this machine: takes what SNS takes, refuses what it refuses, and keeps each message instead of sending it. */
export interface TopicEngine extends EngineAddress {
  stop(): Promise<void>;
}

const PAGE = 100;

export async function startTopicEngine(order: TopicEngineOrder): Promise<TopicEngine> {
  const subscriptions = keepSubscriptions(order.store.records('subscription', subscriptionSchema));
  const assertTopic = (arn: string | null): string => {
    if (arn === null || !order.topics.includes(arn))
      throw new SnsRefused('NotFound', 'Topic does not exist', 404);
    return arn;
  };

  async function publish(form: URLSearchParams): Promise<Xml> {
    const message = parsePublish(form);
    const subscribers =
      message.topicArn === undefined
        ? []
        : subscriptions.reached(assertTopic(message.topicArn), message.attributes);
    const id = randomUUID();
    const at = isoOf(order.clock.now());
    const direct = message.phone === undefined ? [] : [{ protocol: 'sms', endpoint: message.phone }];
    const recipients = [...direct, ...subscribers.map(({ protocol, endpoint }) => ({ protocol, endpoint }))];
    const captured = { ...message, id, at, recipients };
    order.capture(captured);
    for (const subscriber of subscribers.filter(({ protocol }) => protocol === 'sqs')) {
      await order.sendToQueue(subscriber.endpoint, queueBody(captured, subscriber));
    }
    return [['MessageId', id]];
  }

  const actions: Readonly<Record<string, (form: URLSearchParams) => Xml | Promise<Xml>>> = {
    Publish: publish,
    Subscribe: (form) => {
      const { arn } = subscriptions.subscribe({
        topicArn: assertTopic(form.get('TopicArn')),
        protocol: form.get('Protocol') ?? '',
        endpoint: form.get('Endpoint') ?? '',
        attributes: Object.fromEntries(
          entriesOf(form, 'Attributes').map((entry) => [entry.get('key') ?? '', entry.get('value') ?? '']),
        ),
      });
      return [['SubscriptionArn', arn]];
    },
    Unsubscribe: (form) => {
      subscriptions.remove(form.get('SubscriptionArn') ?? '');
      return [];
    },
    ListSubscriptionsByTopic: (form) => {
      const all = subscriptions.of(assertTopic(form.get('TopicArn')));
      const from = Number(form.get('NextToken') ?? 0);
      const page: Xml = all.slice(from, from + PAGE).map((one) => ['member', memberOf(one)] as const);
      const next: Xml = from + PAGE < all.length ? [['NextToken', String(from + PAGE)]] : [];
      return [['Subscriptions', page], ...next];
    },
    GetSubscriptionAttributes: (form) => {
      const attributes = attributesOf(subscriptions.get(form.get('SubscriptionArn') ?? ''));
      const entries: Xml = Object.entries(attributes).map(
        ([key, value]) => ['entry', [['key', key] as const, ['value', value] as const]] as const,
      );
      return [['Attributes', entries]];
    },
    SetSubscriptionAttributes: (form) => {
      const [name, value] = [form.get('AttributeName') ?? '', form.get('AttributeValue') ?? ''];
      subscriptions.set(form.get('SubscriptionArn') ?? '', { name, value });
      return [];
    },
  };

  async function answer({ body }: WireRequest): Promise<WireAnswer> {
    const form = new URLSearchParams(body);
    const action = form.get('Action') ?? '';
    try {
      const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (!run) throw new SnsRefused('InvalidAction', `The operation ${action} is not known on this machine`);
      return answerXml(action, await run(form));
    } catch (cause) {
      if (cause instanceof SnsRefused) return refuseXml(cause);
      throw cause;
    }
  }

  const server = await serveLoopback(answer);
  return { url: server.url, stop: server.close };
}

function memberOf({ arn, topicArn, protocol, endpoint }: Subscription): Xml {
  return [
    ['SubscriptionArn', arn],
    ['Owner', ACCOUNT],
    ['Protocol', protocol],
    ['Endpoint', endpoint],
    ['TopicArn', topicArn],
  ];
}

function attributesOf({
  arn,
  topicArn,
  protocol,
  endpoint,
  attributes,
}: Subscription): Record<string, string> {
  return {
    SubscriptionArn: arn,
    TopicArn: topicArn,
    Owner: ACCOUNT,
    Protocol: protocol,
    Endpoint: endpoint,
    PendingConfirmation: 'false',
    ConfirmationWasAuthenticated: 'true',
    RawMessageDelivery: 'false',
    ...attributes,
    ...('FilterPolicy' in attributes ? { FilterPolicyScope: 'MessageAttributes' } : {}),
  };
}

/** What stands in the queue: the text as it is, or in SNS's envelope. */
function queueBody(message: CapturedMessage, { attributes }: Subscription): string {
  const text = textFor(message, 'sqs');
  if (attributes['RawMessageDelivery'] === 'true') return text;
  return JSON.stringify({
    Type: 'Notification',
    MessageId: message.id,
    TopicArn: message.topicArn,
    ...(message.subject === undefined ? {} : { Subject: message.subject }),
    Message: text,
    Timestamp: message.at,
    MessageAttributes: envelopeAttributes(message.attributes),
  });
}

function envelopeAttributes(attributes: MessageAttributes): object {
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([name, { type, value }]) => [name, { Type: type, Value: value }]));
}
