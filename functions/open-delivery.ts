import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import type { Store } from '../shared/store/open-store.ts';
import { secretPageLinks } from '../shared/aws/secrets.ts';
import { publishClient, snsTopic } from '../shared/aws/sns-topic.ts';
import { sqsTransportQueue } from '../shared/aws/sqs-queues.ts';
import { type readLinkEnvironment, readTransportQueueEnvironment } from '../shared/contracts/environment.ts';
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

/** Sends to a topic, and orders lanes through the queue that the environment of the function names. */
export function openSending(topicArn: string, environment: NodeJS.ProcessEnv): Sending {
  const { url } = readTransportQueueEnvironment(environment);
  return {
    topic: snsTopic(publishClient(), topicArn),
    transportQueue: sqsTransportQueue(new SQSClient(boundedRequests()), url),
  };
}

/** What a function needs to send messages. */
interface DeliveryNeeds {
  ports: Store;
  sending: Sending;
  secrets: SecretsManagerClient;
  links: ReturnType<typeof readLinkEnvironment>;
  /** Default: briefs that a model opens are left to the sweep. */
  opening?: DeliverPorts['opening'];
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

export function openDelivery({
  ports,
  sending: { topic, transportQueue: queue },
  secrets,
  links,
  opening,
  clock: ownClock = clock,
}: DeliveryNeeds): Delivery {
  const sending = {
    ...ports,
    clock: ownClock,
    topic,
    transportQueue: orderingLater(queue),
    ...(opening && { opening }),
  };
  const readLinks = secretPageLinks(secrets, { ...links, clock: ownClock });
  const deliver: Delivery['deliver'] = async (channels, call) => {
    if (channels.length === 0) return { messages: [], held: 0, silenced: 0 };
    const composer = loadedOnce(async () => composeWithLinks(await linksOrNone(readLinks)));
    const compose = async (...given: Parameters<Composer>) => (await composer())(...given);
    const outcome = await deliverAlerts(channels, { ...sending, compose }, call);
    reportDelivery(outcome);
    return outcome;
  };
  return {
    sending: { topic, transportQueue: sending.transportQueue },
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
function orderingLater(queue: TransportQueue): TransportQueue {
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
