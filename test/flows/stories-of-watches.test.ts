import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import { storyArticleOf } from '../../shared/domain/stories/story-record.ts';
import type { Period } from '../../shared/domain/reports/period.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { readStoriesOf, readStory, readStoryCopies } from '../../shared/use-cases/pages/read-story.ts';
import { readRows } from '../../shared/use-cases/reports/read-rows.ts';
import { readTotals } from '../../shared/use-cases/reports/read-totals.ts';
import { rollUpForReport } from '../../shared/use-cases/reports/roll-up-days.ts';
import { aFinding, aReportPlan, aStoredFinding, aWatch, NOON } from '../ports/examples.ts';
import { memorySource, memoryDecideQueue } from '../ports/memory-services.ts';
import { newStories } from '../ports/story-examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

/** What a page of a story is read with. */
const pagesOf = (ports: object) =>
  ({
    ...ports,
    links: async () => ({ base: 'https://pages.example', keys: ['key'] }),
    decideQueue: memoryDecideQueue(),
  }) as unknown as Parameters<typeof readStory>[1];

// Two watches of a brand have one event under two ids, since each met another article of it first. Reports and pages show one
// story.

const TEXT = 'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work. ';
const closing = (n: number, changes: Partial<Finding> = {}) =>
  aFinding(n, { title: 'Acme closes its plant in Leipzig', snippet: TEXT.repeat(5), ...changes });
const other = aFinding(9, { title: 'Globex hires Solveig Dahl as its counsel', snippet: '' });

const watches = ['acme-de', 'acme-en'].map((id) => aWatch({ id, brand: 'acme', firstRun: 'tell' }));
const PERIOD: Period = { first: '2026-11-20', last: '2026-11-22', timezone: 'UTC' };
const BEFORE: Period = { first: '2026-11-17', last: '2026-11-19', timezone: 'UTC' };
const SCOPE = { brand: 'acme', timezone: 'UTC' };

/** On the first day each watch finds an article of its own; a day later both find another one, and one of them other news. */
async function open() {
  const bench = await workbench({ watches });
  const find = async (watchId: string, findings: readonly Finding[]) => {
    const now = bench.clock.at;
    const at = now - MINUTE;
    const source = memorySource(
      findings.map((finding) => ({ finding: { ...finding, indexedAt: at, publishedAt: at } })),
      bench.clock,
    );
    const call = { owner: `${watchId}-${at}`, deadline: now + 5 * MINUTE };
    expect(await runWatch(bench.order({ watchId }), { ...bench.ports, source }, call)).toMatchObject({
      new: findings.length,
    });
  };
  await find('acme-de', [closing(1)]);
  await find('acme-en', [closing(2)]);
  bench.clock.at = NOON + DAY;
  await find('acme-de', [closing(3)]);
  await find('acme-en', [closing(3), other]);
  bench.clock.at = NOON + 2 * DAY + 2 * HOUR;
  const ports = { ...bench.ports, ...memoryReports(bench.store) };
  const [own, second] = await Promise.all(
    ['acme-de', 'acme-en'].map(
      async (id) => (await bench.store.findings.read(id, [closing(3).fingerprint]))[0],
    ),
  );
  const ids = [own?.story ?? '', second?.story ?? ''].toSorted();
  expect(new Set(ids).size).toBe(2);
  return { ports, ids };
}

