import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundedRequests } from '../shared/aws/requests/bounded-requests.ts';
import { s3RawStore } from '../shared/aws/s3/s3-raw-store.ts';
import { readCollectEnvironment, readLinkEnvironment } from '../shared/contracts/environment.ts';
import { extractionOrderSchema } from '../shared/contracts/orders/extraction-order.ts';
import { openExtractionSource } from '../shared/providers/extraction/source/extraction-source.ts';
import { collectExtraction } from '../shared/use-cases/extraction/collect-records.ts';
import { invokeHandler } from './handler.ts';
import { openDelivery, openTableToDecide, reportExtraction, settingsOf } from './wiring.ts';

const { table, topic, bucket, ...service } = readCollectEnvironment(process.env);
const secrets = new SecretsManagerClient(boundedRequests());
const ports = {
  ...openTableToDecide(table),
  raw: s3RawStore(new S3Client(boundedRequests()), bucket),
  jobs: openExtractionSource(settingsOf(service, secrets)),
};
const delivery = openDelivery({ ports, topic, secrets, links: readLinkEnvironment(process.env) });

/** Collects a page of the records of an extraction, then delivers what is new. */
export const handler = invokeHandler(extractionOrderSchema, async ({ jobId }, call) => {
  const outcome = await collectExtraction(jobId, ports, call);
  const step = reportExtraction(outcome);
  await delivery.deliver(outcome.channels, call);
  return step;
});
