import { expect, it } from 'vitest';
import { tryOut, type TriedOut } from '../../../infra/cli/stack/try-out.ts';
import { DAY, HOUR } from '../../../shared/domain/instant.ts';
import type { Watch } from '../../../shared/domain/watch.ts';
import type { Window } from '../../../shared/domain/window.ts';
import { createNewsClient } from '../../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../../shared/providers/news/news-source.ts';
import { aFinding, aWatch } from '../../ports/examples.ts';
import { NOW as NEWS_NOW, openNews } from '../local/services/news/open-news.ts';
import { memoryStack, NOW, openWorld } from './open-world.ts';

const file = (alert: string, more = '') => `operators: { email: [oncall@acme.example] }
channels:
  press-team: { email: [press@acme.example], sms: ["+33600000000", "+33600000001"] }
watches:
  acme-news: { kind: search, query: { q: Acme }, alert: { channel: press-team, ${alert} } }
  sector-cuts: { kind: extraction, query: { query: "Layoffs at car makers in Europe" }, alert: { channel: press-team } }
${more}`;

const STORIES = [
  'Acme recalls four thousand pumps after a fire near Lyon',
  'Shareholders of Acme elect a new chairwoman',
  'Acme buys a maker of batteries in Oslo for 90 million',
  'Court in Lima fines Acme over dumped waste water',
  'Strike at the Acme docks in Cairo enters its third week',
  'Acme opens a school for apprentices in Seoul',
];
/** Six stories, ten copies each. */
const findings = Array.from({ length: 60 }, (_, n) =>
  aFinding(n, {
    title: STORIES[n % 6]!,
    snippet: STORIES[n % 6]!,
    indexedAt: NOW - DAY + (n * HOUR) / 4,
    publishedAt: NOW - DAY + (n * HOUR) / 4,
  }),
);

async function call(given: Partial<TriedOut>, { alert = 'when: finding', args = ['acme-news'] } = {}) {
  const { stack } = memoryStack();
  const asked: [Watch, Window][] = [];
  const { call: run, write } = openWorld({
    stack: {
      ...stack,
      tryOut: async (watch, window) => {
        asked.push([watch, window]);
        return { window, hits: 60, frames: [], findings, calls: 2, ...given };
      },
    },
  });
  write(file(alert));
  return { ...(await run('preview', ...args)), asked };
}

it('shows matches by day, the latest with their words, what would have rung, and what it takes in a month', async () => {
  const frames = [
    { from: NOW - 2 * DAY, count: 20 },
    { from: NOW - DAY, count: 40 },
  ];
  const { code, out, asked } = await call({ frames });
  expect(code).toBe(0);
  expect(asked[0]?.[1]).toEqual({ from: NOW - 30 * DAY, to: NOW });
  expect(out).toContain('acme-news: 60 matches in 30 days');
  expect(out).toMatch(/2026-11-19 {2}█{20} 20\n {2}2026-11-20 {2}█{40} 40/);
  // The span begins and ends within a day: both stand there.
  expect(out).toMatch(/2026-10-22 [\s\S]*2026-11-21 /);
  expect(out).toContain('(news.example; matched: Acme)');
  expect(out).toContain('It would have told 60 alerts (finding, on press-team)');
  expect(out).toMatch(/\n {2}120 SMS parts at most\n/);
  expect(out).toMatch(/runs, [\d,]+ calls/);
});

it('tells each story once under the policy of stories', async () => {
  const { out } = await call({}, { alert: 'when: story', args: ['acme-news', '--json'] });
  expect(JSON.parse(out)).toMatchObject({ hits: 60, alerts: 6, month: { smsParts: 12 }, previewCalls: 2 });
});

it('judges the hours of a policy that counts', async () => {
  const frames = Array.from({ length: 24 }, (_, n) => ({ from: NOW - 3 * DAY + n * HOUR, count: 30 }));
  const { out } = await call({ frames }, { alert: 'when: volume', args: ['acme-news', '--json'] });
  expect(JSON.parse(out).alerts).toBeGreaterThan(0);
});

it('refuses what nobody could read, with the number and a way out', async () => {
  const { code, out, err } = await call({ hits: 60_000 });
  expect(code).toBe(1);
  expect(out).toContain('60,000 matches');
  expect(err).toContain('would ring about 60,000 times a month, 2,000 a day');
  expect(err).toContain('when: story');
});

it.each([
  [[], 'takes one watch'],
  [['gone'], 'There is no watch gone in the file'],
  [['sector-cuts'], 'cannot be tried out over the past'],
])('preview %j: %s', async (args, message) => {
  const { code, err } = await call({}, { args });
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});

it('asks the service for one page and for numbers by hour, without parameters that the counting path refuses', async () => {
  const news = await openNews([
    { id: 'a', title: 'Acme opens', published_date: '2026-11-21 07:00:00' },
    { id: 'b', title: 'Acme closes', published_date: '2026-11-20 07:00:00' },
    { id: 'c', title: 'Globex opens', published_date: '2026-11-20 07:00:00' },
  ]);
  const client = createNewsClient({ baseUrl: news.url, key: async () => 'k' });
  const watch = aWatch({ query: { q: 'Acme', include_nlp_data: true, clustering_enabled: false } });
  const window = { from: NEWS_NOW - 2 * DAY, to: NEWS_NOW };
  const tried = await tryOut({ watch, window }, newsSource(client, { now: () => NEWS_NOW }));
  expect(tried).toMatchObject({ hits: 2, calls: 2 });
  expect(tried.frames.filter(({ count }) => count > 0)).toHaveLength(2);
  expect(tried.findings).toHaveLength(2);
  await client.close();
  await news.close();
});
