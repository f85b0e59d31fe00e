import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { parseJson, tryParse } from '../../../../shared/contracts/parse-as.ts';
import { lookUp } from '../../../../shared/domain/lib/fields.ts';
import { ACCOUNT } from '../local-account.ts';
import type { Records } from '../record-store.ts';
import { EngineRefused } from '../engine-app.ts';
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

const condition = z.union([
  z.string(),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ suffix: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ 'anything-but': z.union([z.string(), z.array(z.string())]) }),
]);

const keysSchema = z.record(z.string(), z.array(condition).min(1, 'is empty'));
type Keys = z.infer<typeof keysSchema>;
/** Names of operators. An object of `$or` with one of them as a key makes SNS take `$or` for an attribute. */
const RESERVED = new Set([
  'anything-but',
  'cidr',
  'equals-ignore-case',
  'exists',
  'numeric',
  'prefix',
  'suffix',
]);
/** With at least two parts, `$or` is an operator: one of them must hold. Without, it is the name of an attribute. */
const filterPolicySchema = z.union([
  z
    .object({
      $or: z.array(keysSchema.refine((keys) => Object.keys(keys).every((key) => !RESERVED.has(key)))).min(2),
    })
    .catchall(keysSchema.valueType),
  keysSchema,
]);
type FilterPolicy = z.infer<typeof filterPolicySchema>;

/** Keys that must all hold, and parts of which one must hold, if there are any. */
function partsOf(policy: FilterPolicy): { keys: Keys; parts: readonly Keys[] } {
  const parts: Keys[] = [];
  for (const [name, conditions] of Object.entries(policy))
    for (const one of conditions) {
      const read = tryParse(keysSchema, one);
      if (name === '$or' && read.success) parts.push(read.data);
    }
  const rest = tryParse(
    keysSchema,
    Object.fromEntries(Object.entries(policy).filter(([name]) => name !== '$or' || parts.length === 0)),
  );
  return { keys: rest.data ?? {}, parts };
}

/** The most keys of one policy, and the most combinations of values, that SNS accepts. */
const MOST_KEYS = 5;
const MOST_COMBINATIONS = 150;

/**
 * Reads a filter policy over attributes.
 *
 * @throws EngineRefused for what SNS refuses, and for conditions that this machine cannot decide (numbers, addresses).
 */
export function parseFilterPolicy(text: string): FilterPolicy {
  const reason = (why: string) => invalidParameter(`FilterPolicy: ${why}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw reason('failed to parse JSON');
  }
  const read = tryParse(filterPolicySchema, parsed);
  if (!read.success)
    throw reason(`a condition is not valid, or not known on this machine: ${z.prettifyError(read.error)}`);
  const policy = read.data;
  const { keys, parts } = partsOf(policy);
  // The guide does not say how keys of `$or` are counted: here each counts.
  const count = [keys, ...parts].reduce((sum, one) => sum + Object.keys(one).length, 0);
  if (count > MOST_KEYS) throw reason('Filter policy can not have more than 5 keys');
  const combinations =
    combinationsOf(keys) *
    (parts.length === 0 ? 1 : parts.reduce((sum, one) => sum + combinationsOf(one), 0));
  if (combinations > MOST_COMBINATIONS) throw reason('Filter policy is too complex');
  return policy;
}

function combinationsOf(keys: Keys): number {
  return Object.values(keys).reduce((product, values) => product * values.length, 1);
}

/** Whether a message with these attributes passes: each key needs one condition that holds, and so does one part. */
export function passes(policy: FilterPolicy, attributes: MessageAttributes): boolean {
  const { keys, parts } = partsOf(policy);
  return holdAll(keys, attributes) && (parts.length === 0 || parts.some((part) => holdAll(part, attributes)));
}

function holdAll(keys: Keys, attributes: MessageAttributes): boolean {
  return Object.entries(keys).every(([key, conditions]) =>
    conditions.some((one) => holds(one, lookUp(attributes, key)?.value)),
  );
}

function holds(one: z.infer<typeof condition>, value: string | undefined): boolean {
  if (typeof one === 'object' && 'exists' in one) return one.exists === (value !== undefined);
  if (value === undefined) return false;
  if (typeof one === 'string') return one === value;
  if ('prefix' in one) return value.startsWith(one.prefix);
  if ('suffix' in one) return value.endsWith(one.suffix);
  return ![one['anything-but']].flat().includes(value);
}

const policySchema = z.record(z.string(), z.unknown());
const TARGET = 'deadLetterTargetArn';

/**
 * Reads a redrive policy of a subscription. The queue must be in the account and the region of the subscription, and a
 * standard topic takes a standard queue (Amazon SNS Developer Guide, "Amazon SNS dead-letter queues").
 *
 * @param topicArn the topic of the subscription.
 * @returns the ARN of the queue.
 * @throws EngineRefused for what SNS refuses. That SNS does not look whether the queue exists is assumed.
 */
export function parseRedrivePolicy(text: string, topicArn: string): string {
  const reason = (why: string) => invalidParameter(`RedrivePolicy: ${why}`);
  const parsed = tryParse(policySchema, parseJson(text));
  if (!parsed.success) throw reason('failed to parse JSON.');
  const unknown = Object.keys(parsed.data).find((name) => name !== TARGET);
  if (unknown !== undefined) throw reason(`invalid JSON. Attribute ${unknown} is unknown.`);
  const arn = parsed.data[TARGET];
  if (typeof arn !== 'string') throw reason(`${TARGET} is missing`);
  const [prefix, partition, service, region, account, name = ''] = arn.split(':');
  const [, ownPartition, , ownRegion, ownAccount, topic = ''] = topicArn.split(':');
  if (
    prefix !== 'arn' ||
    service !== 'sqs' ||
    partition !== ownPartition ||
    !/^[\w-]{1,80}(\.fifo)?$/.test(name)
  )
    throw reason(`${TARGET} is an invalid arn`);
  if (region !== ownRegion || account !== ownAccount)
    throw reason(`${TARGET} must be in the account and the region of the subscription`);
  if (name.endsWith('.fifo') !== topic.endsWith('.fifo'))
    throw reason(`${TARGET} must be a queue of the same type as the topic: both standard, or both FIFO`);
  return arn;
}
