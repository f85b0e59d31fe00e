import { expect, it } from 'vitest';
import { storyPlaceIn, storyPlaceText, withArticles } from '../../../../shared/domain/pages/story-page.ts';
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

it('reads a place from its text, and none from any other', () => {
  const place = { at: NOON, fingerprint: 'article-00001' };
  expect(storyPlaceIn(storyPlaceText(place))).toEqual(place);
  for (const text of ['', '1', '1~', 'x~y', '1~<b>', `1~${'y'.repeat(201)}`])
    expect(storyPlaceIn(text)).toBeUndefined();
});
