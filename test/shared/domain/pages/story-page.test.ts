import { expect, it } from 'vitest';
import {
  storyPlaceIn,
  storyPlaceText,
  withArticles,
  storyFacts,
} from '../../../../shared/domain/pages/story-page.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';

const titled = (n: number, title: string) => ({
  ...aStoredFinding(n, { finding: aFinding(n, { title, indexedAt: NOON + n }) }),
  foundBy: ['acme-news'],
});
const listedOf = (all: readonly ReturnType<typeof titled>[]) =>
  all.map(({ finding: { fingerprint, indexedAt } }) => ({ fingerprint, at: indexedAt }));

it('folds articles with one headline, in the order in which they come, and leaves out what is gone', () => {
  const all = [
    titled(1, 'Acme recalls pumps'),
    titled(2, 'Another'),
    titled(3, 'ACME recalls pumps!'),
    titled(4, ''),
    titled(5, ''),
  ];
  const stored = new Map(all.slice(0, 4).map((one) => [one.finding.fingerprint, one]));
  const articles = listedOf(all);
  const { folded, next } = withArticles({ folded: [] }, { articles, stored });
  const numbers = folded.map(({ article: { finding }, copies }) => [
    finding.fingerprint.slice(-1),
    ...copies.map((copy) => copy.finding.fingerprint.slice(-1)),
  ]);
  expect(numbers).toEqual([['1', '3'], ['2'], ['4']]);
  expect(next).toBeUndefined();
});

it('reads a place from its text, and none from any other', () => {
  const place = { at: NOON, fingerprint: 'article-00001' };
  expect(storyPlaceIn(storyPlaceText(place))).toEqual(place);
  for (const text of ['', '1', '1~', 'x~y', '1~<b>', `1~${'y'.repeat(201)}`])
    expect(storyPlaceIn(text)).toBeUndefined();
});

const article = (n: number, more: object = {}) => ({ fingerprint: `f-${n}`, at: NOON, ...more });

it('counts each article once, by hour, outlet, country and tone, though several watches list it', () => {
  const listed = [
    article(1, { domain: 'small.example', rank: 90_000, country: 'FR', sentiment: -0.6 }),
    article(1, { domain: 'small.example', rank: 90_000, country: 'FR', sentiment: -0.6 }),
    article(2, { at: NOON + 2 * HOUR + 5, domain: 'large.example', rank: 12, country: 'US', sentiment: 0.1 }),
    article(3, { at: NOON + 2 * HOUR, domain: 'large.example', country: 'US' }),
    article(4, { at: NOON + HOUR, domain: 'none.example' }),
  ];
  expect(storyFacts(listed)).toEqual({
    course: { step: HOUR, counts: [1, 1, 2], peak: { at: NOON + 2 * HOUR, count: 2 } },
    outlets: [
      { domain: 'large.example', rank: 12, articles: 2 },
      { domain: 'small.example', rank: 90_000, articles: 1 },
      { domain: 'none.example', articles: 1 },
    ],
    countries: [
      { country: 'US', articles: 2 },
      { country: 'FR', articles: 1 },
    ],
    tone: { count: 2, sum: -500, negative: 1, positive: 0 },
  });
});

it('counts a long story by day, in at most 56 steps that have all articles', () => {
  const long = Array.from({ length: 200 }, (_, n) => article(n, { at: NOON + n * DAY }));
  const { course } = storyFacts(long);
  expect([course.step, course.counts.length]).toEqual([DAY, 56]);
  expect(course.counts.reduce((sum, one) => sum + one, 0)).toBe(200);
  expect(storyFacts([]).course.counts).toEqual([0]);
});
