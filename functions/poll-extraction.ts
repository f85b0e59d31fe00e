import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import { readExtractionEnvironment } from '../shared/contracts/environment.ts';
import { extractionOrderSchema } from '../shared/contracts/orders/extraction-order.ts';
import { openExtractionSource } from '../shared/providers/extraction/source/extraction-source.ts';
import { pollExtraction } from '../shared/use-cases/extraction/poll-extraction.ts';
import { recordBrokenExecution } from '../shared/use-cases/extraction/record-broken-execution.ts';
import { clock, invokeHandler, reportExtraction } from './edge.ts';

const { table, url, prefix, keySecret } = readExtractionEnvironment(process.env);
const key = secretKey(new SecretsManagerClient(), { secretId: keySecret, clock });
const ports = {
  ...openStore(new DynamoDBClient(), table),
  clock,
  jobs: openExtractionSource({ baseUrl: url, prefix, key, clock }),
};

/** Looks where the job of an extraction stands; called with a failure, records why an execution broke off. */
export const handler = invokeHandler(extractionOrderSchema, async ({ jobId, failure }, call) =>
  reportExtraction(
    failure === undefined
      ? await pollExtraction(jobId, ports, call)
      : await recordBrokenExecution({ jobId, cause: failure }, ports),
  ),
);
