import { typedKeys } from '../../domain/lib/fields.ts';
import type { Fields, HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { withReportPath } from '../../domain/pages/signed-link.ts';
import {
  REPORT_FORMS,
  type ReportForm,
  reportKey,
  type ReportRecord,
} from '../../domain/reports/report-record.ts';
import { readRowsQuery, ROWS, rowsText } from '../../domain/reports/rows-query.ts';
import { readRows, rowsMarkIn, rowsMarkText } from '../reports/read-rows.ts';
import { watchIdsOfBrand } from '../reports/roll-up-days.ts';
import type { LinkRequest, PagePorts } from './page-ports.ts';

/** The form by what follows the signed part of the path. */
function formOf(name: string): ReportForm | undefined {
  return name === '' ? 'html' : typedKeys(REPORT_FORMS).find((one) => one === name && one !== 'html');
}

/** Answers with a written report, or with the findings behind its numbers, as long as the report is kept. */
export async function answerReport(
  { request, id, signed, rest: [name = ''] }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  return answerWritten({ id, path: `/p/${signed}`, name, query: request.query }, ports);
}

interface WrittenRequest {
  /** The id of the record. */
  id: string;
  /** The path of the report. */
  path: string;
  /** What follows it: a form, or the findings behind a number. */
  name: string;
  query: Fields;
}

/**
 * Answers the same behind a link to all pages. The files of a report contain links to it that are valid longer: in
 * texts they are replaced, and a spreadsheet is not given out.
 */
export async function answerReportInside(
  asked: WrittenRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  if (asked.name === 'xlsx') return undefined;
  return answerWritten(asked, ports, (body) => withReportPath(body, asked.id, asked.path));
}

async function answerWritten(
  { id, path, name, query }: WrittenRequest,
  ports: PagePorts,
  show = (body: string) => body,
): Promise<HttpAnswer | undefined> {
  const form = formOf(name);
  if (form === undefined && name !== ROWS) return undefined;
  const record = await ports.reportRecords.get(id);
  if (!record || record.expiresAt <= ports.clock.now()) return undefined;
  if (form === undefined) return answerRows({ record, path, query }, ports);
  const body = await ports.files.get(reportKey(record, form), form === 'xlsx' ? 'base64' : 'utf-8');
  return body === undefined ? undefined : ports.pages.report(form === 'xlsx' ? body : show(body), form);
}

/** Answers with the findings behind a number of a report: of its own brand, or of a competitor that it names. */
async function answerRows(
  { record, path: report, query: fields }: Pick<WrittenRequest, 'path' | 'query'> & { record: ReportRecord },
  ports: PagePorts,
): Promise<HttpAnswer> {
  const query = readRowsQuery(fields, record.period);
  const brand = query?.brand ?? record.brand;
  if (!query || !(await isAbout(brand, { record, ports }))) return ports.pages.refusal();
  const watches = watchIdsOfBrand(brand, await ports.definitions.watches());
  const scope = { brand, timezone: record.period.timezone };
  const after = rowsMarkIn(fields['after']);
  const page = await readRows({ scope, watches, query, until: record.madeAt, after }, ports);
  const { rows, looked, next } = page;
  const onward =
    next && `${report}/${ROWS}?${rowsText(query)}&after=${encodeURIComponent(rowsMarkText(next))}`;
  return ports.pages.rows({ record, query, rows, looked, report, ...(onward && { next: onward }) });
}

async function isAbout(
  brand: string,
  { record, ports }: { record: ReportRecord; ports: PagePorts },
): Promise<boolean> {
  if (brand === record.brand) return true;
  const plan = await ports.reportPlans.plan(record.reportId);
  return plan?.brand.competitors.some(({ id }) => id === brand) ?? false;
}
