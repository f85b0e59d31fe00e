import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isoOf } from '../../../../shared/domain/time/instant.ts';
import { serveApp } from '../../serve-app.ts';
import { ACCOUNT, type EngineAddress } from '../local-account.ts';
import type { RecordStore } from '../record-store.ts';
import type { SharedClock } from '../shared-clock.ts';
import { engineApp, EngineRefused } from '../engine-app.ts';
import { deliverMessage, isProgram, type Ways } from './deliver-message.ts';
import {
  answerXml,
  entriesOf,
  parsePublish,
  type PublishedMessage,
  refuseXml,
  type Xml,
} from './sns-wire.ts';
import {
  type ConfirmationRequest,
  keepSubscriptions,
  type Subscription,
  type Subscriptions,
  subscriptionSchema,
} from './subscriptions.ts';

/** A message that SNS has taken, with all its recipients. */
export interface CapturedMessage extends PublishedMessage {
  id: string;
  /** ISO time. */
  at: string;
  recipients: readonly { protocol: string; endpoint: string }[];
}

interface TopicEngineOrder extends Ways {
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
      assertTopic(message.topicArn);
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

/**
 * Keeps a message with its recipients, then delivers it to the queues among them. Web addresses get it after the
 * answer.
 */
async function publish(
  message: PublishedMessage,
  {
    order,
    subscriptions,
    underWay,
  }: { order: TopicEngineOrder; subscriptions: Subscriptions; underWay: Set<Promise<void>> },
): Promise<Xml> {
  const subscribers = subscriptions.reached(message.topicArn, message.attributes);
  const captured: CapturedMessage = {
    ...message,
    id: randomUUID(),
    at: isoOf(order.clock.now()),
    recipients: subscribers.map(({ protocol, endpoint }) => ({ protocol, endpoint })),
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
  return { MessageId: captured.id };
}

/** What SNS knows about SMS of an account. */
export interface SmsSettings {
  inSandbox: boolean;
  /** Dollars a month. Left out: it was never set. */
  monthlyLimit?: number;
  /** Numbers whose owners replied STOP. */
  optedOut: readonly string[];
}

/** An account outside of the sandbox, in which nothing was set. */
const NO_SMS_SETTINGS: SmsSettings = { inSandbox: false, optedOut: [] };

/** The actions about SMS. Their members begin with a small letter, as those of SNS do. */
function smsActions({ inSandbox, monthlyLimit, optedOut }: SmsSettings): Readonly<Record<string, Action>> {
  return {
    GetSMSSandboxAccountStatus: () => ({ IsInSandbox: String(inSandbox) }),
    GetSMSAttributes: () => ({
      attributes: monthlyLimit === undefined ? {} : entriesXml({ MonthlySpendLimit: String(monthlyLimit) }),
    }),
    ListPhoneNumbersOptedOut: (form) => {
      const { page, next } = pageOf(optedOut, form.get('nextToken'));
      return { phoneNumbers: { member: page }, ...(next !== undefined && { nextToken: next }) };
    },
  };
}

/** SNS lists a hundred at a time. */
const PAGE = 100;

function pageOf<T>(all: readonly T[], token: string | null): { page: readonly T[]; next?: string } {
  const from = Number(token ?? 0);
  const to = from + PAGE;
  return { page: all.slice(from, to), ...(to < all.length && { next: String(to) }) };
}

function entriesXml(values: Readonly<Record<string, string>>): Xml {
  return { entry: Object.entries(values).map(([key, value]) => ({ key, value })) };
}

/** One action of SNS: from the form of the request to the tree of its result. */
type Action = (form: URLSearchParams) => Xml | Promise<Xml>;

/** The actions on subscriptions. `topicOf` returns the topic that a form names, or throws when there is none. */
export function subscriptionActions(
  subscriptions: Subscriptions,
  topicOf: (form: URLSearchParams) => string,
): Readonly<Record<string, Action>> {
  const arnOf = (form: URLSearchParams) => form.get('SubscriptionArn') ?? '';
  return {
    Subscribe: (form) => {
      const attributes = entriesOf(form, 'Attributes').map((one) => [
        one.get('key') ?? '',
        one.get('value') ?? '',
      ]);
      const { arn, isPending = false } = subscriptions.subscribe({
        topicArn: topicOf(form),
        protocol: form.get('Protocol') ?? '',
        endpoint: form.get('Endpoint') ?? '',
        attributes: Object.fromEntries(attributes),
      });
      const isHidden = isPending && form.get('ReturnSubscriptionArn') !== 'true';
      return { SubscriptionArn: isHidden ? 'pending confirmation' : arn };
    },
    ConfirmSubscription: (form) => {
      const { arn } = subscriptions.confirm(topicOf(form), form.get('Token') ?? '');
      return { SubscriptionArn: arn };
    },
    Unsubscribe: (form) => {
      subscriptions.remove(arnOf(form));
      return {};
    },
    ListSubscriptionsByTopic: (form) => {
      const { page, next } = pageOf(subscriptions.of(topicOf(form)), form.get('NextToken'));
      return {
        Subscriptions: { member: page.map(memberOf) },
        ...(next !== undefined && { NextToken: next }),
      };
    },
    GetSubscriptionAttributes: (form) => ({
      Attributes: entriesXml(attributesOf(subscriptions.get(arnOf(form)))),
    }),
    SetSubscriptionAttributes: (form) => {
      const [name, value] = [form.get('AttributeName') ?? '', form.get('AttributeValue') ?? ''];
      subscriptions.set(arnOf(form), { name, value });
      return {};
    },
  };
}

/** SNS lists a pending subscription without its ARN, so that nobody can read, change or end it. */
function memberOf({ arn, topicArn, protocol, endpoint, isPending = false }: Subscription): Xml {
  return {
    SubscriptionArn: isPending ? 'PendingConfirmation' : arn,
    Owner: ACCOUNT,
    Protocol: protocol,
    Endpoint: endpoint,
    TopicArn: topicArn,
  };
}

function attributesOf({
  arn,
  topicArn,
  protocol,
  endpoint,
  attributes,
  isPending = false,
}: Subscription): Record<string, string> {
  return {
    SubscriptionArn: arn,
    TopicArn: topicArn,
    Owner: ACCOUNT,
    Protocol: protocol,
    Endpoint: endpoint,
    PendingConfirmation: String(isPending),
    ConfirmationWasAuthenticated: String(!isPending),
    RawMessageDelivery: 'false',
    ...attributes,
    ...('FilterPolicy' in attributes ? { FilterPolicyScope: 'MessageAttributes' } : {}),
  };
}

/**
 * Keeps messages in a file, one line of JSON each, oldest first, and gives each to `onMessage` after that. The
 * operating system has the line when it returns.
 */
export function openOutbox(
  file: string,
  onMessage: (message: CapturedMessage) => void,
): (message: CapturedMessage) => void {
  mkdirSync(dirname(file), { recursive: true });
  return (message) => {
    appendFileSync(file, `${JSON.stringify(message)}\n`);
    onMessage(message);
  };
}
