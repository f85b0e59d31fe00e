import {
  GetSubscriptionAttributesCommand,
  NotFoundException,
  paginateListSubscriptionsByTopic,
  SetSubscriptionAttributesCommand,
  type SNSClient,
  SubscribeCommand,
  type Subscription as SnsSubscription,
  UnsubscribeCommand,
} from '@aws-sdk/client-sns';
import * as z from 'zod';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import { keepsFailures, type Protocol } from '../domain/alerts/message.ts';
import { lookUp } from '../domain/lib/fields.ts';
import { compareSeverity, SEVERITIES, type Severity } from '../domain/watches/watch.ts';
import { undefinedOn } from './bounded-requests.ts';
import type { Address, Filter, Subscription, Subscriptions } from '../use-cases/ports/ports.ts';

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  email: 'email',
  sms: 'sms',
  https: 'https',
  sqs: 'queue',
};

const redriveSchema = z.object({ deadLetterTargetArn: z.string() });

/** The ARN of a subscription after unsubscribing. SNS lists it for some days; we ignore it. */
const DELETED = 'Deleted';

/**
 * The subscriptions to the topic whose filter has exactly the form of ours. Others, which a person made, are not
 * listed. A pending subscription cannot be read, so it is listed without channels.
 *
 * @param deadLetters ARN of the queue for messages that SNS could not deliver. Who only lists subscriptions needs
 *   none.
 */
export function snsSubscriptions(
  client: SNSClient,
  topicArn: string,
  { deadLetters }: { deadLetters?: string } = {},
): Subscriptions {
  const redrive = deadLetters && JSON.stringify({ deadLetterTargetArn: deadLetters });
  const set = async ({ arn }: Subscription, AttributeName: string, AttributeValue: string) => {
    await client.send(
      new SetSubscriptionAttributesCommand({ SubscriptionArn: arn, AttributeName, AttributeValue }),
    );
  };
  const listed = async (): Promise<ListedSubscription[]> => {
    const found: ListedSubscription[] = [];
    for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
      { client },
      { TopicArn: topicArn },
    ))
      found.push(...Subscriptions.flatMap((one) => listedOf(one) ?? []));
    return found;
  };
  return {
    async list(of) {
      const wanted = of && new Set(of.map(({ protocol, endpoint }) => `${protocol} ${endpoint}`));
      const found: Subscription[] = [];
      for (const one of await listed()) {
        if (wanted && !wanted.has(`${one.protocol} ${one.endpoint}`)) continue;
        const subscription = await read(client, one, deadLetters);
        if (subscription) found.push(subscription);
      }
      return found;
    },

    addresses: async () =>
      (await listed()).map(({ arn, ...address }) => ({ ...address, isConfirmed: arn !== undefined })),

    async subscribe({ protocol, endpoint, ...filter }) {
      const { SubscriptionArn: arn } = await client.send(
        new SubscribeCommand({
          TopicArn: topicArn,
          Protocol: protocol === 'queue' ? 'sqs' : protocol,
          Endpoint: endpoint,
          Attributes: {
            FilterPolicy: filterPolicyOf(protocol, filter),
            ...(redrive && keepsFailures(protocol) && { RedrivePolicy: redrive }),
          },
        }),
      );
      // the list has `pending confirmation` in its place while the address must confirm.
      return arn?.startsWith('arn:') ? arn : undefined;
    },

    refilter: (existing, filter) => set(existing, 'FilterPolicy', filterPolicyOf(existing.protocol, filter)),
    async keepFailures(existing) {
      if (redrive === undefined) throw new Error('No dead-letter queue was named for failed deliveries.');
      await set(existing, 'RedrivePolicy', redrive);
    },

    async unsubscribe({ arn }) {
      await client.send(new UnsubscribeCommand({ SubscriptionArn: arn }));
    },
  };
}

/** What a list says of a subscription. The ARN is absent while it waits for its confirmation. */
type ListedSubscription = Address & { arn?: string };

