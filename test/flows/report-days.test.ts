import { expect, it } from 'vitest';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { reportLink } from '../../shared/domain/pages/signed-link.ts';
import { daysBefore } from '../../shared/domain/reports/period.ts';
import type { ReportNumbers } from '../../shared/domain/reports/report-numbers.ts';
import { reportRecordId } from '../../shared/domain/reports/report-record.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { aFinding, aReportPlan, aWatch } from '../ports/examples.ts';
import { memoryStore } from '../store/memory-store.ts';
import { storeFindings } from '../store/store-findings.ts';
import { reportPorts } from '../shared/use-cases/report-bench.ts';
import { LINKS, pagesOver } from '../shared/use-cases/pages/open-pages.ts';

/** An article every hour over the two weeks of a report and beyond, each found ten minutes after it was published. */
function hourly(until: number): StoredFinding[] {
  return Array.from({ length: 16 * 24 }, (_, n) => {
    const publishedAt = until - n * HOUR - 11 * MINUTE;
    return {
      watchId: 'acme-news',
      foundAt: publishedAt + 10 * MINUTE,
      expiresAt: until + 400 * DAY,
      finding: aFinding(n, { publishedAt, indexedAt: publishedAt }),
    };
  });
}

/** The day of an instant, as the calendar of a zone says without any help of ours. */
const calendarOf = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });

it.each([
  ['Europe/Paris', '2026-10-28T09:00:00Z', '2026-10-25', 25],
  ['America/New_York', '2026-03-11T12:00:00Z', '2026-03-08', 23],
  ['Asia/Kathmandu', '2026-11-20T09:00:00Z', '2026-11-18', 24],
])('days are those of %s, however long: at %s, %s had %i hours', async (timezone, time, long, size) => {
  const now = Date.parse(time);
  const store = memoryStore();
  await store.definitions.putWatch(aWatch({ brand: 'acme' }));
  const found = hourly(now);
  await storeFindings(store, found);
  const { ports, files } = reportPorts(store, { now });
  const plan = aReportPlan({ timezone, days: 7 });
  const period = daysBefore(now, plan);
  await writeReport({ plan, period, notify: false }, ports, { deadline: now + HOUR });
  const body = [...files].find(([name]) => name.endsWith('.json'))![1].body;
  const numbers = JSON.parse(body) as ReportNumbers;

  const calendar = calendarOf(timezone);
  const counted = (day: string) =>
    found.filter(({ finding }) => calendar.format(finding.publishedAt) === day).length;
  expect(numbers.days.map(({ day, articles }) => [day, articles])).toEqual(
    numbers.days.map(({ day }) => [day, counted(day)]),
  );
  expect(numbers.days.find(({ day }) => day === long)?.articles).toBe(size);
  expect(numbers.days.reduce((sum, { before }) => sum + before, 0)).toBe(numbers.articles.before);
  const path = reportLink(reportRecordId(plan.id, period), { ...LINKS, base: '' });
  const { get } = pagesOver({ ...store, clock: ports.clock });
  const rows = await get(`${path}/findings`, { days: long });
  expect(rows.match(/<li>/g)).toHaveLength(size);
});
