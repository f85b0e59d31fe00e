import { expect, it } from 'vitest';
import {
  articlesFrom,
  HEADLINES_A_PAGE,
  storyPlaceIn,
  storyPlaceText,
  withArticles,
} from '../../../../shared/domain/pages/story-page.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

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

it('ends a page before the headline that has no room, and the next page begins with it', () => {
  const all = Array.from({ length: HEADLINES_A_PAGE + 3 }, (_, n) =>
    titled(n, n === 2 ? 'report 1' : `report ${n}`),
  );
  const stored = new Map(all.map((one) => [one.finding.fingerprint, one]));
  const articles = articlesFrom(listedOf(all.toReversed()), undefined);
  expect(articles.map(({ at }) => at - NOON)).toEqual(all.map((_, n) => n));
  // A page is filled part by part.
  const begun = withArticles({ folded: [] }, { articles: articles.slice(0, 20), stored });
  const { folded, next } = withArticles(begun, { articles: articles.slice(20), stored });
  expect(folded).toHaveLength(HEADLINES_A_PAGE);
  expect(folded.flatMap(({ copies }) => copies)).toHaveLength(1);
  const place = next && storyPlaceIn(storyPlaceText(next));
  expect(place).toEqual({ at: NOON + HEADLINES_A_PAGE + 1, fingerprint: next?.fingerprint });
  expect(articlesFrom(listedOf(all), place).map(({ at }) => at - NOON)).toEqual([31, 32]);
});

it('reads no place from any other text', () => {
  for (const text of ['', '1', '1~', 'x~y', '1~<b>', `1~${'y'.repeat(201)}`])
    expect(storyPlaceIn(text)).toBeUndefined();
});
