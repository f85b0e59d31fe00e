import { randomBytes } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { answerApi, API_FAILURE, isForApi } from '../shared/api/answer-api.ts';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { secretPageLinks } from '../shared/aws/secrets.ts';
import { sqsDecideQueue } from '../shared/aws/sqs-queues.ts';
import { readLinkEnvironment, readPagesEnvironment } from '../shared/contracts/environment.ts';
import { loadedOnce } from '../shared/domain/lib/in-parallel.ts';
import { htmlPages } from '../shared/render/pages/html-pages.ts';
import type { ReportFiles } from '../shared/use-cases/ports/ports.ts';
import { answerRequest } from '../shared/use-cases/pages/answer-request.ts';
import { rememberPastDays } from '../shared/use-cases/pages/remember-timeline.ts';
import { clock, httpHandler, openTable } from './handler.ts';

const { table, bucket, decideQueue } = readPagesEnvironment(process.env);
const store = openTable(table);
/** The client of S3 is loaded with the first file of a report. It is a tenth of a cold start. */
const files = loadedOnce(async () => {
  const { openReportReader } = await import('../shared/aws/s3/s3-report-reader.ts');
  return openReportReader(bucket);
});
const ports = {
  ...store,
  timeline: rememberPastDays(store.timeline, clock),
  files: { get: async (...given: Parameters<ReportFiles['get']>) => (await files()).get(...given) },
  links: secretPageLinks(new SecretsManagerClient(boundedRequests()), {
    ...readLinkEnvironment(process.env),
    clock,
  }),
  decideQueue: sqsDecideQueue(new SQSClient(boundedRequests()), decideQueue),
  pages: htmlPages,
  random: randomBytes,
};

/** Serves the pages: receipts of alerts, reports, and the inbox behind a link of its own. Beside them, the API. */
export const handler = httpHandler(
  (request) => (isForApi(request.path) ? answerApi(request, ports) : answerRequest(request, ports)),
  (path) => (isForApi(path) ? API_FAILURE : undefined),
);
