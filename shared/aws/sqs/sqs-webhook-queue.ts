import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { deliveryOrderBody } from '../../contracts/orders/webhook-order.ts';
import type { DeliveryQueue } from '../../use-cases/ports/upstream-ports.ts';

/** The queue of deliveries that are kept and wait to be taken. */
export function sqsDeliveryQueue(client: SQSClient, url: string): DeliveryQueue {
  return {
    async send(order) {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: deliveryOrderBody(order) }));
    },
  };
}
