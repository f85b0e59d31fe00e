import { expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { reportLink } from '../../shared/domain/pages/signed-link.ts';
import { daysBefore } from '../../shared/domain/reports/period.ts';
import type { ReportNumbers } from '../../shared/domain/reports/report-numbers.ts';
import { reportRecordId } from '../../shared/domain/reports/report-record.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { aFinding, aReportPlan, aWatch, NOON } from '../ports/examples.ts';
import { memoryStore } from '../store/memory-store.ts';
import { storeFindings } from '../store/store-findings.ts';
import { reportPorts } from '../shared/use-cases/report-bench.ts';
import { LINKS, pagesOver } from '../shared/use-cases/pages/open-pages.ts';

// A report over what the language layer says, from the stored findings to the page behind a number.

/** In New York this instant lies on the day before. */
const MIDNIGHT = NOON - 12 * HOUR;

async function reportOn(findings: readonly Partial<Finding>[]) {
  const store = memoryStore();
  await store.definitions.putWatch(aWatch({ brand: 'acme' }));
  await storeFindings(
    store,
    findings.map((finding, n) => ({
      watchId: 'acme-news',
      foundAt: NOON,
      expiresAt: NOON + 400 * DAY,
      finding: aFinding(n, { publishedAt: NOON - HOUR, ...finding }),
    })),
  );
  const now = NOON + 2 * DAY;
  const { ports, files } = reportPorts(store, { now });
  const plan = aReportPlan({ timezone: 'America/New_York', days: 7 });
  const period = daysBefore(now, plan);
  await writeReport({ plan, period, notify: false }, ports, { deadline: now + HOUR });
  const bodyOf = (ending: string) => [...files].find(([name]) => name.endsWith(ending))![1].body;
  const path = reportLink(reportRecordId(plan.id, period), { ...LINKS, base: '' });
  const { get } = pagesOver({ ...store, clock: ports.clock });
  return {
    numbers: JSON.parse(bodyOf('.json')) as ReportNumbers,
    bodyOf,
    rows: (query: Record<string, string>) => get(`${path}/findings`, query),
  };
}

const TOPICS: readonly Partial<Finding>[] = [
  {
    themes: ['Business', 'Tech', 'Business'],
    people: ['Jane Doe'],
    iptcTags: ['economy'],
    iabTags: ['News'],
  },
  { themes: ['Business'], places: ['Turin <b>'] },
  { title: 'Acme ouvre une usine', translation: { title: 'Acme opens a plant abroad' } },
  { themes: ['Sports'], excludedBy: 'theme Sports' },
];

it('counts articles by theme, person, place and tag, without those that are excluded', async () => {
  const { numbers, bodyOf } = await reportOn(TOPICS);
  const rows = (kind: keyof ReportNumbers['topTopics']) =>
    numbers.topTopics[kind].map(({ key, articles }) => [key, articles.now]);
  expect(rows('theme')).toEqual([
    ['Business', 2],
    ['Tech', 1],
  ]);
  expect([rows('person'), rows('place'), rows('iptc'), rows('iab')]).toEqual([
    [['Jane Doe', 1]],
    [['Turin <b>', 1]],
    [['economy', 1]],
    [['News', 1]],
  ]);
  expect(bodyOf('.csv')).toContain('theme,Business,articles,2,0');
  const page = bodyOf('.html');
  expect(page).toContain('Themes, people and places');
  expect(page).toContain('Turin &lt;b&gt;');
  expect(page).toContain('In English: Acme opens a plant abroad');
});

it('lists the articles behind the number of a topic', async () => {
  const { rows } = await reportOn(TOPICS);
  const counted = async (query: Record<string, string>) => (await rows(query)).match(/<li>/g)?.length ?? 0;
  expect(await counted({ theme: 'Business' })).toBe(2);
  expect(await counted({ theme: 'Business', place: 'Turin <b>' })).toBe(1);
  expect(await counted({ person: 'Nobody' })).toBe(0);
  expect(await rows({ theme: 'Business' })).toContain('theme <bdi>Business</bdi>');
});

it('without topics there is no section for them, and a date without a time counts on its day', async () => {
  const { numbers, bodyOf, rows } = await reportOn([
    { publishedAt: MIDNIGHT, publishedPrecision: 'date' },
    { publishedAt: MIDNIGHT },
  ]);
  expect(bodyOf('.html')).not.toContain('Themes, people and places');
  const byDay = Object.fromEntries(numbers.days.map(({ day, articles }) => [day, articles]));
  expect(byDay).toMatchObject({ '2026-11-19': 1, '2026-11-20': 1 });
  expect((await rows({ days: '2026-11-20' })).match(/<li>/g)).toHaveLength(1);
});
