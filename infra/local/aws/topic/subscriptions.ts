import { lookUp } from '../../../../shared/domain/lib/fields.ts';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { ACCOUNT } from '../local-account.ts';
import type { Records } from '../record-store.ts';
import { parseFilterPolicy, passes } from './filter-policy.ts';
import { parseRedrivePolicy } from './redrive-policy.ts';
import type { MessageAttributes } from './published-message.ts';
import { EngineRefused } from '../wire/engine-refused.ts';
import { invalidParameter } from './sns-wire.ts';

export const subscriptionSchema = z.object({
  arn: z.string(),
  topicArn: z.string(),
  protocol: z.string(),
  endpoint: z.string(),
  attributes: z.record(z.string(), z.string()),
  /** True until somebody with this endpoint confirms it. */
  isPending: z.boolean().optional(),
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

/** What SNS sends to an endpoint that must confirm. */
export interface ConfirmationRequest {
  topicArn: string;
  protocol: string;
  endpoint: string;
  /** Confirms the subscription, with ConfirmSubscription. */
  token: string;
}

/** The protocols whose endpoints must confirm: a number and a queue of the same account need not. */
const CONFIRMING: ReadonlySet<string> = new Set(['email', 'email-json', 'http', 'https']);

/** The subscriptions of the topics. Messages do not reach a pending one. */
export interface Subscriptions {
  /** Returns the existing one for the same topic, protocol and endpoint. Other attributes for it are refused. */
  subscribe(wanted: Omit<Subscription, 'arn'>): Subscription;
  get(arn: string): Subscription;
  set(arn: string, attribute: { name: string; value: string }): void;
  /** Refuses a pending one, which only its endpoint can confirm or let expire. */
  remove(arn: string): void;
  /** Confirms the pending subscription with this token. */
  confirm(topicArn: string, token: string): Subscription;
  of(topicArn: string): Subscription[];
  /** Those whose filter policy a message with these attributes passes. */
  reached(topicArn: string, attributes: MessageAttributes): Subscription[];
}

/**
 * @param ask sends the request to confirm. Without it, every subscription is confirmed at once.
 * @throws EngineRefused from every function, as SNS would.
 */
export function keepSubscriptions(
  records: Records<Subscription>,
  ask?: (request: ConfirmationRequest) => void,
): Subscriptions {
  const of = (topicArn: string) => records.all().filter((one) => one.topicArn === topicArn);
  const get = (arn: string): Subscription => {
    if (arn.split(':').length < 6)
      throw invalidParameter(
        `SubscriptionArn Reason: An ARN must have at least 6 elements, not ${arn.split(':').length}`,
      );
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
      const attributes = normalize(given, topicArn);
      const arn = `${topicArn}:${idOf(protocol, endpoint)}`;
      const existing = records.get(arn);
      if (existing && !isDeepStrictEqual(existing.attributes, attributes)) {
        throw invalidParameter('Attributes Reason: Subscription already exists with different attributes');
      }
      const isPending = ask !== undefined && CONFIRMING.has(protocol);
      const subscription = existing ?? {
        arn,
        topicArn,
        protocol,
        endpoint,
        attributes,
        ...(isPending && { isPending }),
      };
      if (!existing) put(subscription);
      if (subscription.isPending) ask?.({ topicArn, protocol, endpoint, token: tokenOf(arn) });
      return subscription;
    },
    set: (arn, { name, value }) => {
      const subscription = get(arn);
      const attributes = normalize({ ...subscription.attributes, [name]: value }, subscription.topicArn);
      put({ ...subscription, attributes });
    },
    remove: (arn) => {
      if (arn.split(':').length < 6 || records.get(arn)?.isPending)
        throw invalidParameter(
          'SubscriptionArn Reason: Cannot unsubscribe a subscription that is pending confirmation',
        );
      records.remove(arn);
    },
    confirm: (topicArn, token) => {
      const found = of(topicArn).find(({ arn }) => tokenOf(arn) === token);
      if (!found) throw invalidParameter('Token');
      const { isPending: _isPending, ...confirmed } = found;
      put(confirmed);
      return confirmed;
    },
    reached: (topicArn, attributes) =>
      of(topicArn).filter(({ attributes: own, isPending = false }) => {
        const policy = own['FilterPolicy'];
        return !isPending && (policy === undefined || passes(parseFilterPolicy(policy), attributes));
      }),
  };
}

/** Checks attributes. An empty policy counts as none. */
function normalize(given: Readonly<Record<string, string>>, topicArn: string): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === 'FilterPolicy') {
      const policy = parseFilterPolicy(value === '' ? '{}' : value);
      if (Object.keys(policy).length > 0) kept[name] = JSON.stringify(policy);
    } else if (name === 'RedrivePolicy') {
      if (value !== '')
        kept[name] = JSON.stringify({ deadLetterTargetArn: parseRedrivePolicy(value, topicArn) });
    } else if (lookUp(FLAGS, name)?.includes(value)) kept[name] = value;
    else throw invalidParameter(`AttributeName Reason: ${name}=${value} is not known on this machine`);
  }
  return kept;
}

/** What the endpoint of a pending subscription is sent. */
function tokenOf(arn: string): string {
  return createHash('sha256').update(`token ${arn}`).digest('hex');
}

/** A UUID made of protocol and endpoint: a subscription has the same ARN on every machine. */
function idOf(protocol: string, endpoint: string): string {
  const hex = createHash('sha256').update(`${ACCOUNT} ${protocol} ${endpoint}`).digest('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}
