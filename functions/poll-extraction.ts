import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { readExtractionEnvironment } from '../shared/contracts/environment.ts';
import { extractionOrderSchema } from '../shared/contracts/orders.ts';
import { openExtractionSource } from '../shared/providers/extraction/source/extraction-source.ts';
import { pollExtraction, recordBrokenExecution } from '../shared/use-cases/extraction/poll-job.ts';
import { invokeHandler, openTable, reportExtraction, settingsOf } from './handler.ts';

const { table, ...service } = readExtractionEnvironment(process.env);
const ports = {
  ...openTable(table),
  jobs: openExtractionSource(settingsOf(service, new SecretsManagerClient(boundedRequests()))),
};

/** Reads the state of an extraction's job. Called with a failure, it records why an execution broke off. */
export const handler = invokeHandler(extractionOrderSchema, async ({ jobId, failure }, call) =>
  reportExtraction(
    failure === undefined
      ? await pollExtraction(jobId, ports, call)
      : await recordBrokenExecution({ jobId, cause: failure }, ports),
  ),
);
