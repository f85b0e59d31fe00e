import { BatchWriteItemCommand, type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { TABLE } from '../../../shared/contracts/names.ts';

/** A queue that smoke makes and removes. */
export interface TemporaryQueue {
  arn: string;
  /** Waits up to some seconds for messages. Gives their bodies. */
  receive: () => Promise<string[]>;
  remove: () => Promise<void>;
}

/** What smoke does itself, with the permissions of its caller: all else goes through the stack's own functions. */
export interface SmokeTools {
  openQueue: (name: string) => Promise<TemporaryQueue>;
  /** Deletes all items of these partitions of the table. Returns how many. */
  erase: (partitions: readonly string[]) => Promise<number>;
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
      const { QueueUrl = '' } = await sqs.send(
        new CreateQueueCommand({ QueueName, Attributes: { MessageRetentionPeriod: '3600' } }),
      );
      const arn = await arnOf(sqs, QueueUrl);
      await allow(sqs, { QueueUrl, arn, topicArn });
      return {
        arn,
        receive: async () => {
          const { Messages = [] } = await sqs.send(
            new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: WAIT }),
          );
          return Messages.map(({ Body = '' }) => Body);
        },
        remove: async () => {
          await sqs.send(new DeleteQueueCommand({ QueueUrl }));
        },
      };
    },

    async erase(partitions) {
      let count = 0;
      for (const partition of partitions) count += await erasePartition(dynamo, { table, partition });
      return count;
    },
  };
}

async function arnOf(sqs: SQSClient, QueueUrl: string): Promise<string> {
  const AttributeNames = ['QueueArn' as const];
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Attributes?.['QueueArn'] ?? '';
}

/** SNS may send to a queue only where its policy allows it (Amazon SNS Developer Guide, "Subscribing a queue to a topic"). */
async function allow(
  sqs: SQSClient,
  { QueueUrl, arn, topicArn }: { QueueUrl: string; arn: string; topicArn: string },
): Promise<void> {
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: arn,
    Condition: { ArnEquals: { 'aws:SourceArn': topicArn } },
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }));
}

/** DynamoDB writes at most so many items in one batch. */
const BATCH = 25;

async function erasePartition(
  dynamo: DynamoDBClient,
  { table, partition }: { table: string; partition: string },
): Promise<number> {
  let count = 0;
  const query = {
    TableName: table,
    KeyConditionExpression: '#pk = :pk',
    ProjectionExpression: '#pk, #sk',
    ExpressionAttributeNames: { '#pk': TABLE.partition, '#sk': TABLE.sort },
    ExpressionAttributeValues: { ':pk': { S: partition } },
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo }, query)) {
    for (let from = 0; from < Items.length; from += BATCH) {
      let writes = Items.slice(from, from + BATCH).map((Key) => ({ DeleteRequest: { Key } }));
      count += writes.length;
      while (writes.length > 0) {
        const answer = await dynamo.send(new BatchWriteItemCommand({ RequestItems: { [table]: writes } }));
        writes = (answer.UnprocessedItems?.[table] ?? []).flatMap(({ DeleteRequest }) =>
          DeleteRequest?.Key ? [{ DeleteRequest: { Key: DeleteRequest.Key } }] : [],
        );
      }
    }
  }
  return count;
}
