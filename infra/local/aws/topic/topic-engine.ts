import { randomUUID } from 'node:crypto';
import { isoOf } from '../../../../shared/domain/time/instant.ts';
import { serveApp } from '../../http/serve-app.ts';
import type { EngineAddress } from '../local-account.ts';
import type { RecordStore } from '../record-store.ts';
import type { SharedClock } from '../shared-clock.ts';
import { engineApp } from '../wire/engine-app.ts';
import { EngineRefused } from '../wire/engine-refused.ts';
import { deliverMessage, isProgram, type Ways } from './deliver-message.ts';
import { parsePublish, type PublishedMessage, textFor } from './published-message.ts';
import { answerXml, refuseXml, type Xml } from './sns-wire.ts';
import { NO_SMS_SETTINGS, type SmsSettings, smsActions } from './sms-actions.ts';
import { type Action, subscriptionActions } from './subscription-actions.ts';
import {
  type ConfirmationRequest,
  keepSubscriptions,
  subscriptionSchema,
  type Subscriptions,
} from './subscriptions.ts';

export { textFor };

/** A message that SNS has taken, with all its recipients. */
export interface CapturedMessage extends PublishedMessage {
  id: string;
  /** ISO time. */
  at: string;
  recipients: readonly { protocol: string; endpoint: string }[];
}

export interface TopicEngineOrder extends Ways {
  topics: readonly string[];
  store: RecordStore;
  clock: SharedClock;
  /** Keeps a message. It is accepted only after that. */
  capture: (message: CapturedMessage) => void;
  /** Sends an e-mail or web address its request to confirm. Left out: every subscription is confirmed at once. */
  askToConfirm?: (request: ConfirmationRequest) => void;
  /** What the account says about SMS. */
  sms?: SmsSettings;
}

/** SNS on this machine. It accepts and refuses what SNS does, and keeps each message instead of sending it. */
export interface TopicEngine extends EngineAddress {
  /** Resolves when no delivery to a web address is under way. */
  delivered: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startTopicEngine(order: TopicEngineOrder): Promise<TopicEngine> {
  const subscriptions = keepSubscriptions(
    order.store.records('subscription', subscriptionSchema),
    order.askToConfirm,
  );
  const assertTopic = (arn: string | null): string => {
    if (arn === null || !order.topics.includes(arn))
      throw new EngineRefused('NotFound', 'Topic does not exist', 404);
    return arn;
  };
  const underWay = new Set<Promise<void>>();
  const delivered = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  const actions: Readonly<Record<string, Action>> = {
    ...smsActions(order.sms ?? NO_SMS_SETTINGS),
    ...subscriptionActions(subscriptions, (form) => assertTopic(form.get('TopicArn'))),
    Publish: (form) => {
      const message = parsePublish(form);
      if (message.topicArn !== undefined) assertTopic(message.topicArn);
      return publish(message, { order, subscriptions, underWay });
    },
  };

  const app = engineApp((cause) => (cause instanceof EngineRefused ? refuseXml(cause) : undefined));
  app.all('*', async (call) => {
    const form = new URLSearchParams(call.get('body'));
    const action = form.get('Action') ?? '';
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run)
      throw new EngineRefused('InvalidAction', `The operation ${action} is not known on this machine`);
    return answerXml(action, await run(form));
  });
  const server = await serveApp(app);
  return {
    url: server.url,
    delivered,
    stop: async () => {
      await server.close();
      await delivered();
    },
  };
}

/** Keeps a message with its recipients, then delivers it to the queues among them. Web addresses get it after the answer. */
async function publish(
  message: PublishedMessage,
  {
    order,
    subscriptions,
    underWay,
  }: { order: TopicEngineOrder; subscriptions: Subscriptions; underWay: Set<Promise<void>> },
): Promise<Xml> {
  const { topicArn, phone, attributes } = message;
  const subscribers = topicArn === undefined ? [] : subscriptions.reached(topicArn, attributes);
  const direct = phone === undefined ? [] : [{ protocol: 'sms', endpoint: phone }];
  const captured: CapturedMessage = {
    ...message,
    id: randomUUID(),
    at: isoOf(order.clock.now()),
    recipients: [...direct, ...subscribers.map(({ protocol, endpoint }) => ({ protocol, endpoint }))],
  };
  order.capture(captured);
  for (const subscriber of subscribers.filter(isProgram)) {
    const delivery = deliverMessage(captured, subscriber, order);
    if (subscriber.protocol === 'sqs') await delivery;
    else {
      const tracked = delivery.finally(() => underWay.delete(tracked));
      underWay.add(tracked);
    }
  }
  return [['MessageId', captured.id]];
}
