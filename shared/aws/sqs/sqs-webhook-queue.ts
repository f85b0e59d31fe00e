import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { webhookOrderBody } from '../../contracts/orders/webhook-order.ts';
import type { WebhookQueue } from '../../use-cases/ports/queues.ts';

/** The queue of deliveries that are kept and wait to be taken. */
export function sqsWebhookQueue(client: SQSClient, url: string): WebhookQueue {
  return {
    async send(order) {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: webhookOrderBody(order) }));
    },
  };
}
