import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  paginateListQueues,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { undefinedOn } from '../../../shared/aws/bounded-requests.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { removePartition } from '../../../shared/store/removals.ts';

/** The canary's watch and its channel, both of this name. No file of watches should use it. */
export const CANARY = 'smoke-canary';

/** A queue that smoke makes and removes. */
export interface TemporaryQueue {
  arn: string;
  /** Waits up to some seconds for messages. Gives their bodies. */
  receive: () => Promise<string[]>;
  remove: () => Promise<void>;
}

/** What smoke does itself, with the permissions of its caller: all else goes through the stack's own functions. */
export interface SmokeTools {
  /** @param name as `queueName` gives it. */
  openQueue: (name: string) => Promise<TemporaryQueue>;
  /** The queues that smoke tests of this stack left, which began before a time. */
  leftQueues: (before: Instant) => Promise<{ name: string; remove: () => Promise<void> }[]>;
  /** Deletes all items of these partitions of the table. */
  erase: (partitions: readonly string[]) => Promise<void>;
}

/** How long one receive waits, in seconds. */
const WAIT = 2;

export function smokeTools({
  sqs,
  dynamo,
  topicArn,
  table,
}: {
  sqs: SQSClient;
  dynamo: DynamoDBClient;
  topicArn: string;
  table: string;
}): SmokeTools {
  return {
    async openQueue(QueueName) {
      const Attributes = { MessageRetentionPeriod: '3600', Policy: policyFor(QueueName, topicArn) };
      const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
      return {
        arn: (await attributeOf(sqs, QueueUrl, 'QueueArn')) ?? '',
        receive: async () => {
          const { Messages = [] } = await sqs.send(
            new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: WAIT }),
          );
          return Messages.map(({ Body = '' }) => Body);
        },
        remove: () => removeQueue(sqs, QueueUrl),
      };
    },

    async leftQueues(before) {
      const left: { name: string; remove: () => Promise<void> }[] = [];
      const listed = paginateListQueues({ client: sqs, pageSize: 100 }, { QueueNamePrefix: PREFIX });
      for await (const { QueueUrls = [] } of listed) {
        for (const QueueUrl of QueueUrls) {
          const name = QueueUrl.split('/').at(-1) ?? '';
          const began = beginOf(name);
          if (began === undefined || began >= before) continue;
          // Its policy says for which stack it was made: others of the account have such queues too.
          if ((await attributeOf(sqs, QueueUrl, 'Policy'))?.includes(`"${topicArn}"`))
            left.push({ name, remove: () => removeQueue(sqs, QueueUrl) });
        }
      }
      return left;
    },

    async erase(partitions) {
      const items = dynamoTable(dynamo, table);
      for (const partition of partitions) await removePartition(items, partition);
    },
  };
}

const PREFIX = `${CANARY}-`;
/**
 * Smoke did not exist before. A name that a person chose reads as an earlier time, or as one that is still to come.
 */
const EARLIEST = Date.UTC(2026, 0, 1);

/** The name of the queue of a smoke test that begins at a time. */
export function queueName(begin: Instant): string {
  return `${PREFIX}${begin.toString(36)}`;
}

/** When the smoke test began that made a queue; undefined for a queue that none made. */
function beginOf(name: string): Instant | undefined {
  const begin = Number.parseInt(name.slice(PREFIX.length), 36);
  return queueName(begin) === name && begin >= EARLIEST ? begin : undefined;
}

/** Undefined when the queue is gone. */
async function attributeOf(
  sqs: SQSClient,
  QueueUrl: string,
  name: 'QueueArn' | 'Policy',
): Promise<string | undefined> {
  const asked = sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] }));
  return (await undefinedOn(QueueDoesNotExist, asked))?.Attributes?.[name];
}

async function removeQueue(sqs: SQSClient, QueueUrl: string): Promise<void> {
  await undefinedOn(QueueDoesNotExist, sqs.send(new DeleteQueueCommand({ QueueUrl })));
}

/**
 * SNS may send to a queue only where its policy allows it (Amazon SNS Developer Guide, "Subscribing a queue to a
 * topic"). The queue is in the account and the region of the topic.
 */
function policyFor(queue: string, topicArn: string): string {
  const [arn, partition, , region, account] = topicArn.split(':');
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: [arn, partition, 'sqs', region, account, queue].join(':'),
    Condition: { ArnEquals: { 'aws:SourceArn': topicArn } },
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
}
