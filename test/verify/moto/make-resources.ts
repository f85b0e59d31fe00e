import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import {
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  GetScheduleGroupCommand,
} from '@aws-sdk/client-scheduler';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { CreateStateMachineCommand } from '@aws-sdk/client-sfn';
import { CreateTopicCommand, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { ACCOUNT, REGION } from '../../../infra/local/aws/local-account.ts';
import type { LocalStack } from '../../../infra/local/aws/template/local-stack.ts';
import type { Clients } from './clients.ts';

/** What AWS says of a resource that is there already. */
const EXISTS = /Exist|InUse|AlreadyOwned|Conflict/;

/**
 * Makes in moto what the template holds, by the calls that CloudFormation would send. What is there already stays as
 * it is: an update in place replaces nothing.
 */
export async function makeResources(
  stack: LocalStack,
  { clients, secretValues }: { clients: Clients; secretValues: Readonly<Record<string, string>> },
): Promise<void> {
  const unlessThere = async (made: Promise<unknown>): Promise<void> => {
    await made.catch((cause: unknown) => {
      if (!(cause instanceof Error && EXISTS.test(cause.name))) throw cause;
    });
  };
  for (const { name, attributes, keys, indexes } of stack.tables) {
    await unlessThere(
      clients.dynamo.send(
        new CreateTableCommand({
          TableName: name,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [...attributes],
          KeySchema: [...keys],
          GlobalSecondaryIndexes: indexes.map(({ IndexName, KeySchema, Projection }) => ({
            IndexName,
            KeySchema: [...KeySchema],
            Projection: { ProjectionType: Projection.ProjectionType },
          })),
        }),
      ),
    );
  }
  // The dead letters come first: other queues name them.
  const isSource = (queue: LocalStack['queues'][number]) => 'RedrivePolicy' in queue.attributes;
  for (const { name, attributes } of stack.queues.toSorted(
    (a, b) => Number(isSource(a)) - Number(isSource(b)),
  ))
    await unlessThere(
      clients.sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: { ...attributes } })),
    );
  for (const arn of stack.topics)
    await unlessThere(clients.sns.send(new CreateTopicCommand({ Name: arn.split(':').at(-1) ?? '' })));
  for (const { TopicArn, Protocol, Endpoint } of stack.subscriptions)
    await unlessThere(clients.sns.send(new SubscribeCommand({ TopicArn, Protocol, Endpoint })));
  for (const Bucket of stack.buckets) {
    const CreateBucketConfiguration = { LocationConstraint: REGION as 'eu-west-1' };
    await unlessThere(clients.s3.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration })));
  }
  for (const { name, arn, generated } of stack.secrets) {
    const given = secretValues[arn] ?? (generated === undefined ? undefined : 'x'.repeat(generated));
    const SecretString = given === undefined ? {} : { SecretString: given };
    await unlessThere(clients.secrets.send(new CreateSecretCommand({ Name: name, ...SecretString })));
  }
  for (const { name, definition } of stack.stateMachines)
    await unlessThere(
      clients.workflows.send(
        new CreateStateMachineCommand({
          name,
          definition: JSON.stringify(definition),
          roleArn: `arn:aws:iam::${ACCOUNT}:role/${name}`,
        }),
      ),
    );
  for (const Name of stack.scheduleGroups) {
    // moto would empty a group that is there.
    const found = await clients.scheduler.send(new GetScheduleGroupCommand({ Name })).catch(() => undefined);
    if (!found) await clients.scheduler.send(new CreateScheduleGroupCommand({ Name }));
  }
  for (const schedule of stack.schedules)
    await unlessThere(clients.scheduler.send(new CreateScheduleCommand(schedule)));
}
