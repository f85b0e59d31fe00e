import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { readExtractionEnvironment } from '../shared/contracts/environment.ts';
import { extractionOrderSchema } from '../shared/contracts/orders.ts';
import { openExtractionSource } from '../shared/providers/extraction/source/extraction-source.ts';
import { submitExtraction } from '../shared/use-cases/extraction/poll-job.ts';
import { invokeHandler, openTable, reportExtraction, settingsOf } from './handler.ts';

const { table, ...service } = readExtractionEnvironment(process.env);
const ports = {
  ...openTable(table),
  jobs: openExtractionSource(settingsOf(service, new SecretsManagerClient(boundedRequests()))),
};

/** Submits the job of an extraction once. Where an answer was lost, it finds the job instead. */
export const handler = invokeHandler(extractionOrderSchema, async ({ jobId }, call) =>
  reportExtraction(await submitExtraction(jobId, ports, call)),
);
