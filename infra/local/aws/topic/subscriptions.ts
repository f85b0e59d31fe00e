import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { parseJson, tryParse } from '../../../../shared/contracts/parse-as.ts';
import { lookUp } from '../../../../shared/domain/lib/fields.ts';
import { ACCOUNT } from '../local-account.ts';
import type { Records } from '../record-store.ts';
import { EngineRefused } from '../engine-app.ts';
import { loadFromFauxqs } from '../load-from-fauxqs.ts';
import { invalidParameter, type MessageAttributes } from './sns-wire.ts';

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
  sms: /^\+[1-9]\d{4,14}$/,
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
const CONFIRMING: ReadonlySet<string> = new Set(['email', 'https']);

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
        return !isPending && (policy === undefined || passes(policy, attributes));
      }),
  };
}

/** Checks attributes. An empty policy counts as none. */
function normalize(given: Readonly<Record<string, string>>, topicArn: string): Record<string, string> {
  const kept = Object.entries(given).map(
    ([name, value]) => [name, checked(name, { value, topicArn })] as const,
  );
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function checked(name: string, { value, topicArn }: { value: string; topicArn: string }): string | undefined {
  if (name === 'FilterPolicy') return checkedFilter(value);
  if (name === 'RedrivePolicy') {
    return value === '' ? undefined : JSON.stringify({ deadLetterTargetArn: deadLettersOf(value, topicArn) });
  }
  if (lookUp(FLAGS, name)?.includes(value)) return value;
  throw invalidParameter(`AttributeName Reason: ${name}=${value} is not known on this machine`);
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

/** The filters of fauxqs: it decides more conditions than this product writes. */
const filtersSchema = z.object({
  /** @throws Error in the words of SNS for more than 5 keys or 150 combinations of values. */
  validateFilterPolicyLimits: z.custom<(policy: string) => void>(isFunction),
  matchesFilterPolicy:
    z.custom<
      (policy: unknown, attributes: Record<string, { DataType: string; StringValue: string }>) => boolean
    >(isFunction),
});

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

const { validateFilterPolicyLimits, matchesFilterPolicy } = await loadFromFauxqs(
  'sns/filter.js',
  filtersSchema,
);

const filterSchema = z.record(z.string(), z.array(z.unknown()).min(1));

/** The text of a policy; undefined for one that filters nothing. @throws EngineRefused for what SNS refuses. */
function checkedFilter(text: string): string | undefined {
  const parsed = tryParse(filterSchema, parseJson(text || '{}'));
  if (!parsed.success) throw invalidParameter('FilterPolicy: failed to parse JSON');
  try {
    validateFilterPolicyLimits(text || '{}');
  } catch (cause) {
    throw new EngineRefused('InvalidParameter', cause instanceof Error ? cause.message : String(cause));
  }
  return Object.keys(parsed.data).length === 0 ? undefined : JSON.stringify(parsed.data);
}

/** Whether a message with these attributes passes a policy. */
function passes(policy: string, attributes: MessageAttributes): boolean {
  const entries = Object.entries(attributes).map(
    ([name, { type, value }]) => [name, { DataType: type, StringValue: value }] as const,
  );
  return matchesFilterPolicy(JSON.parse(policy), Object.fromEntries(entries));
}

const redriveSchema = z.strictObject({
  deadLetterTargetArn: z.string().regex(/^arn:aws:sqs:[\w-]+:\d{12}:[\w-]{1,80}$/, 'is an invalid arn'),
});

/**
 * The queue that a redrive policy of a subscription names. SNS does not look whether it exists: this is assumed.
 *
 * @param topicArn the topic of the subscription: its queue is in the same account and region.
 * @throws EngineRefused for what SNS refuses (Amazon SNS Developer Guide, "Amazon SNS dead-letter queues").
 */
export function deadLettersOf(policy: string, topicArn: string): string {
  const parsed = tryParse(redriveSchema, parseJson(policy));
  if (!parsed.success) throw invalidParameter(`RedrivePolicy: ${z.prettifyError(parsed.error)}`);
  const { deadLetterTargetArn: arn } = parsed.data;
  const placeOf = (one: string) => one.split(':').slice(3, 5).join(':');
  if (placeOf(arn) === placeOf(topicArn)) return arn;
  throw invalidParameter(
    'RedrivePolicy: deadLetterTargetArn must be in the account and the region of the subscription',
  );
}
