import { storeFindings } from '../../../store/store-findings.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StoredFinding } from '../../../../shared/domain/findings/finding.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { reportLink } from '../../../../shared/domain/pages/signed-link.ts';
import { daysBefore } from '../../../../shared/domain/reports/period.ts';
import { reportRecordId } from '../../../../shared/domain/reports/report-record.ts';
import { writeReport } from '../../../../shared/use-cases/reports/write-report.ts';
import { aReportPlan, aWatch, NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { anArticle, coverSince, reportPorts } from '../report-bench.ts';
import { LINKS, pagesOver } from './open-pages.ts';

const PLAN = aReportPlan({
  brand: {
    id: 'acme',
    names: ['Acme Corp'],
    exclude: [],
    competitors: [{ id: 'globex', names: ['Globex'] }],
  },
});
const PERIOD = daysBefore(NOON, PLAN);
const WATCHES = { 'acme-news': 'acme', 'acme-trouble': 'acme', 'globex-watch': 'globex' };

const drawn = fc.uniqueArray(
  fc.record({
    n: fc.nat(900),
    watches: fc.subarray(Object.keys(WATCHES), { minLength: 1 }),
    daysAgo: fc.integer({ min: 0, max: 16 }),
    foundAfter: fc.nat(3),
    outlet: fc.nat(20),
    country: fc.constantFrom(undefined, 'FR', 'US'),
    authors: fc.subarray(['Jane Doe', 'John & Roe', 'A. N. Other']),
    mood: fc.constantFrom(undefined, -0.8, 0, 0.8),
    language: fc.constantFrom('en', 'fr'),
    rank: fc.constantFrom(undefined, 500, 50_000),
    story: fc.nat(3),
    excluded: fc.boolean(),
    type: fc.constantFrom('article' as const, 'article' as const, 'event' as const, 'record' as const),
  }),
  { selector: ({ n }) => n, minLength: 20, maxLength: 60 },
);
type Drawn = typeof drawn extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

function foundBy(one: Drawn, watchId: string) {
  const {
    n,
    outlet,
    country,
    rank,
    mood: sentimentSum,
    story,
    excluded,
    authors,
    language,
    type,
    ...days
  } = one;
  const delay = watchId === 'acme-trouble' ? 1 : 0;
  const found = anArticle(n, {
    ...days,
    watchId,
    foundAfter: days.foundAfter + delay,
    type,
    authors,
    language,
    outlet: { domain: `outlet-${outlet}.example`, ...(country && { country }), ...(rank && { rank }) },
    ...(sentimentSum !== undefined && { sentiment: { content: sentimentSum } }),
    ...(excluded && { excludedBy: 'comics' }),
  });
  return { ...found, ...(story > 0 && { story: `story-${story}` }) };
}

/** A written report over what was drawn, and its pages. */
async function written(list: readonly Drawn[], more: readonly StoredFinding[] = []) {
  const store = memoryStore();
  for (const [id, brand] of Object.entries(WATCHES)) await store.definitions.putWatch(aWatch({ id, brand }));
  const found = list.flatMap((one) => one.watches.map((watchId) => foundBy(one, watchId)));
  for (const one of [...found, ...more]) if (one.foundAt <= NOON) await storeFindings(store, [one]);
  for (const watchId of Object.keys(WATCHES))
    await coverSince(store, { watchId, track: 'live', from: NOON - 30 * DAY });
  const { ports, files, clock } = reportPorts(store);
  await ports.reportPlans.putPlan(PLAN);
  await writeReport({ plan: PLAN, period: PERIOD, notify: false }, ports, { deadline: NOON + DAY });
  const { ask } = pagesOver({
    ...store,
    clock,
    files: { get: async (key: string) => files.get(key)?.body },
  });
  const html = [...files].find(([name]) => name.endsWith('.html'))![1].body;
  return { store, ask, html };
}

function plain(address: string): string {
  return address.replaceAll('&amp;', '&').replaceAll('&apos;', "'");
}

/** How many rows a link leads to, over all its pages. */
async function rowsBehind(url: string, ask: ReturnType<typeof pagesOver>['ask']) {
  let rows = 0;
  for (let next: string | undefined = url; next !== undefined; ) {
    const { status, body } = await ask(next);
    expect(status).toBe(200);
    rows += body.match(/<li>/g)?.length ?? 0;
    const [, onward] = /<a rel="next" href="([^"]+)">Continue/.exec(body) ?? [];
    next = onward === undefined ? undefined : plain(onward);
  }
  return rows;
}

it('each number of a report links to as many findings as it says', async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(drawn, async (list) => {
      const { ask, html } = await written(list);
      const links = [...html.matchAll(/<a href="(https:[^"]+\/findings\?[^"]+)">([^<]*)<\/a>/g)];
      const known = new Map<string, number>();
      const wrong: { url: string; says: number; rows: number }[] = [];
      for (const [, address = '', text = ''] of links) {
        const [, amount] = /^([\d,]+)(?: (?:article|event|record|finding).*)?$/.exec(text) ?? [];
        if (amount === undefined) continue;
        const url = plain(address);
        const rows = known.get(url) ?? (await rowsBehind(url, ask));
        known.set(url, rows);
        followed += 1;
        // Stories, outlets and authors before lead to the articles of all of them: there are fewer, or more.
        const fields = [...new URL(url).searchParams.keys()].filter((key) => key !== 'brand');
        const isWhole = fields.length === 1 && !/findings\?days=\d/.test(url);
        const says = Number(amount.replaceAll(',', ''));
        if (isWhole ? rows === 0 : rows !== says) wrong.push({ url, says, rows });
      }
      expect(wrong).toEqual([]);
    }),
    // The same drawings each time: the count of links below depends on them.
    { numRuns: 9, endOnFailure: true, seed: 9 },
  );
  expect(followed).toBeGreaterThan(100);
});

it('shows hostile findings as text, and refuses queries that no number links to', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const { ask } = await written([], [anArticle(1, { daysAgo: 2, title, link: 'javascript:x' })]);
  const path = reportLink(reportRecordId(PLAN.id, PERIOD), { ...LINKS, base: '' });
  const { body } = await ask(`${path}/findings?days=now`);
  expect(body).toContain('&lt;img src=x');
  expect(body).not.toMatch(/<img|javascript:/);
  const hostile = await ask(`${path}/findings?days=now&outlet=${encodeURIComponent('"><script>')}&after=~~`);
  expect(hostile.body).not.toContain('"><script>');
  for (const wrong of ['days=2020-01-01', 'days=now&kind=x', 'days=now&tone=x', 'days=now&brand=initech'])
    expect((await ask(`${path}/findings?${wrong}`)).status).toBe(403);
  for (const wrong of [`${path}/findings/x`, '/p/none/findings']) expect((await ask(wrong)).status).toBe(403);
});