/** Undefined for one that has ended, and for protocols that we never subscribe. */
function listedOf({
  Protocol,
  Endpoint: endpoint,
  SubscriptionArn: arn,
}: SnsSubscription): ListedSubscription | undefined {
  const protocol = lookUp(PROTOCOLS, Protocol ?? '');
  if (!protocol || endpoint === undefined || arn === DELETED) return undefined;
  return { protocol, endpoint, ...(arn?.startsWith('arn:') && { arn }) };
}

async function read(
  client: SNSClient,
  { arn, protocol, endpoint }: ListedSubscription,
  deadLetters: string | undefined,
): Promise<Subscription | undefined> {
  if (arn === undefined) return { protocol, endpoint, channels: [] };
  const { FilterPolicy, RedrivePolicy } = await attributesOf(client, arn);
  const filter = readFilterPolicy(FilterPolicy);
  if (!filter) return undefined;
  const redrive = tryParse(redriveSchema, parseJson(RedrivePolicy));
  return {
    protocol,
    endpoint,
    ...filter,
    arn,
    ...(redrive.data && redrive.data.deadLetterTargetArn === deadLetters && { keepsFailures: true }),
  };
}

/** Empty for a subscription that was deleted since it was listed. */
async function attributesOf(client: SNSClient, arn: string): Promise<Record<string, string>> {
  const command = new GetSubscriptionAttributesCommand({ SubscriptionArn: arn });
  return (await undefinedOn(NotFoundException, client.send(command)))?.Attributes ?? {};
}

const plainSchema = z.strictObject({
  channel: z.array(z.string()),
  sms: z.tuple([z.literal('yes')]).optional(),
});
const branchSchema = z.strictObject({
  channel: z.array(z.string()),
  severity: z
    .tuple([
      z.strictObject({ 'anything-but': z.array(z.enum(SEVERITIES)).min(1) }),
      z.strictObject({ exists: z.literal(false) }),
    ])
    .optional(),
});
const filterSchema = z.union([
  plainSchema,
  branchSchema,
  z.strictObject({ $or: z.array(branchSchema).min(2) }),
]);

/**
 * The filter policy of a subscription: the channels, and for SMS only messages with an SMS text. Of a channel from
 * which an address takes more severe messages only, `severity` lists what it does not take. Reports and heartbeats of
 * such a channel carry no severity, and pass. A person who filters by severity hardly writes it so. With `$or` each
 * such severity has a part of its own. So a policy has at most 5 keys (SNS Developer Guide, "AND/OR logic" and
 * "Filter policy constraints").
 */
export function filterPolicyOf(protocol: Protocol, { channels, severities = {} }: Filter): string {
  if (protocol === 'sms') return JSON.stringify({ channel: channels, sms: ['yes'] });
  const groups = Map.groupBy(channels, (name) => severities[name] ?? 'info');
  const branches = SEVERITIES.flatMap((least) => {
    const channel = groups.get(least);
    if (!channel) return [];
    const below = SEVERITIES.filter((one) => compareSeverity(one, least) < 0);
    return [
      { channel, ...(below.length > 0 && { severity: [{ 'anything-but': below }, { exists: false }] }) },
    ];
  });
  const [only] = branches;
  return JSON.stringify(branches.length > 1 ? { $or: branches } : (only ?? { channel: [] }));
}

/** Reads a filter policy that has exactly the form of ours; undefined for any other. */
export function readFilterPolicy(text: string | undefined): Filter | undefined {
  const parsed = tryParse(filterSchema, parseJson(text));
  if (!parsed.success) return undefined;
  const filter = parsed.data;
  const branches = '$or' in filter ? filter.$or : [filter];
  const severities = Object.fromEntries(
    branches.flatMap((branch) => {
      const least = 'severity' in branch ? leastAbove(branch.severity) : undefined;
      return least === undefined ? [] : branch.channel.map((name) => [name, least] as const);
    }),
  );
  return {
    channels: branches.flatMap(({ channel }) => channel).toSorted(),
    ...(Object.keys(severities).length > 0 && { severities }),
  };
}

/** The least severity that a condition takes; undefined where it takes none, or all. */
function leastAbove(condition: z.infer<typeof branchSchema>['severity']): Severity | undefined {
  const below = condition?.[0]['anything-but'];
  return below && SEVERITIES.find((one) => !below.includes(one));
}
