import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { createClock, type SharedClock } from '../../../../infra/local/aws/shared-clock.ts';
import { type Machine, startMachine } from '../../../../infra/local/aws/start-machine.ts';
import type { CapturedMessage } from '../../../../infra/local/aws/topic/topic-engine.ts';

/** A function that uses every service by the clients' own defaults: only its environment says where they are. */
const RING = `
import { createRequire } from 'node:module';
const require = createRequire(${JSON.stringify(join(process.cwd(), 'package.json'))});
const { DynamoDBClient, PutItemCommand } = require('@aws-sdk/client-dynamodb');
const { GetSecretValueCommand, SecretsManagerClient } = require('@aws-sdk/client-secrets-manager');
const { PublishCommand, SNSClient } = require('@aws-sdk/client-sns');
const { PutObjectCommand, S3Client } = require('@aws-sdk/client-s3');
export const handler = async ({ Records = [], ...event }, context) => {
  if (event.fail) throw new TypeError('asked to fail');
  if (event.secret) {
    const get = new SecretsManagerClient().send(new GetSecretValueCommand({ SecretId: event.secret }));
    return get.catch(({ name, $metadata }) => ({ name, attempts: $metadata.attempts }));
  }
  for (const { messageId, body, attributes } of Records) {
    const { SecretString } = await new SecretsManagerClient().send(new GetSecretValueCommand({ SecretId: process.env.KEY }));
    await new S3Client().send(new PutObjectCommand({ Bucket: process.env.BUCKET, Key: messageId, Body: body }));
    const Item = { pk: { S: 'seen' }, body: { S: body }, received: { S: attributes.ApproximateReceiveCount }, key: { S: SecretString } };
    await new DynamoDBClient().send(new PutItemCommand({ TableName: process.env.TABLE, Item }));
    await new SNSClient().send(new PublishCommand({ TopicArn: process.env.TOPIC, Message: body }));
  }
  return Records.length > 0 ? { batchItemFailures: [] } : { event, id: context.awsRequestId, given: process.env.GIVEN };
};`;

const TEMPLATE = {
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        Replicas: [{ Region: { Ref: 'AWS::Region' } }],
      },
    },
    Runs: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: 30,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
      },
    },
    Dead: { Type: 'AWS::SQS::Queue' },
    Topic: { Type: 'AWS::SNS::Topic' },
    Bucket: { Type: 'AWS::S3::Bucket' },
    Key: { Type: 'AWS::SecretsManager::Secret' },
    Empty: { Type: 'AWS::SecretsManager::Secret' },
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
    Policy: {
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyName: 'Table',
        Roles: [{ Ref: 'Role' }],
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: { 'Fn::GetAtt': ['Table', 'Arn'] } },
            { Effect: 'Allow', Action: ['s3:*'], Resource: '*' },
          ],
        },
      },
    },
    Ring: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        Code: { S3Bucket: 'assets', S3Key: 'ring.zip' },
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        Timeout: 10,
        Environment: {
          Variables: {
            TABLE: { Ref: 'Table' },
            TOPIC: { Ref: 'Topic' },
            BUCKET: { Ref: 'Bucket' },
            KEY: { Ref: 'Key' },
          },
        },
      },
    },
    Source: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        BatchSize: 1,
        EventSourceArn: { 'Fn::GetAtt': ['Runs', 'Arn'] },
        FunctionName: { Ref: 'Ring' },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 2 },
      },
    },
    Group: { Type: 'AWS::Scheduler::ScheduleGroup' },
    Hourly: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        GroupName: { Ref: 'Group' },
        ScheduleExpression: 'cron(0 * * * ? *)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: { 'Fn::GetAtt': ['Runs', 'Arn'] },
          RoleArn: 'role',
          Input: 'slot <aws.scheduler.scheduled-time>',
        },
      },
    },
  },
  Outputs: Object.fromEntries(
    ['Runs', 'Dead', 'Key', 'Empty', 'Table'].map((id) => [id, { Value: { Ref: id } }]),
  ),
};

let folder: string;
let clock: SharedClock;
let machine: Machine;
let messages: CapturedMessage[];
const clients: { destroy(): void }[] = [];

async function open(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-machine-'));
  await mkdir(join(folder, 'assets', 'asset.ring'), { recursive: true });
  await writeFile(join(folder, 'assets', 'asset.ring', 'index.mjs'), RING);
  await start();
}
async function close(): Promise<void> {
  for (const client of clients.splice(0)) client.destroy();
  await machine.stop(1_000);
  await rm(folder, { recursive: true });
}

