import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { readReportEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { reportOrderSchema } from '../shared/contracts/orders.ts';
import { loadedOnce } from '../shared/domain/lib/in-parallel.ts';
import type { ReportNumbers } from '../shared/domain/reports/report-numbers.ts';
import { reportLink } from '../shared/domain/pages/signed-link.ts';
import type { NameCounter, ReportFiles, ReportRenderer } from '../shared/use-cases/ports/ports.ts';
import { answerReportCall } from '../shared/use-cases/reports/answer-report-call.ts';
import { invokeHandler, logEvent, openTable, settingsOf } from './handler.ts';
import { openDelivery } from './open-delivery.ts';

const { table, topic, bucket, news, retention } = readReportEnvironment(process.env);
const secrets = new SecretsManagerClient(boundedRequests());
// Most calls only roll up days, without these clients: each is a tenth of a cold start.
const counter = loadedOnce(async () => {
  const { openNameCounter } = await import('../shared/providers/news/name-counter.ts');
  return openNameCounter(news && settingsOf(news, secrets));
});
const files = loadedOnce(async () => {
  const { s3ReportWriter } = await import('../shared/aws/s3-objects.ts');
  return s3ReportWriter(bucket);
});
const ports = {
  ...openTable(table),
  counter: { count: async (...given: Parameters<NameCounter['count']>) => (await counter()).count(...given) },
  files: { put: async (...given: Parameters<ReportFiles['put']>) => (await files()).put(...given) },
  render: makeForms,
  spreadsheet: makeSpreadsheet,
  retention,
};
const delivery = openDelivery(ports, { topic, secrets });

/** Loads the library of charts with the first report: most calls only roll up days. */
async function makeForms(...given: Parameters<ReportRenderer>): ReturnType<ReportRenderer> {
  const { renderReport } = await import('../shared/render/report/render-report.ts');
  return renderReport(...given);
}

/** As {@link makeForms}, of the library of spreadsheets. */
async function makeSpreadsheet(numbers: ReportNumbers): Promise<Uint8Array> {
  const { reportSpreadsheet } = await import('../shared/render/report/report-spreadsheet.ts');
  return reportSpreadsheet(numbers);
}

/** Writes a report and delivers it to its channel. Called without a report, it rolls up the days that have ended. */
export const handler = invokeHandler(reportOrderSchema, async (order, call) => {
  const linkOf = async (recordId: string) => {
    const pages = await delivery.links();
    return pages && reportLink(recordId, pages);
  };
  const outcome = await answerReportCall(order, { ...ports, linkOf }, call);
  logEvent(EVENTS.reportWritten, { outcome });
  if (outcome.status === 'written') await delivery.deliver(outcome.channels, call);
  return outcome;
});
