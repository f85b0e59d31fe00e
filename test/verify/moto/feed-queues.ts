import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { EventSource } from '../../../infra/local/aws/functions/function-spec.ts';
import type { FunctionEngine } from '../../../infra/local/aws/functions/function-engine.ts';
import { ACCOUNT, REGION } from '../../../infra/local/aws/local-account.ts';
import type { Deed } from '../policies/replay.ts';
import type { Clients } from './clients.ts';

interface Order {
  clients: Clients;
  functions: FunctionEngine;
  /** `http://127.0.0.1:PORT/ACCOUNT` */
  queueBase: string;
  roleOf: (functionName: string) => string;
  onDeed: (deed: Deed) => void;
}

/**
 * What Lambda does with the role of a function that a queue feeds (Lambda Developer Guide, "Using Lambda with Amazon
 * SQS").
 */
const FEEDING = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/**
 * Takes the messages that a queue holds now and calls its function with them, as Lambda's event source does.
 *
 * @returns how many messages there were.
 * @throws Error when the function fails, or reports a message as failed.
 */
export async function feedOnce(source: EventSource, order: Order): Promise<number> {
  const { clients, functions, queueBase, roleOf, onDeed } = order;
  const QueueUrl = `${queueBase}/${source.queueArn.split(':').at(-1)}`;
  const { Messages = [] } = await clients.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: source.batchSize,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  if (Messages.length === 0) return 0;
  const role = roleOf(source.functionName);
  for (const action of FEEDING) onDeed({ role, request: { action, resource: source.queueArn, context: {} } });
  const Records = Messages.map((message) => ({
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: { ...message.Attributes, SenderId: ACCOUNT },
    messageAttributes: {},
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: source.queueArn,
    awsRegion: REGION,
  }));
  const end = await functions.invoke(source.functionName, JSON.stringify({ Records }));
  if ('error' in end) throw new Error(`${source.functionName} failed: ${end.error.errorMessage}`);
  const failed = JSON.parse(end.payload)?.batchItemFailures ?? [];
  if (failed.length > 0) throw new Error(`${source.functionName} failed on ${JSON.stringify(Records)}`);
  for (const { ReceiptHandle } of Messages)
    await clients.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  return Messages.length;
}
