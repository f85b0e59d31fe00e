import { expect, it } from 'vitest';
import { dayOf, wireTimeOf } from '../../shared/domain/time/instant.ts';
import { readStories } from '../../shared/use-cases/stories/read-stories.ts';
import { readStore } from './read-store.ts';
import { corpusLines, openJourney, startOnce, watchesFile } from './start-once.ts';

// One wire report in thirty outlets and eight watches that all find it, through the whole stack.

const NOW = Date.parse('2026-11-21T08:00:00Z');
const TEXT =
  'Acme closes its plant in Leipzig at the end of the year, and 1,200 people lose their work, the company said on Friday. ' +
  'The works council calls for talks; the mayor says that the town has learned of it from the news. ';

const copies = Array.from({ length: 30 }, (_, n) => ({
  id: `copy-${n}`,
  title:
    n % 4 === 3
      ? 'Leipzig: Acme closes plant, 1,200 lose their work'
      : 'Acme closes plant in Leipzig, 1,200 lose their work',
  content: `${n % 3 === 2 ? 'By our own correspondent. ' : ''}${TEXT.repeat(3)}`,
  link: `https://outlet-${n}.example/acme`,
  domain_url: `outlet-${n}.example`,
  country: ['US', 'FR', 'DE'][n % 3],
  rank: 5_000 + n,
  language: 'en',
  published_date: wireTimeOf(NOW - (60 + n) * 60_000),
}));
const others = ['Acme names a new head of finance', 'Acme wins the contract for the bridge at Porto'].map(
  (title, n) => ({
    id: `other-${n}`,
    title,
    content: `${title}. Nothing more is known so far.`,
    link: `https://outlet-${n}.example/other`,
    domain_url: `outlet-${n}.example`,
    country: 'US',
    rank: 5_000,
    language: 'en',
    published_date: wireTimeOf(NOW - (90 + n) * 60_000),
  }),
);

it('one report in thirty outlets is one story, which each of eight watches tells once', {
  timeout: 90_000,
}, async () => {
  const journey = await openJourney();
  try {
    const queries = [
      'acme',
      'acme leipzig',
      'leipzig',
      '"closes plant"',
      'plant',
      '1,200',
      'work*',
      'acme AND plant',
    ];
    const watches = queries.map((q, n) => [
      `watch-${n}`,
      { query: { q }, alert: { when: 'story', channel: 'all' } },
    ]);
    const file = await journey.write(
      'watches.yaml',
      watchesFile(Object.fromEntries(watches) as Record<string, object>),
    );
    const corpus = await journey.write('corpus.ndjson', corpusLines([...copies, ...others]));
    const at = ['--now', new Date(NOW).toISOString(), '--fresh', '--data', journey.data];
    const report = await startOnce(['--watches', file, '--corpus', corpus, ...at]);
    expect(report.code).toBe(0);
    const ofAcme = report.watches.find(({ id }) => id === 'watch-0');
    expect(ofAcme).toMatchObject({ new: 32, stories: 3, alerts: 3 });
    for (const { id, alerts, stories } of report.watches) expect([id, alerts]).toEqual([id, stories]);
    await readStore(journey.data, async ({ alerts, stories }) => {
      const made = (await alerts.madeOn(dayOf(NOW), 1_000)).map(({ alert }) => alert);
      const closing = made.filter(({ items }) => items[0]?.title.includes('Leipzig'));
      expect(new Set(closing.map(({ watchId }) => watchId)).size).toBe(closing.length);
      const ids = closing.map(({ story }) => story?.id ?? '');
      const whole = [...(await readStories({ stories }, ids)).values()];
      expect(new Set(whole.map(({ story }) => story.id)).size).toBe(1);
      expect(whole[0]?.story).toMatchObject({ countries: ['DE', 'FR', 'US'], bestRank: 5_000 });
      expect(whole[0]?.story.outlets).toHaveLength(30);
    });
  } finally {
    await journey.close();
  }
});