describe('a story of two watches of a brand', () => {
  it.each(['rolled up', 'not rolled up yet'])(
    'counts once in a report, when its days are %s',
    async (name) => {
      const { ports, ids } = await open();
      if (name === 'rolled up') {
        const plan = aReportPlan({
          timezone: 'UTC',
          brand: { id: 'acme', names: ['Acme'], exclude: [], competitors: [] },
        });
        await rollUpForReport(plan, { from: '2026-11-20', watches, ports, deadline: Infinity });
      } else ports.clock.at = NOON + DAY + 2 * HOUR;
      const order = { scope: SCOPE, watches: watches.map(({ id }) => id), now: PERIOD, before: BEFORE };
      const { now } = await readTotals(order, ports);
      const counted = name === 'rolled up' ? 3 : 1;
      expect(now.articles).toBe(counted + 1);
      expect([...now.stories.values()].toSorted((a, b) => a - b)).toEqual([1, counted]);
      expect(now.stories.get(ids[0] ?? '')).toBe(counted);
      expect(now.large.get(ids[0] ?? '')?.course.reduce((sum, count) => sum + count, 0)).toBe(counted);
      const stories = new Set(now.examples.flat().map(({ story }) => story));
      expect(stories.size).toBe(2);
    },
  );

  it('has all its articles behind the number, under each of its ids', async () => {
    const { ports, ids } = await open();
    const plan = aReportPlan({
      timezone: 'UTC',
      brand: { id: 'acme', names: ['Acme'], exclude: [], competitors: [] },
    });
    await rollUpForReport(plan, { from: '2026-11-20', watches, ports, deadline: Infinity });
    for (const story of ids) {
      const query = { days: 'now', story, span: PERIOD } as const;
      const order = {
        scope: SCOPE,
        watches: watches.map(({ id }) => id),
        query,
        period: PERIOD,
        until: Infinity,
      };
      const { rows } = await readRows({ ...order, until: NOON + 3 * DAY }, ports);
      expect(rows.map(({ finding }) => finding.fingerprint).toSorted()).toEqual(
        [1, 2, 3].map((n) => closing(n).fingerprint),
      );
    }
  });

  it('is one on the pages, with all its articles under each of its ids', async () => {
    const { ports, ids } = await open();
    const pages = pagesOf(ports);
    const list = await readStoriesOf({ day: '2026-11-20', page: 1 }, pages);
    expect(list.entries.map(({ story }) => [story.id, story.members.length])).toEqual([[ids[0], 3]]);
    for (const id of ids) {
      const view = await readStory({ id }, pages);
      expect(view).toMatchObject({ story: { id: ids[0], outlets: { length: 1 } }, missing: 0 });
      expect(view?.next).toBeUndefined();
      const folded = view?.folded.flatMap(({ article, copies }) => [article, ...copies]);
      expect(folded).toHaveLength(3);
    }
  });
});

it('stories of two watches without a common article are one by the link, in reports, behind their numbers and on pages', async () => {
  const { store, ports: own, clock } = await workbench({ watches });
  const link = 'https://wire.example/leipzig';
  const feed = { title: 'Job cuts at the river works', snippet: '', link: `${link}?utm_source=rss` };
  const parts = [
    { watchId: 'acme-de', story: 'story-a', finding: closing(1, { link }) },
    { watchId: 'acme-en', story: 'story-b', finding: closing(2, feed) },
  ];
  for (const [n, part] of parts.entries()) {
    const { story: id, watchId, finding } = part;
    await store.findings.put(aStoredFinding(n, { ...part, foundAt: NOON }));
    const { title } = finding;
    const times = { madeAt: NOON, seenAt: NOON, expiresAt: NOON + DAY };
    const rest = {
      articles: [storyArticleOf(finding)],
      signature: signatureOf(title),
      samples: [],
      absorbed: [],
    };
    await store.stories.putNew(watchId, newStories({ stories: [{ id, title, ...times, ...rest }] }));
  }
  clock.at = NOON + 2 * HOUR;
  const ports = { ...own, ...memoryReports(store) };
  const order = { scope: SCOPE, watches: watches.map(({ id }) => id) };
  const { now } = await readTotals({ ...order, now: PERIOD, before: BEFORE }, ports);
  expect([now.articles, [...now.stories]]).toEqual([2, [['story-a', 2]]]);
  const pages = pagesOf(ports);
  const list = await readStoriesOf({ day: '2026-11-20', page: 1 }, pages);
  expect(list.entries.map(({ story, articles }) => [story.id, articles.length])).toEqual([['story-a', 2]]);
  for (const id of ['story-a', 'story-b']) {
    const query = { days: 'now', story: id, span: PERIOD } as const;
    const { rows } = await readRows({ ...order, query, period: PERIOD, until: clock.now() }, ports);
    expect(rows).toHaveLength(2);
    expect(await readStory({ id }, pages)).toMatchObject({
      story: { id: 'story-a', members: { length: 2 } },
    });
  }
});

