import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { requestLimits } from '../shared/aws/requests/call-scope.ts';
import { boundedRequests } from '../shared/aws/requests/bounded-requests.ts';
import { openStore, type Store } from '../shared/aws/dynamo/open-store.ts';
import { tableClient } from '../shared/aws/dynamo/table/table-client.ts';
import { publishClient } from '../shared/aws/sns/publish-client.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { snsSubscriptions } from '../shared/aws/sns/sns-subscriptions.ts';
import { sqsTransportQueue } from '../shared/aws/sqs/sqs-transport-queue.ts';
import { snsTopic } from '../shared/aws/sns/sns-topic.ts';
import {
  type readLinkEnvironment,
  readTransportQueueEnvironment,
  type ServiceAccess,
} from '../shared/contracts/environment.ts';
import type { Channel } from '../shared/domain/channels/channel.ts';
import type { DeliveryOutcome } from '../shared/domain/runs/outcome.ts';
import type { PageLinks } from '../shared/domain/pages/page-links.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import { deliverUrgently } from '../shared/use-cases/deliver/deliver-urgent.ts';
import type { Clock } from '../shared/use-cases/ports/clock.ts';
import type { Alerts } from '../shared/use-cases/ports/alerts.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import { rememberPast } from '../shared/use-cases/findings/remember-past.ts';
import type { TransportQueue } from '../shared/use-cases/ports/queues.ts';
import type { Definitions } from '../shared/use-cases/ports/definitions.ts';
import type { Subscriptions } from '../shared/use-cases/ports/subscriptions.ts';
import { type Call, clock, countCaught, logger, logMask } from './handler.ts';
import { reportDelivery } from './report-outcome.ts';

// What several functions share. Everything here is a function, so that a bundle holds only what its function calls.

/** Every port of the table, and the clock. The endpoints of channels are masked in the log from the first sight on. */
export function openTable(name: string, client: DynamoDBClient = tableClient()) {
  const store = openStore(client, name);
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

/** As `openTable`, for functions that decide about findings: they keep what they read of a watch's past for a while. */
export function openTableToDecide(name: string) {
  const ports = openTable(name);
  return { ...ports, findings: rememberPast(ports.findings, clock) };
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

/** What a function needs to send messages. */
interface DeliveryNeeds {
  ports: Store;
  /** ARN of the topic. */
  topic: string;
  secrets: SecretsManagerClient;
  links: ReturnType<typeof readLinkEnvironment>;
  /** Default: the clock of every function. */
  clock?: Clock;
}

/** Sends what is due. */
export interface Delivery {
  /** What signs links to pages. Undefined when the key cannot be read: the messages then go out without links. */
  links: () => Promise<PageLinks | undefined>;
  /** Sends what is due on these channels, or on all of them; logs and counts it. */
  deliver: (channels: readonly string[] | 'all', call: Call) => Promise<DeliveryOutcome>;
  /** Does work with alerts that are delivered while it goes on, where they are critical. */
  urgently: <R>(call: Call, work: (alerts: Alerts) => Promise<R>) => Promise<R>;
}

export function openDelivery({
  ports,
  topic,
  secrets,
  links,
  clock: ownClock = clock,
}: DeliveryNeeds): Delivery {
  const sending = {
    ...ports,
    clock: ownClock,
    topic: snsTopic(publishClient(), topic),
    transportQueue: openTransportQueue(),
  };
  const readLinks = secretPageLinks(secrets, { ...links, clock: ownClock });
  const deliver: Delivery['deliver'] = async (channels, call) => {
    if (channels.length === 0) return { messages: [], held: 0, silenced: 0 };
    const compose = composeWithLinks(await linksOrNone(readLinks));
    const outcome = await deliverAlerts(channels, { ...sending, compose }, call);
    reportDelivery(outcome);
    return outcome;
  };
  return {
    links: () => linksOrNone(readLinks),
    deliver,
    urgently: (call, work) => {
      const toChannels = (channels: readonly string[]) => deliver(channels, call);
      const onFailure = (error: unknown): void => {
        logger.error('Critical alerts could not be delivered. The next sweep delivers them', { error });
        countCaught(call.functionName);
      };
      return deliverUrgently({ ...sending, deliver: toChannels, onFailure }, work);
    },
  };
}

/** Orders the lanes of other transports. What cannot be ordered now, the next sweep orders. */
export function openTransportQueue(): TransportQueue {
  const queue = sqsTransportQueue(
    () => new SQSClient(boundedRequests()),
    () => readTransportQueueEnvironment(process.env).url,
  );
  return {
    async send(channels, drill) {
      try {
        await queue.send(channels, drill);
      } catch (error) {
        logger.error('The lanes of other transports were not ordered. The next sweep orders them', { error });
      }
    },
  };
}

/** An alert without a link is better than none: when the key cannot be read, the log says why and messages go out. */
export async function linksOrNone(links: () => Promise<PageLinks>): Promise<PageLinks | undefined> {
  try {
    return await links();
  } catch (error) {
    logger.error('The link key cannot be read. Messages are sent without links', { error });
    return undefined;
  }
}
