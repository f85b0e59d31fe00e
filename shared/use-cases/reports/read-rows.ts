import type { Ports } from '../ports/ports.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { isName } from '../../domain/lib/fields.ts';
import { dayOf, type Instant, isDay } from '../../domain/time/instant.ts';
import { findingTime, type RollupMark, type RollUpScope } from '../../domain/reports/day-rollup.ts';
import { dayReader, type Period, periodWindow } from '../../domain/reports/period.ts';
import { isRow, type RowsQuery } from '../../domain/reports/rows-query.ts';
import { uniqueFindings, utcDays } from './roll-up-days.ts';

type RowsPorts = Pick<Ports, 'rollups' | 'findings'>;

/** Where the next page begins: after this finding of a watch. */
export interface RowsMark {
  /** UTC day found. */
  day: string;
  watchId: string;
  foundAt: Instant;
  fingerprint: string;
}

/** A mark as text, for an address. */
export function rowsMarkText({ day, watchId, foundAt, fingerprint }: RowsMark): string {
  return [day, watchId, foundAt, fingerprint].join('~');
}

/** The mark in a text; undefined for any other text. */
export function rowsMarkIn(text = ''): RowsMark | undefined {
  const [, day = '', watchId = '', foundAt, fingerprint = ''] =
    /^([\d-]{10})~([a-z0-9-]+)~(\d{1,15})~([\w.:-]{1,64})$/.exec(text) ?? [];
  return isDay(day) && isName(watchId) ? { day, watchId, foundAt: Number(foundAt), fingerprint } : undefined;
}

interface RowsOrder {
  scope: RollUpScope;
  /** Watches of the brand. */
  watches: readonly string[];
  query: RowsQuery & { span: Period };
  /** When the report was written: what was found later is not in its numbers. */
  until: Instant;
  after?: RowsMark | undefined;
}

interface RowsPage {
  rows: StoredFinding[];
  /** How many findings were read. */
  looked: number;
  /** There may be more from here on. */
  next?: RowsMark;
}

/** The most rows of a page, and the most findings read for it: a rare row among a million takes several pages. */
const MOST_ROWS = 200;
const MOST_LOOKED = 4_000;

/** The stored findings behind a number of a report, in the order in which they were found, a page at a time. */
export async function readRows(order: RowsOrder, ports: RowsPorts): Promise<RowsPage> {
  let page: RowsPage = { rows: [], looked: 0 };
  for await (const batch of readBatches(order, ports)) {
    const { last, ...filled } = addRows(page, batch);
    if (last) {
      const { day, watchId } = batch;
      return {
        ...filled,
        next: { foundAt: last.foundAt, fingerprint: last.finding.fingerprint, day, watchId },
      };
    }
    page = filled;
  }
  return page;
}

/** What a watch found on one UTC day, or a part of it; `rows` are those that the query asks for. */
interface Batch extends Pick<RowsMark, 'day' | 'watchId'> {
  found: readonly StoredFinding[];
  rows: ReadonlySet<StoredFinding>;
}

async function* readBatches(order: RowsOrder, ports: RowsPorts): AsyncGenerator<Batch> {
  const { scope, query, until, after } = order;
  const span = { from: dayOf(periodWindow(query.span).from), to: dayOf(until) };
  const marks = await ports.rollups.marks(scope, span);
  const watches = [...new Set([...order.watches, ...marks.flatMap((mark) => mark.watches)])].toSorted();
  for (const day of foundDays(query.span, { span, marks })) {
    if (after && day < after.day) continue;
    for (const watchId of watches) {
      const begun = after?.day === day ? after : undefined;
      if (begun && watchId < begun.watchId) continue;
      const from = begun?.watchId === watchId ? begun : undefined;
      for await (const found of ports.findings.foundOn(watchId, day, from)) {
        const rows = await rowsAmong(found, { order, ports, watchId, watches, day });
        yield { found, rows, day, watchId };
      }
    }
  }
}

/** Days on which something of a period was found. A day that is not rolled up yet may be one of them. */
function foundDays(
  period: Period,
  given: { span: { from: string; to: string }; marks: RollupMark[] },
): string[] {
  const marked = new Map(given.marks.map(({ foundDay, days }) => [foundDay, days]));
  return utcDays(given.span.from, given.span.to).filter(
    (day) => marked.get(day)?.some((one) => period.first <= one && one <= period.last) ?? true,
  );
}

async function rowsAmong(
  found: readonly StoredFinding[],
  given: {
    order: RowsOrder;
    ports: RowsPorts;
    watchId: string;
    watches: readonly string[];
    day: string;
  },
): Promise<Set<StoredFinding>> {
  const { order, ports, ...where } = given;
  const { query, until, scope } = order;
  const dayIn = dayReader(scope.timezone);
  const { first, last } = query.span;
  const wanted = found.filter((one) => {
    const day = dayIn(findingTime(one, dayIn));
    return one.foundAt <= until && first <= day && day <= last && isRow(one, query);
  });
  return new Set(await uniqueFindings(wanted, { findings: ports.findings, ...where }));
}

/** Adds rows to a page. `last` is the last finding of a page that is full. */
function addRows(page: RowsPage, { found, rows }: Batch): RowsPage & { last?: StoredFinding } {
  const added = found.filter((one) => rows.has(one)).slice(0, MOST_ROWS - page.rows.length);
  const all = [...page.rows, ...added];
  const lastRow = all.length === MOST_ROWS ? added.at(-1) : undefined;
  const read = lastRow ? found.indexOf(lastRow) + 1 : found.length;
  const looked = page.looked + read;
  const last = lastRow ?? (looked >= MOST_LOOKED ? found.at(-1) : undefined);
  return { rows: all, looked, ...(last && { last }) };
}
