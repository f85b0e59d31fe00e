import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { decideOrderBody } from '../../contracts/orders/decide-order.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { DecideQueue } from '../../use-cases/ports/queues.ts';

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
