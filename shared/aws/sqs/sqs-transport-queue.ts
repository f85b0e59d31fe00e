import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { transportOrderBody } from '../../contracts/orders/transport-order.ts';
import type { TransportQueue } from '../../use-cases/ports/queues.ts';

/** The queue of the function that serves the lanes of other transports than SNS. */
export function sqsTransportQueue(client: SQSClient, url: string): TransportQueue {
  return {
    async send(channels, drill) {
      await client.send(
        new SendMessageCommand({ QueueUrl: url, MessageBody: transportOrderBody(channels, drill) }),
      );
    },
  };
}
