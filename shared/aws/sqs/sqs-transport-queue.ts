import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { transportOrderBody } from '../../contracts/orders/transport-order.ts';
import type { TransportQueue } from '../../use-cases/ports/queues.ts';

/**
 * The queue of the function that serves the lanes of other transports than SNS.
 *
 * @param open makes the client, for the first order: most functions never send one.
 */
export function sqsTransportQueue(open: () => SQSClient, url: () => string): TransportQueue {
  let client: SQSClient | undefined;
  return {
    async send(channels, drill) {
      client ??= open();
      await client.send(
        new SendMessageCommand({ QueueUrl: url(), MessageBody: transportOrderBody(channels, drill) }),
      );
    },
  };
}
