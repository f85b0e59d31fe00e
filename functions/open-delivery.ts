import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import type { Store } from '../shared/store/open-store.ts';
import { secretPageLinks } from '../shared/aws/secrets.ts';
import { publishClient, snsTopic } from '../shared/aws/sns-topic.ts';
import { sqsTransportQueue } from '../shared/aws/sqs-queues.ts';
import { readLinkEnvironment, readTransportQueueEnvironment } from '../shared/contracts/environment.ts';
import type { PageLinks } from '../shared/domain/pages/signed-link.ts';
import { loadedOnce } from '../shared/domain/lib/in-parallel.ts';
import type { DeliveryOutcome } from '../shared/domain/runs/outcome.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import {
  type Composer,
  type DeliverPorts,
  deliverUrgently,
} from '../shared/use-cases/deliver/channel-gate.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import type { Alerts } from '../shared/store/alerts/alerts.ts';
import type { Clock } from '../shared/use-cases/ports/clock.ts';
import type { Topic, TransportQueue } from '../shared/use-cases/ports/ports.ts';
import { type Call, clock, countCaught, logger, reportDelivery } from './handler.ts';

/** Where messages are sent, and where the lanes of other transports than SNS are ordered. */
interface Sending {
  topic: Topic;
  transportQueue: TransportQueue;
}

/** What a function needs to send messages. */
interface DeliveryNeeds {
  /** ARN of the topic. */
  topic: string;
  secrets: SecretsManagerClient;
  /** Default: briefs that a model opens are left to the sweep. */
  opening?: DeliverPorts['opening'];
  /** Names the queue of the other transports and the key of links. */
  environment?: NodeJS.ProcessEnv;
  /** Default: the clock of every function. */
  clock?: Clock;
}

/** Sends what is due. */
export interface Delivery {
  /** Where it sends. What cannot be ordered is logged: the next sweep orders it. */
  sending: Sending;
  /** What signs links to pages. Undefined when the key cannot be read: the messages then go out without links. */
  links: () => Promise<PageLinks | undefined>;
  /** Sends what is due on these channels, or on all of them; logs and counts it. */
  deliver: (channels: readonly string[] | 'all', call: Call) => Promise<DeliveryOutcome>;
  /** Does work with alerts that are delivered while it goes on, where they are critical. */
  urgently: <R>(call: Call, work: (alerts: Alerts) => Promise<R>) => Promise<R>;
}

export function openDelivery(
  ports: Store,
  { topic: topicArn, secrets, opening, environment = process.env, clock: ownClock = clock }: DeliveryNeeds,
): Delivery {
  const queue = sqsTransportQueue(
    new SQSClient(boundedRequests()),
    readTransportQueueEnvironment(environment).url,
  );
  const sending = { topic: snsTopic(publishClient(), topicArn), transportQueue: orderingLater(queue) };
  const delivering = { ...ports, ...sending, clock: ownClock, ...(opening && { opening }) };
  const readLinks = secretPageLinks(secrets, { ...readLinkEnvironment(environment), clock: ownClock });
  const deliver: Delivery['deliver'] = async (channels, call) => {
    if (channels.length === 0) return { messages: [], held: 0, silenced: 0 };
    const composer = loadedOnce(async () => composeWithLinks(await linksOrNone(readLinks)));
    const compose = async (...given: Parameters<Composer>) => (await composer())(...given);
    const outcome = await deliverAlerts(channels, { ...delivering, compose }, call);
    reportDelivery(outcome);
    return outcome;
  };
  return {
    sending,
    links: () => linksOrNone(readLinks),
    deliver,
    urgently: (call, work) => {
      const toChannels = (channels: readonly string[]) => deliver(channels, call);
      const onFailure = (error: unknown): void => {
        logger.error('Critical alerts could not be delivered. The next sweep delivers them', { error });
        countCaught(call.functionName);
      };
      return deliverUrgently({ ...delivering, deliver: toChannels, onFailure }, work);
    },
  };
}

/** Orders the lanes of other transports. What cannot be ordered now, the next sweep orders. */
function orderingLater(queue: TransportQueue): TransportQueue {
  return {
    async send(...order) {
      try {
        await queue.send(...order);
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
