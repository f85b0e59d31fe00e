import { lookUp } from '../../../../shared/domain/lib/fields.ts';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { ACCOUNT } from '../local-account.ts';
import type { Records } from '../record-store.ts';
import { parseFilterPolicy, passes } from './filter-policy.ts';
import type { MessageAttributes } from './published-message.ts';
import { EngineRefused } from '../wire/engine-refused.ts';
import { invalidParameter } from './sns-wire.ts';

export const subscriptionSchema = z.object({
  arn: z.string(),
  topicArn: z.string(),
  protocol: z.string(),
  endpoint: z.string(),
  attributes: z.record(z.string(), z.string()),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** How many subscriptions of one topic may have a filter policy. */
const MOST_POLICIES = 200;

/** The form of an endpoint of each protocol. Other protocols are not known on this machine. */
const ENDPOINTS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+$/,
  'email-json': /^[^\s@]+@[^\s@]+$/,
  sms: /^\+[1-9]\d{4,14}$/,
  http: /^http:\/\/\S+$/,
  https: /^https:\/\/\S+$/,
  sqs: /^arn:aws:sqs:[\w-]+:\d{12}:[\w-]+$/,
};

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  RawMessageDelivery: ['true', 'false'],
  FilterPolicyScope: ['MessageAttributes'],
};

/** The subscriptions of the topics. Here all of them are confirmed at once. */
export interface Subscriptions {
  /** Returns the existing one for the same topic, protocol and endpoint. Other attributes for it are refused. */
  subscribe(wanted: Omit<Subscription, 'arn'>): Subscription;
  get(arn: string): Subscription;
  set(arn: string, attribute: { name: string; value: string }): void;
  remove(arn: string): void;
  of(topicArn: string): Subscription[];
  /** Those whose filter policy a message with these attributes passes. */
  reached(topicArn: string, attributes: MessageAttributes): Subscription[];
}

/** @throws EngineRefused from every function, as SNS would. */
export function keepSubscriptions(records: Records<Subscription>): Subscriptions {
  const of = (topicArn: string) => records.all().filter((one) => one.topicArn === topicArn);
  const get = (arn: string): Subscription => {
    const found = records.get(arn);
    if (!found) throw new EngineRefused('NotFound', 'Subscription does not exist', 404);
    return found;
  };
  const put = (subscription: Subscription): void => {
    const policies = of(subscription.topicArn).filter(({ arn, attributes }) => {
      return arn !== subscription.arn && attributes['FilterPolicy'] !== undefined;
    });
    if (subscription.attributes['FilterPolicy'] !== undefined && policies.length >= MOST_POLICIES) {
      throw new EngineRefused(
        'FilterPolicyLimitExceeded',
        'Filter policy limit exceeded for this topic',
        403,
      );
    }
    records.put(subscription.arn, subscription);
  };
  return {
    of,
    get,
    subscribe: ({ topicArn, protocol, endpoint, attributes: given }) => {
      const form = lookUp(ENDPOINTS, protocol);
      if (!form) throw invalidParameter(`Protocol Reason: ${protocol} is not known on this machine`);
      if (!form.test(endpoint)) throw invalidParameter('Endpoint');
      const attributes = normalize(given);
      const arn = `${topicArn}:${idOf(protocol, endpoint)}`;
      const existing = records.get(arn);
      if (existing && !isDeepStrictEqual(existing.attributes, attributes)) {
        throw invalidParameter('Attributes Reason: Subscription already exists with different attributes');
      }
      const subscription = existing ?? { arn, topicArn, protocol, endpoint, attributes };
      if (!existing) put(subscription);
      return subscription;
    },
    set: (arn, { name, value }) => {
      const subscription = get(arn);
      put({ ...subscription, attributes: normalize({ ...subscription.attributes, [name]: value }) });
    },
    remove: (arn) => {
      records.remove(arn);
    },
    reached: (topicArn, attributes) =>
      of(topicArn).filter(({ attributes: own }) => {
        const policy = own['FilterPolicy'];
        return policy === undefined || passes(parseFilterPolicy(policy), attributes);
      }),
  };
}

/** Checks attributes. An empty filter policy counts as none. */
function normalize(given: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === 'FilterPolicy') {
      const policy = parseFilterPolicy(value === '' ? '{}' : value);
      if (Object.keys(policy).length > 0) kept[name] = JSON.stringify(policy);
    } else if (lookUp(FLAGS, name)?.includes(value)) kept[name] = value;
    else throw invalidParameter(`AttributeName Reason: ${name}=${value} is not known on this machine`);
  }
  return kept;
}

/** A UUID made of protocol and endpoint: a subscription has the same ARN on every machine. */
function idOf(protocol: string, endpoint: string): string {
  const hex = createHash('sha256').update(`${ACCOUNT} ${protocol} ${endpoint}`).digest('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}
