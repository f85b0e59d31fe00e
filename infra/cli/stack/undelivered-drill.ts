import { ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { tryParse } from '../../../shared/contracts/parse-as.ts';
import { parseJson } from '../../../shared/contracts/parse-json.ts';

/** The envelope of SNS. `UnsubscribeURL` ends with the ARN of the subscription. */
const envelope = z.object({ Message: z.string(), UnsubscribeURL: z.string() });

/** Messages that are read, ten at a time. */
const MOST_READS = 20;
/** Seconds for which others do not see them: each is read once. */
const HIDDEN = 20;

/**
 * The ARNs of the subscriptions to which SNS could not deliver a drill, from the queue in which it keeps what it gives up. The
 * messages stay there. `unknown`: the queue may not be read.
 */
export async function undeliveredDrill(
  id: string,
  { sqs, queueUrl }: { sqs: SQSClient; queueUrl: string },
): Promise<string[] | 'unknown'> {
  const arns = new Set<string>();
  try {
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: HIDDEN,
          WaitTimeSeconds: 0,
        }),
      );
      if (Messages.length === 0) break;
      for (const { Body = '' } of Messages) {
        const read = tryParse(envelope, parseJson(Body));
        const arn = read.data && new URL(read.data.UnsubscribeURL).searchParams.get('SubscriptionArn');
        if (arn && read.data.Message.includes(id)) arns.add(arn);
      }
    }
  } catch (error) {
    if (error instanceof Error && /AccessDenied/.test(error.name)) return 'unknown';
    throw error;
  }
  return [...arns];
}