it('the page of a story lists all its articles, the earliest first, a page at a time, copies folded', async () => {
  const { store, ports } = await workbench({ watches });
  const own = Array.from({ length: 70 }, (_, n) =>
    closing(n, { title: `Acme plant: report ${n} of many`, snippet: '', indexedAt: NOON - n * MINUTE }),
  );
  const copies = [70, 71, 72].map((n) => closing(n, { indexedAt: NOON - n * MINUTE }));
  const findings = [...own, ...copies];
  for (const finding of findings)
    await store.findings.put(aStoredFinding(1, { watchId: 'acme-de', finding, story: 'large' }));
  const story = {
    id: 'large',
    title: 'Acme closes its plant in Leipzig',
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + DAY,
    articles: findings.map(storyArticleOf),
    signature: signatureOf('Acme closes its plant in Leipzig'),
    samples: [],
    absorbed: [],
  };
  await store.stories.putNew('acme-de', newStories({ stories: [story] }));
  const pages = pagesOf(ports);
  const shown = [await readStory({ id: 'large' }, pages)];
  for (let next = shown[0]?.next; next; next = shown.at(-1)?.next)
    shown.push(await readStory({ id: 'large', from: next }, pages));
  expect(shown.map((view) => view?.articles.length)).toEqual([30, 30, 11]);
  const folded = shown.flatMap((view) => view?.folded ?? []);
  expect(folded[0]?.copies).toHaveLength(2);
  const listed = folded
    .flatMap(({ article, copies: others }) => [article, ...others])
    .map(({ finding }) => finding.fingerprint);
  expect(listed).toEqual(findings.toReversed().map(({ fingerprint }) => fingerprint));
});

it('a page of a story reads a bounded part of it, and all copies of an article can be listed', async () => {
  const { store, ports } = await workbench({ watches });
  const findings = Array.from({ length: 700 }, (_, n) => closing(n, { indexedAt: NOON + n * MINUTE }));
  for (const finding of findings)
    await store.findings.put(aStoredFinding(1, { watchId: 'acme-de', finding, story: 'large' }));
  const title = 'Acme closes its plant in Leipzig';
  const story = {
    id: 'large',
    title,
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + DAY,
    articles: findings.map(storyArticleOf),
    signature: signatureOf(title),
    samples: [],
    absorbed: [],
  };
  await store.stories.putNew('acme-de', newStories({ stories: [story] }));
  let read = 0;
  const counting = {
    ...ports,
    timeline: {
      ...ports.timeline,
      articles: async (keys: Parameters<typeof ports.timeline.articles>[0]) => {
        read += keys.length;
        return ports.timeline.articles(keys);
      },
    },
  };
  const pages = pagesOf(counting);
  const first = await readStory({ id: 'large' }, pages);
  const own = watches.filter(({ brand }) => brand === 'acme').length;
  // Two of its articles are read before, to compare it with the other stories of the day on which it began.
  expect(read).toBe(300 * own + 2);
  expect(first?.folded.map(({ copies }) => copies.length)).toEqual([299]);
  const of = first?.articles[0]?.finding.fingerprint ?? '';
  const parts = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((part) =>
      readStoryCopies({ id: 'large', of, part }, { root: '/i', ports: pages }),
    ),
  );
  expect(parts.map((one) => one?.copies.length)).toEqual([50, 50, 50, 50, 50, 49, 0]);
  expect(parts[0]).toMatchObject({ count: 299, parts: 6, folded: '/i/stories/large' });
  const second = await readStory({ id: 'large', from: first?.next }, pages);
  expect(second?.folded.map(({ copies }) => copies.length)).toEqual([299]);
  expect(
    await readStoryCopies({ id: 'large', of: 'gone', part: 1 }, { root: '/i', ports: pages }),
  ).toBeUndefined();
});
