import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';

/**
 * Clients of moto for the harness itself. Their key is that of no function, so what they send is not recorded.
 *
 * @param secrets another address for the client of secrets. Default: the same.
 */
export function openClients(endpoint: string, { secrets = endpoint }: { secrets?: string } = {}) {
  const settings = { ...localCredentials, endpoint };
  const clients = {
    dynamo: new DynamoDBClient(settings),
    s3: new S3Client({ ...settings, forcePathStyle: true }),
    scheduler: new SchedulerClient(settings),
    secrets: new SecretsManagerClient({ ...settings, endpoint: secrets }),
    workflows: new SFNClient(settings),
    sns: new SNSClient(settings),
    // It would take the host of a queue's URL, where calls are recorded.
    sqs: new SQSClient({ ...settings, useQueueUrlAsEndpoint: false }),
  };
  return {
    ...clients,
    close: (): void => {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}
export type Clients = ReturnType<typeof openClients>;
