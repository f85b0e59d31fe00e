import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { ACCOUNT, arnOf } from '../../../infra/local/aws/local-account.ts';
import type { Clients } from '../moto/clients.ts';

/** A queue that belongs to a subscriber of a channel, not to the stack. */
export interface Subscriber {
  arn: string;
  /** The alerts that came since the last call, by their receipts: one for each time that an alert was sent. */
  receipts: () => Promise<string[]>;
}

export async function openSubscriber(
  { sqs }: Clients,
  { name, moto }: { name: string; moto: string },
): Promise<Subscriber> {
  await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const QueueUrl = `${moto}/${ACCOUNT}/${name}`;
  return {
    arn: arnOf('sqs', name),
    receipts: async () => {
      const found: string[] = [];
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
        );
        if (Messages.length === 0) return found;
        for (const { Body = '', ReceiptHandle } of Messages) {
          found.push(...receiptsIn(JSON.parse(Body).Message));
          await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        }
      }
    },
  };
}

/** The last part of the link to the receipt of each alert. It is the same whichever address the pages have. */
export function receiptsIn(document: string): string[] {
  const { alerts } = JSON.parse(document);
  return alerts.map(({ receipt }: { receipt: string }) => receipt.split('/r/').at(-1));
}
