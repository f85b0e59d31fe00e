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
import { lookUp } from '../../domain/lib/fields.ts';
import type { Protocol } from '../../domain/alerts/message.ts';
import type { Subscription, Subscriptions } from '../../use-cases/ports/subscriptions.ts';

/** Our filter policy and no other: the channels, and for SMS only messages with an SMS text. */
const filterSchema = z.strictObject({
  channel: z.array(z.string()),
  sms: z.tuple([z.literal('yes')]).optional(),
});
const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  email: 'email',
  sms: 'sms',
  https: 'https',
  sqs: 'queue',
};

/** The ARN of a subscription after unsubscribing. SNS lists it for some days; we ignore it. */
const DELETED = 'Deleted';

/**
 * The subscriptions to the topic whose filter has exactly the form of ours. Others, which a person made, are not listed. A
 * pending subscription cannot be read, so it is listed without channels.
 */
export function snsSubscriptions(client: SNSClient, topicArn: string): Subscriptions {
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
          const subscription = await read(client, one);
          if (subscription) found.push(subscription);
        }
      }
      return found;
    },

    async subscribe({ protocol, endpoint, channels }) {
      const { SubscriptionArn: arn } = await client.send(
        new SubscribeCommand({
          TopicArn: topicArn,
          Protocol: protocol === 'queue' ? 'sqs' : protocol,
          Endpoint: endpoint,
          Attributes: { FilterPolicy: filterOf(protocol, channels) },
        }),
      );
      // `pending confirmation` stands in its place while the address must confirm.
      return arn?.startsWith('arn:') ? arn : undefined;
    },

    async refilter({ arn, protocol }, channels) {
      await client.send(
        new SetSubscriptionAttributesCommand({
          SubscriptionArn: arn,
          AttributeName: 'FilterPolicy',
          AttributeValue: filterOf(protocol, channels),
        }),
      );
    },

    async unsubscribe({ arn }) {
      await client.send(new UnsubscribeCommand({ SubscriptionArn: arn }));
    },
  };
}

async function read(client: SNSClient, one: SnsSubscription): Promise<Subscription | undefined> {
  const protocol = lookUp(PROTOCOLS, one.Protocol ?? '');
  const endpoint = one.Endpoint;
  if (!protocol || endpoint === undefined) return undefined;
  const arn = one.SubscriptionArn;
  if (arn === DELETED) return undefined;
  if (arn === undefined || !arn.startsWith('arn:')) return { protocol, endpoint, channels: [] };
  const filter = tryParse(filterSchema, parseJson(await filterPolicyOf(client, arn)));
  if (!filter.success) return undefined;
  return { protocol, endpoint, channels: filter.data.channel.toSorted(), arn };
}

/** Undefined for a subscription without one, and for one that was deleted since it was listed. */
async function filterPolicyOf(client: SNSClient, arn: string): Promise<string | undefined> {
  const command = new GetSubscriptionAttributesCommand({ SubscriptionArn: arn });
  return (await undefinedOn(NotFoundException, client.send(command)))?.Attributes?.['FilterPolicy'];
}

function filterOf(protocol: Protocol, channels: readonly string[]): string {
  return JSON.stringify({ channel: channels, sms: protocol === 'sms' ? ['yes'] : undefined });
}
