import { isName } from '../../domain/lib/name.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { ReportRecord } from '../../domain/reports/report-record.ts';
import { readRowsQuery, ROWS, rowsText } from '../../domain/reports/rows-query.ts';
import { watchIdsOfBrand } from '../reports/roll-up-days.ts';
import { readRows, type RowsMark } from '../reports/read-rows.ts';
import { isDay } from '../../domain/time/instant.ts';
import type { PagePorts } from './page-ports.ts';

interface RowsRequest {
  record: ReportRecord;
  /** The signed part of the path. */
  signed: string;
  query: Readonly<Record<string, string>>;
}

/** Answers with the findings behind a number of a report: of its own brand, or of a competitor that it names. */
export async function answerRows(
  { record, signed, query: fields }: RowsRequest,
  ports: PagePorts,
): Promise<HttpAnswer> {
  const query = readRowsQuery(fields, record.period);
  const brand = query?.brand ?? record.brand;
  if (!query || !(await isAbout(brand, { record, ports }))) return ports.pages.refusal();
  const watches = watchIdsOfBrand(brand, await ports.definitions.watches());
  const scope = { brand, timezone: record.period.timezone };
  const after = markIn(fields);
  const page = await readRows(
    { scope, watches, query, period: record.period, until: record.madeAt, after },
    { ...ports.reports, stories: ports.stories },
  );
  const report = `/p/${signed}`;
  const { rows, looked, next } = page;
  const onward = next && `${report}/${ROWS}?${rowsText(query)}&after=${encodeURIComponent(textOf(next))}`;
  return ports.pages.rows({ record, query, rows, looked, report, ...(onward && { next: onward }) });
}

async function isAbout(
  brand: string,
  { record, ports }: { record: ReportRecord; ports: PagePorts },
): Promise<boolean> {
  if (brand === record.brand) return true;
  const plan = await ports.reports.reportPlans.plan(record.reportId);
  return plan?.brand.competitors.some(({ id }) => id === brand) ?? false;
}

function textOf({ day, watchId, foundAt, fingerprint }: RowsMark): string {
  return [day, watchId, foundAt, fingerprint].join('~');
}

function markIn({ after = '' }: Readonly<Record<string, string>>): RowsMark | undefined {
  const [, day, watchId, foundAt, fingerprint] =
    /^([\d-]{10})~([a-z0-9-]+)~(\d{1,15})~([\w.:-]{1,64})$/.exec(after) ?? [];
  if (day === undefined || watchId === undefined || fingerprint === undefined) return undefined;
  if (!isDay(day) || !isName(watchId)) return undefined;
  return { day, watchId, foundAt: Number(foundAt), fingerprint };
}
