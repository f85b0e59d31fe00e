import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import {
  decideOrderBody,
  drillOrderBody,
  runOrderBody,
  transportOrderBody,
  webhookOrderBody,
} from '../contracts/orders.ts';
import type { Service } from '../domain/lib/errors.ts';
import { SECOND } from '../domain/time/instant.ts';
import type {
  DecideQueue,
  DrillQueue,
  RunQueue,
  TransportQueue,
  WebhookQueue,
} from '../use-cases/ports/ports.ts';

/** The URLs of the runs queues, one per upstream service of the stack. */
type RunQueueUrls = Readonly<Partial<Record<Service, string>>>;

/** The runs queues. */
export function sqsRunQueue(client: SQSClient, urls: RunQueueUrls): RunQueue {
  const send = async (service: Service, body: string, delay: number): Promise<void> => {
    const url = urls[service];
    if (url === undefined) throw new Error(`This stack has no runs queue for the ${service} service.`);
    await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: body,
        DelaySeconds: Math.ceil(delay / SECOND),
      }),
    );
  };
  return {
    send: (service, order, delay = 0) => send(service, runOrderBody(order), delay),
  };
}

/** A runs queue for drills: any of them, as all are served by the same function. */
export function sqsDrillQueue(client: SQSClient, url: () => string): DrillQueue {
  return {
    async order(order) {
      await client.send(new SendMessageCommand({ QueueUrl: url(), MessageBody: drillOrderBody(order) }));
    },
  };
}

/** The queue of the function that serves the lanes of other transports than SNS. */
export function sqsTransportQueue(client: SQSClient, url: string): TransportQueue {
  return {
    async send(channels, instead) {
      await client.send(
        new SendMessageCommand({ QueueUrl: url, MessageBody: transportOrderBody(channels, instead) }),
      );
    },
  };
}

/** The queue of stored webhook payloads that wait to be processed. */
export function sqsWebhookQueue(client: SQSClient, url: string): WebhookQueue {
  return {
    async send(order) {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: webhookOrderBody(order) }));
    },
  };
}

/** The queue of the function that decides. */
export function sqsDecideQueue(client: SQSClient, url: string): DecideQueue {
  return {
    async send(order, delay = 0) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: decideOrderBody(order),
          DelaySeconds: Math.ceil(delay / SECOND),
        }),
      );
    },
  };
}
