import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SNSClient } from '@aws-sdk/client-sns';
import { boundedRequests, requestLimits } from '../shared/aws/bounded-requests.ts';
import { dynamoTable, tableClient } from '../shared/aws/dynamo/dynamo-table.ts';
import { secretKey } from '../shared/aws/secrets.ts';
import { snsSubscriptions } from '../shared/aws/sns-subscriptions.ts';
import type { ServiceAccess } from '../shared/contracts/environment.ts';
import type { Channel } from '../shared/domain/channels/channel.ts';
import { openStore } from '../shared/store/open-store.ts';
import type { Definitions } from '../shared/store/watches/definitions.ts';
import type { Subscriptions } from '../shared/use-cases/ports/ports.ts';
import { clock, logMask } from './handler.ts';

// What several functions share. Everything here is a function, so that a bundle holds only what its function calls.

/** Every port of the table, and the clock. The endpoints of channels are masked in the log from the first sight on. */
export function openTable(name: string, client: DynamoDBClient = tableClient()) {
  const store = openStore(dynamoTable(client, name));
  const { definitions } = store;
  return { ...store, definitions: { ...definitions, ...hiding(definitions) }, clock };
}

/** Reads channels, and hides their https addresses. */
function hiding(definitions: Definitions): Pick<Definitions, 'channel' | 'channels'> {
  return {
    async channel(name) {
      const channel = await definitions.channel(name);
      logMask.hide(channel ? addressesIn(channel) : []);
      return channel;
    },
    async channels() {
      const channels = await definitions.channels();
      logMask.hide(channels.flatMap(addressesIn));
      return channels;
    },
  };
}

/** The addresses of a channel that may hold a secret. */
function addressesIn({ https, transports }: Channel): readonly string[] {
  return [...https, ...(transports?.webhook ? [transports.webhook.url] : [])];
}

/** How a function calls an upstream service: its address, and its key, which is read from its secret. */
export function settingsOf(
  { url, keySecret, prefix, organizationId }: ServiceAccess,
  secrets: SecretsManagerClient,
) {
  const readKey = secretKey(secrets, { secretId: keySecret, clock });
  return {
    baseUrl: url,
    // The key is read before each try. So a try is not made for a call that has ended.
    key: async () => {
      requestLimits();
      return readKey();
    },
    clock,
    prefix,
    organizationId,
  };
}

/**
 * The subscriptions of the topic. Their endpoints are masked in the log from the first sight on.
 *
 * @param deadLetters ARN of the queue for messages that SNS could not deliver.
 */
export function openSubscriptions({
  topic,
  deadLetters,
}: {
  topic: string;
  deadLetters: string;
}): Subscriptions {
  const subscriptions = snsSubscriptions(new SNSClient(boundedRequests()), topic, { deadLetters });
  return {
    ...subscriptions,
    async list(of) {
      logMask.hide(of?.map(({ endpoint }) => endpoint) ?? []);
      const found = await subscriptions.list(of);
      logMask.hide(found.map(({ endpoint }) => endpoint));
      return found;
    },
    subscribe(wanted) {
      logMask.hide([wanted.endpoint]);
      return subscriptions.subscribe(wanted);
    },
  };
}
