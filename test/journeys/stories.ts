import { type Instant, MINUTE, wireTimeOf } from '../../shared/domain/time/instant.ts';

const TEXT =
  'Soylent closes its plant in Leipzig at the end of the year, and 1,200 people lose their work, the company said on Friday. ' +
  'The works council calls for talks; the mayor says that the town has learned of it from the news. ';

const QUERIES = [
  'soylent',
  'soylent leipzig',
  'leipzig',
  '"closes plant"',
  'plant',
  '1,200',
  'work*',
  'soylent AND plant',
];

/** Watches, at most eight, that all find the wire report. They alert the channel `stories`. */
export function storyWatches(count: number): Record<string, object> {
  return Object.fromEntries(
    QUERIES.slice(0, count).map((q, n) => [
      `watch-${n}`,
      { query: { q }, alert: { when: 'story', channel: 'stories' } },
    ]),
  );
}

const copy = (n: number, now: Instant) => ({
  id: `copy-${n}`,
  title:
    n % 4 === 3
      ? 'Leipzig: Soylent closes plant, 1,200 lose their work'
      : 'Soylent closes plant in Leipzig, 1,200 lose their work',
  content: `${n % 3 === 2 ? 'By our own correspondent. ' : ''}${TEXT.repeat(3)}`,
  link: `https://outlet-${n}.example/soylent`,
  domain_url: `outlet-${n}.example`,
  country: ['US', 'FR', 'DE'][n % 3],
  rank: 5_000 + n,
  language: 'en',
  published_date: wireTimeOf(now - (60 + n) * MINUTE),
});

const other = (title: string, { n, now }: { n: number; now: Instant }) => ({
  id: `other-${n}`,
  title,
  content: `${title}. Nothing more is known so far.`,
  link: `https://outlet-${n}.example/other`,
  domain_url: `outlet-${n}.example`,
  country: 'US',
  rank: 5_000,
  language: 'en',
  published_date: wireTimeOf(now - (90 + n) * MINUTE),
});

/** One wire report in thirty outlets, and two articles of other stories. */
export function wireReport(now: Instant): object[] {
  return [
    ...Array.from({ length: 30 }, (_, n) => copy(n, now)),
    other('Soylent names a new head of finance', { n: 0, now }),
    other('Soylent wins the contract for the bridge at Porto', { n: 1, now }),
  ];
}