async function start(): Promise<void> {
  messages = [];
  clock = createClock(Date.parse('2026-11-21T08:00:00Z'));
  machine = await startMachine({
    folder: join(folder, 'data'),
    template: TEMPLATE,
    stackName: 'test',
    assets: join(folder, 'assets'),
    parameters: {},
    secrets: { KEY: 'local-key' },
    environment: { GIVEN: 'acme-emea' },
    clock,
    skipWaits: true,
    debug: false,
    onMessage: (message) => messages.push(message),
    onLine: () => undefined,
    onScheduleFailure: () => undefined,
    onClockBack: () => undefined,
  });
}

function client<T extends { destroy(): void }>(
  Client: new (config: typeof localCredentials & { endpoint: string; maxAttempts: number }) => T,
  endpoint: string,
): T {
  const made = new Client({ ...localCredentials, endpoint, maxAttempts: 1 });
  clients.push(made);
  return made;
}

const output = (name: string) => machine.stack.outputs[name] ?? '';
const send = (MessageBody: string) =>
  client(SQSClient, machine.endpoints.SQS).send(
    new SendMessageCommand({ QueueUrl: output('Runs'), MessageBody }),
  );
const texts = () => messages.map((message) => message.texts['default']);

describe('the stack on one machine', () => {
  beforeEach(open);
  afterEach(close);

  it('takes no orders once it stops: a start that is interrupted would else receive from closed queues without end', async () => {
    await send('precious');
    const stopped = machine.stop(0);
    machine.takeOrders();
    await stopped;
    machine.takeOrders();
    await start();
    expect(machine.queues.depth('test-Runs')).toMatchObject({ ready: 1, inFlight: 0 });
    expect(texts()).toEqual([]);
  });
});

describe('calling functions over the wire', () => {
  beforeAll(open);
  afterAll(close);

  const invoke = (FunctionName: string, payload: string, InvocationType?: 'Event' | 'DryRun') =>
    client(LambdaClient, machine.endpoints.LAMBDA).send(
      new InvokeCommand({ FunctionName, Payload: Buffer.from(payload), InvocationType }),
    );

  it('answers a call, returns its error, and accepts an event', async () => {
    const { StatusCode, Payload } = await invoke('test-Ring', '{"a":1}');
    expect(StatusCode).toBe(200);
    expect(JSON.parse(Payload!.transformToString())).toMatchObject({
      event: { a: 1 },
      given: 'acme-emea',
    });
    const failed = await invoke(machine.stack.functions[0]!.arn, '{"fail":true}');
    expect(failed.FunctionError).toBe('Unhandled');
    expect(JSON.parse(failed.Payload!.transformToString())).toMatchObject({
      errorType: 'TypeError',
      errorMessage: 'asked to fail',
    });
    expect((await invoke('test-Ring', '{}', 'Event')).StatusCode).toBe(202);
  });

  it('sends a request that is refused once, although the clock of the function differs from that of the engine', async () => {
    const { Payload } = await invoke('test-Ring', '{"secret":"absent"}');
    expect(JSON.parse(Payload!.transformToString())).toEqual({
      name: 'ResourceNotFoundException',
      attempts: 1,
    });
  });

  it.each<[string, string, 'Event' | 'DryRun' | undefined, string]>([
    ['other', '{}', undefined, 'ResourceNotFoundException'],
    ['test-Ring', 'no json', undefined, 'InvalidRequestContentException'],
    ['test-Ring', '{}', 'DryRun', 'InvalidParameterValueException'],
    ['test-Ring', `"${'x'.repeat(6 * 1024 * 1024)}"`, undefined, 'RequestTooLargeException'],
  ])('refuses a call of %s that Lambda would refuse', async (name, payload, type, error) => {
    await expect(invoke(name, payload, type)).rejects.toMatchObject({ name: error });
  });
});

describe('secrets', () => {
  beforeAll(open);
  afterAll(close);

  const secrets = () => client(SecretsManagerClient, machine.endpoints.SECRETS_MANAGER);

  it('gives the value it was started with, and a new one after it was put', async () => {
    const SecretId = output('Key');
    const get = new GetSecretValueCommand({ SecretId });
    expect(await secrets().send(get)).toMatchObject({ SecretString: 'local-key', ARN: SecretId });
    await secrets().send(new PutSecretValueCommand({ SecretId: 'test-Key', SecretString: 'changed' }));
    expect((await secrets().send(get)).SecretString).toBe('changed');
  });

  it('fails for a secret without a value and for one that is not there, as AWS does, and refuses the rest', async () => {
    for (const SecretId of [output('Empty'), 'absent']) {
      const get = secrets().send(new GetSecretValueCommand({ SecretId }));
      await expect(get).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    }
    await expect(secrets().send(new ListSecretsCommand({}))).rejects.toThrow(/not known on this machine/);
  });
});
