import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { PURPOSES } from '../../domain/pages/page-links.ts';
import { type ReportForm, reportKey } from '../../domain/reports/report-record.ts';
import { ROWS } from '../../domain/reports/rows-query.ts';
import { openSigned } from '../../domain/pages/signed-link.ts';
import { answerRows } from './answer-rows.ts';
import type { PagePorts, PageRequest } from './page-ports.ts';

/** Forms by what follows the signed part of the path. */
const FORMS: Readonly<Record<string, ReportForm>> = {
  '': 'html',
  text: 'text',
  json: 'json',
  csv: 'csv',
  xlsx: 'xlsx',
};

/** Answers with a written report, or with the findings behind its numbers, as long as the report is kept. */
export async function answerReport(
  { request, signed, rest }: PageRequest,
  ports: PagePorts,
): Promise<HttpAnswer> {
  const { keys } = await ports.links();
  const id = openSigned(signed, { purpose: PURPOSES.report, keys });
  const [name = ''] = rest;
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  const isKnown = form !== undefined || name === ROWS;
  if (id === undefined || !isKnown || rest.length > 1 || request.method !== 'GET') {
    return ports.pages.refusal();
  }
  const record = await ports.reports.reportRecords.get(id);
  if (!record || record.expiresAt <= ports.clock.now()) return ports.pages.refusal();
  if (form === undefined) return answerRows({ record, signed, query: request.query }, ports);
  const body = await ports.reports.files.get(reportKey(record, form), form === 'xlsx' ? 'base64' : 'utf-8');
  return body === undefined ? ports.pages.refusal() : ports.pages.report(body, form);
}
