import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundedRequests } from '../shared/aws/requests/bounded-requests.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { readLinkEnvironment, readPagesEnvironment } from '../shared/contracts/environment.ts';
import { loadedOnce } from '../shared/domain/lib/loaded-once.ts';
import { htmlPages } from '../shared/render/pages/html-pages.ts';
import type { ReportFiles } from '../shared/use-cases/ports/reports.ts';
import { answerRequest } from '../shared/use-cases/pages/answer-request.ts';
import { rememberPastDays } from '../shared/use-cases/pages/inbox/remember-past-days.ts';
import { rememberSoFar } from '../shared/use-cases/pages/inbox/remember-so-far.ts';
import { rememberSame } from '../shared/use-cases/pages/story/remember-same.ts';
import { clock, httpHandler } from './handler.ts';
import { openTable } from './wiring.ts';

const { table, bucket } = readPagesEnvironment(process.env);
const store = openTable(table);
/** The client of S3 is loaded with the first file of a report. It is a tenth of a cold start. */
const files = loadedOnce(async () => {
  const { openReportReader } = await import('../shared/aws/s3/s3-report-reader.ts');
  return openReportReader(bucket);
});
const ports = {
  ...store,
  timeline: rememberSoFar(rememberPastDays(store.timeline, clock), clock),
  reports: {
    ...store,
    files: { get: async (...given: Parameters<ReportFiles['get']>) => (await files()).get(...given) },
  },
  links: secretPageLinks(new SecretsManagerClient(boundedRequests()), {
    ...readLinkEnvironment(process.env),
    clock,
  }),
  sameStories: rememberSame(),
  pages: htmlPages,
};

/** Serves the pages: receipts of alerts, reports, and the inbox behind a link of its own. */
export const handler = httpHandler((request) => answerRequest(request, ports));
