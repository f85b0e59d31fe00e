import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import { readExtractionEnvironment } from '../shared/contracts/environment.ts';
import { extractionOrderSchema } from '../shared/contracts/orders/extraction-order.ts';
import { openExtractionSource } from '../shared/providers/extraction/source/extraction-source.ts';
import { submitExtraction } from '../shared/use-cases/extraction/submit-extraction.ts';
import { clock, invokeHandler, reportExtraction } from './edge.ts';

const { table, url, prefix, keySecret } = readExtractionEnvironment(process.env);
const key = secretKey(new SecretsManagerClient(), { secretId: keySecret, clock });
const ports = {
  ...openStore(new DynamoDBClient(), table),
  clock,
  jobs: openExtractionSource({ baseUrl: url, prefix, key, clock }),
};

/** Sends the job of an extraction, once, or finds it where an answer was lost. */
export const handler = invokeHandler(extractionOrderSchema, async ({ jobId }, call) =>
  reportExtraction(await submitExtraction(jobId, ports, call)),
);
