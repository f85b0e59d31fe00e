import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundedRequests } from '../shared/aws/requests/bounded-requests.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { readLinkEnvironment, readPagesEnvironment } from '../shared/contracts/environment.ts';
import { htmlPages } from '../shared/render/pages/html-pages.ts';
import { answerRequest } from '../shared/use-cases/pages/answer-request.ts';
import { rememberPastDays, rememberSoFar } from '../shared/use-cases/pages/remember-timeline.ts';
import { clock, httpHandler } from './handler.ts';
import { lateDecideQueue } from './late/queues.ts';
import { lateReportReader } from './late/report-reader.ts';
import { openTable } from './wiring.ts';

const { table, bucket, decideQueue } = readPagesEnvironment(process.env);
const store = openTable(table);
const ports = {
  ...store,
  timeline: rememberSoFar(rememberPastDays(store.timeline, clock), clock),
  files: lateReportReader(bucket),
  links: secretPageLinks(new SecretsManagerClient(boundedRequests()), {
    ...readLinkEnvironment(process.env),
    clock,
  }),
  decideQueue: lateDecideQueue(decideQueue),
  pages: htmlPages,
};

/** Serves the pages: receipts of alerts, reports, and the inbox behind a link of its own. */
export const handler = httpHandler((request) => answerRequest(request, ports));
