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
import { tryParse } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import { undefinedOn } from '../undefined-on.ts';
import { filterPolicyOf, readFilterPolicy } from './subscription-filter.ts';
import { lookUp } from '../../domain/lib/fields.ts';
import { keepsFailures, type Protocol } from '../../domain/alerts/message.ts';
import type { Subscription, Subscriptions } from '../../use-cases/ports/subscriptions.ts';

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
 * The subscriptions to the topic whose filter has exactly the form of ours. Others, which a person made, are not listed. A
 * pending subscription cannot be read, so it is listed without channels.
 *
 * @param deadLetters ARN of the queue for messages that SNS could not deliver. Who only lists subscriptions needs none.
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
  return {
    async list(of) {
      const wanted = of && new Set(of.map(({ protocol, endpoint }) => `${protocol} ${endpoint}`));
      const found: Subscription[] = [];
      for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
        { client },
        { TopicArn: topicArn },
      )) {
        for (const one of Subscriptions) {
          if (wanted && !wanted.has(`${lookUp(PROTOCOLS, one.Protocol ?? '')} ${one.Endpoint}`)) continue;
          const subscription = await read(client, one, deadLetters);
          if (subscription) found.push(subscription);
        }
      }
      return found;
    },

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

async function read(
  client: SNSClient,
  one: SnsSubscription,
  deadLetters: string | undefined,
): Promise<Subscription | undefined> {
  const protocol = lookUp(PROTOCOLS, one.Protocol ?? '');
  const endpoint = one.Endpoint;
  if (!protocol || endpoint === undefined) return undefined;
  const arn = one.SubscriptionArn;
  if (arn === DELETED) return undefined;
  if (arn === undefined || !arn.startsWith('arn:')) return { protocol, endpoint, channels: [] };
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
