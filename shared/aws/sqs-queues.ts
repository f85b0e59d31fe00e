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
  return {
    async send(service, order, delay = 0) {
      const url = urls[service];
      if (url === undefined) throw new Error(`This stack has no runs queue for the ${service} service.`);
      await send(client, { url, body: runOrderBody(order), delay });
    },
  };
}

/** A runs queue for drills: any of them, as all are served by the same function. */
export function sqsDrillQueue(client: SQSClient, url: () => string): DrillQueue {
  return { order: (order) => send(client, { url: url(), body: drillOrderBody(order) }) };
}

/** The queue of the function that serves the lanes of other transports than SNS. */
export function sqsTransportQueue(client: SQSClient, url: string): TransportQueue {
  return { send: (channels, drill) => send(client, { url, body: transportOrderBody(channels, drill) }) };
}

/** The queue of stored webhook payloads that wait to be processed. */
export function sqsWebhookQueue(client: SQSClient, url: string): WebhookQueue {
  return { send: (order) => send(client, { url, body: webhookOrderBody(order) }) };
}

/** The queue of the function that decides. */
export function sqsDecideQueue(client: SQSClient, url: string): DecideQueue {
  return { send: (order, delay = 0) => send(client, { url, body: decideOrderBody(order), delay }) };
}

/** @param delay milliseconds until the message can be received. */
async function send(
  client: SQSClient,
  { url, body, delay = 0 }: { url: string; body: string; delay?: number },
): Promise<void> {
  const DelaySeconds = Math.ceil(delay / SECOND);
  await client.send(
    new SendMessageCommand({ QueueUrl: url, MessageBody: body, ...(DelaySeconds > 0 && { DelaySeconds }) }),
  );
}
