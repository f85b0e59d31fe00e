import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import type { Period } from '../../shared/domain/reports/period.ts';
import { storyArticleOf } from '../../shared/domain/stories/story.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { readStory, readStoryCopies } from '../../shared/use-cases/pages/read-story.ts';
import { readTotals } from '../../shared/use-cases/reports/read-totals.ts';
import { rollUpForReport } from '../../shared/use-cases/reports/roll-up-days.ts';
import { aFinding, aReportPlan, aStoredFinding, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { storeFindings } from '../store/store-findings.ts';
import { aStoryRecord, storeStories } from '../store/store-stories.ts';

// A story that two watches of a brand find is one, in reports and on pages.

/** What a page of a story is read with. */
const pagesOf = (ports: object) =>
  ({
    ...ports,
    links: async () => ({ base: 'https://pages.example', keys: ['key'] }),
  }) as unknown as Parameters<typeof readStory>[1]['ports'];

const TEXT = 'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work. ';
const closing = (n: number, changes: Partial<Finding> = {}) =>
  aFinding(n, { title: 'Acme closes its plant in Leipzig', snippet: TEXT.repeat(5), ...changes });
const counsel = aFinding(9, { title: 'Globex hires Solveig Dahl as its counsel', snippet: '' });

const watches = ['acme-de', 'acme-en'].map((id) => aWatch({ id, brand: 'acme', firstRun: 'tell' }));
const PERIOD: Period = { first: '2026-11-20', last: '2026-11-22', timezone: 'UTC' };
const BEFORE: Period = { first: '2026-11-17', last: '2026-11-19', timezone: 'UTC' };
const SCOPE = { brand: 'acme', timezone: 'UTC' };
const PLAN = aReportPlan({
  timezone: 'UTC',
  brand: { id: 'acme', names: ['Acme'], exclude: [], competitors: [] },
});

/**
 * On the first day each watch finds an article of its own; a day later both find another one, and one of them other
 * news.
 */
async function open() {
  const bench = await workbench({ watches });
  const find = async (watchId: string, findings: readonly Finding[]) => {
    const at = bench.clock.at - MINUTE;
    const found = findings.map((finding) => ({ finding: { ...finding, indexedAt: at, publishedAt: at } }));
    bench.corpus.splice(0, bench.corpus.length, ...found);
    expect(await bench.run({ watchId })).toMatchObject({ new: findings.length });
  };
  await find('acme-de', [closing(1)]);
  await find('acme-en', [closing(2)]);
  bench.clock.at = NOON + DAY;
  await find('acme-de', [closing(3)]);
  await find('acme-en', [closing(3), counsel]);
  bench.clock.at = NOON + 2 * DAY + 2 * HOUR;
  const [found] = await bench.store.findings.read('acme-de', [closing(1).fingerprint]);
  return { ports: bench.ports, id: found?.story ?? '' };
}

describe('a story of two watches of a brand', () => {
  it.each(['rolled up', 'not rolled up yet'])(
    'counts once in a report, when its days are %s',
    async (name) => {
      const { ports, id } = await open();
      if (name === 'rolled up')
        await rollUpForReport(PLAN, { from: '2026-11-20', watches, ports, deadline: Infinity });
      else ports.clock.at = NOON + DAY + 2 * HOUR;
      const order = { scope: SCOPE, watches: watches.map((one) => one.id), now: PERIOD, before: BEFORE };
      const { now } = await readTotals(order, ports);
      const counted = name === 'rolled up' ? 3 : 1;
      expect(now.articles).toBe(counted + 1);
      expect([...now.stories.values()].toSorted((a, b) => a - b)).toEqual([1, counted]);
      expect(now.stories.get(id)).toBe(counted);
      expect(now.large.get(id)?.course.reduce((sum, count) => sum + count, 0)).toBe(counted);
      expect(new Set(now.examples.flat().map(({ story }) => story)).size).toBe(2);
    },
  );
});

/** A stored story of a watch. */
async function storedStory(findings: readonly Finding[]) {
  const bench = await workbench({ watches });
  const found = findings.map((finding) => aStoredFinding(1, { watchId: 'acme-de', finding, story: 'large' }));
  await storeFindings(bench.store, found);
  const record = aStoryRecord('large', {
    space: 'brand.acme.normal',
    watches: ['acme-de'],
    articles: findings.map(storyArticleOf),
  });
  await storeStories(bench.store, [record]);
  return { record, ports: bench.ports };
}

it('a page of a story reads a bounded part of it, and all copies of an article can be listed', async () => {
  const findings = Array.from({ length: 700 }, (_, n) => closing(n, { indexedAt: NOON + n * MINUTE }));
  const { record, ports } = await storedStory(findings);
  let read = 0;
  const articles: typeof ports.timeline.articles = async (keys) => {
    read += keys.length;
    return ports.timeline.articles(keys);
  };
  const pages = pagesOf({ ...ports, timeline: { ...ports.timeline, articles } });
  const first = await readStory(record, { from: undefined, root: '/i/link', ports: pages });
  expect(read).toBe(300);
  expect(first.folded.map(({ copies }) => copies.length)).toEqual([299]);
  const of = first.folded[0]?.article.finding.fingerprint ?? '';
  const copiesOf = (article: string, part: number) =>
    readStoryCopies({ id: 'large', from: undefined, of: article, part }, { root: '/i', ports: pages });
  const parts = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((part) => copiesOf(of, part)));
  expect(parts.map((one) => one?.copies.length)).toEqual([50, 50, 50, 50, 50, 49, 0]);
  expect(parts[0]).toMatchObject({ count: 299, parts: 6, folded: '/i/stories/large' });
  const second = await readStory(record, { from: first.next, root: '/i/link', ports: pages });
  expect(second.folded.map(({ copies }) => copies.length)).toEqual([299]);
  expect(await copiesOf('gone', 1)).toBeUndefined();
});
