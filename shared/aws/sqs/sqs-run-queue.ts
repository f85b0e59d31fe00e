import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { runOrderBody } from '../../contracts/orders/run-order.ts';
import type { Service } from '../../domain/lib/errors.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { RunQueue } from '../../use-cases/ports/queues.ts';

/** The runs queues, one per upstream service of the stack. */
export function sqsRunQueue(client: SQSClient, urls: Readonly<Partial<Record<Service, string>>>): RunQueue {
  return {
    async send(service, order, delay = 0) {
      const url = urls[service];
      if (url === undefined) throw new Error(`This stack has no runs queue for the ${service} service.`);
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: runOrderBody(order),
          DelaySeconds: Math.ceil(delay / SECOND),
        }),
      );
    },
  };
}
