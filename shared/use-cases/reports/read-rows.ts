import type { StoredFinding } from '../../domain/findings/finding.ts';
import { dayOf, type Instant } from '../../domain/time/instant.ts';
import { findingTime } from '../../domain/reports/day-rollup.ts';
import { exampleOf } from '../../domain/reports/roll-up-findings.ts';
import type { RollupMark, RollUpScope } from '../../domain/reports/rollup-mark.ts';
import { dayReader, type Period, periodWindow } from '../../domain/reports/period.ts';
import { isRow, type RowsQuery } from '../../domain/reports/rows-query.ts';
import { readStories, type StoryReading } from '../stories/read-stories.ts';
import type { Rollups, FoundByDay } from '../ports/report-ports.ts';
import { countedOnce } from './unique-findings.ts';
import { utcDays } from './roll-up-days.ts';

export interface RowsPorts extends StoryReading {
  rollups: Pick<Rollups, 'marks'>;
  found: FoundByDay;
}

/** Where the reading of rows goes on: after this finding of a watch. */
export interface RowsMark {
  /** UTC day found. */
  day: string;
  watchId: string;
  foundAt: Instant;
  fingerprint: string;
}

export interface RowsOrder {
  scope: RollUpScope;
  /** Watches of the brand. */
  watches: readonly string[];
  query: RowsQuery & { span: Period };
  /** When the report was made: what was found later is not in its numbers. */
  until: Instant;
  after?: RowsMark | undefined;
}

export interface RowsPage {
  rows: StoredFinding[];
  /** How many findings were looked through. */
  looked: number;
  /** There may be more from here on. */
  next?: RowsMark;
}

/** One page shows and looks through no more: a rare row among a million takes several pages. */
const MOST_ROWS = 200;
const MOST_LOOKED = 4_000;

/** The stored findings behind a number of a report, in the order in which they were found, a page at a time. */
export async function readRows(order: RowsOrder, ports: RowsPorts): Promise<RowsPage> {
  const { scope, query, until, after } = order;
  const span = { from: dayOf(periodWindow(query.span).from), to: dayOf(until) };
  const marks = await ports.rollups.marks(scope, span);
  const watches = [...new Set([...order.watches, ...marks.flatMap((mark) => mark.watches)])].toSorted();
  const page: RowsPage = { rows: [], looked: 0 };
  for (const day of foundDays(query.span, { span, marks })) {
    if (after && day < after.day) continue;
    for (const watchId of watches) {
      const begun = after?.day === day ? after : undefined;
      if (begun && watchId < begun.watchId) continue;
      const from = begun?.watchId === watchId ? begun : undefined;
      for await (const found of ports.found.pages(watchId, day, from)) {
        const rows = await rowsAmong(found, { order, ports, watchId, watches, day });
        const next = take(page, { found, rows });
        if (next) return { ...page, next: { ...next, day, watchId } };
      }
    }
  }
  return page;
}

/** Days on which something of a period was found; of a day that is not folded yet nobody knows. */
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
  given: { order: RowsOrder; ports: RowsPorts; watchId: string; watches: readonly string[]; day: string },
): Promise<Set<StoredFinding>> {
  const { order, ports, ...where } = given;
  const { query, until, scope } = order;
  const dayIn = dayReader(scope.timezone);
  const { first, last } = query.span;
  const wanted = found.filter((one) => {
    const day = dayIn(findingTime(one));
    return one.foundAt <= until && first <= day && day <= last && isRow(one, query);
  });
  const notified = query.story === undefined ? wanted : await ofStory(wanted, query.story, ports);
  return new Set(await countedOnce(notified, { found: ports.found, ...where }));
}

/** Those that tell a story, or one that was merged into it since. */
async function ofStory(
  found: readonly StoredFinding[],
  story: string,
  ports: StoryReading,
): Promise<StoredFinding[]> {
  const storyIn = (one: StoredFinding) => exampleOf(one).story;
  const whole = await readStories(ports, [...new Set(found.map(storyIn))]);
  return found.filter((one) => (whole.get(storyIn(one))?.story.id ?? storyIn(one)) === story);
}

/** Puts rows onto a page; gives back where to go on when it is full. */
function take(
  page: RowsPage,
  { found, rows }: { found: readonly StoredFinding[]; rows: ReadonlySet<StoredFinding> },
): Pick<RowsMark, 'foundAt' | 'fingerprint'> | undefined {
  for (const one of found) {
    page.looked += 1;
    if (rows.has(one)) page.rows.push(one);
    const isFull = page.rows.length === MOST_ROWS || (page.looked >= MOST_LOOKED && one === found.at(-1));
    if (isFull) return { foundAt: one.foundAt, fingerprint: one.finding.fingerprint };
  }
  return undefined;
}
