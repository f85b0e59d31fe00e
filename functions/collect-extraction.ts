import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { sqsDecideQueue } from '../shared/aws/sqs-queues.ts';
import { s3RawStore } from '../shared/aws/s3-objects.ts';
import { readInsertEnvironment } from '../shared/contracts/environment.ts';
import { extractionOrderSchema } from '../shared/contracts/orders.ts';
import { openExtractionSource } from '../shared/providers/extraction/source/extraction-source.ts';
import { collectExtraction } from '../shared/use-cases/extraction/collect-records.ts';
import { invokeHandler, openTable, reportExtraction, settingsOf } from './handler.ts';
import { openDelivery } from './open-delivery.ts';

const { table, topic, bucket, decideQueue, ...service } = readInsertEnvironment(process.env);
const secrets = new SecretsManagerClient(boundedRequests());
const ports = {
  ...openTable(table),
  decideQueue: sqsDecideQueue(new SQSClient(boundedRequests()), decideQueue),
  raw: s3RawStore(bucket),
  jobs: openExtractionSource(settingsOf(service, secrets)),
};
const delivery = openDelivery(ports, { topic, secrets });

/**
 * Collects a page of the records of an extraction, and orders them to be decided. Delivers what the operators must
 * know.
 */
export const handler = invokeHandler(extractionOrderSchema, async ({ jobId }, call) => {
  const outcome = await collectExtraction(jobId, ports, call);
  const step = reportExtraction(outcome);
  await delivery.deliver(outcome.channels, call);
  return step;
});
