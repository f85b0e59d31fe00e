import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { webhookOrderBody } from '../../contracts/orders/webhook-order.ts';
import type { WebhookQueue } from '../../use-cases/ports/queues.ts';

/** The queue of stored webhook payloads that wait to be processed. */
export function sqsWebhookQueue(client: SQSClient, url: string): WebhookQueue {
  return {
    async send(order) {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: webhookOrderBody(order) }));
    },
  };
}
