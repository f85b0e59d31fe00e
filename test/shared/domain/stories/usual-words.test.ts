import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { similarity, signatureOf } from '../../../../shared/domain/stories/similarity.ts';
import {
  queriedWords,
  emptyWordLog,
  logWords,
  weightedSignature,
  usualWords,
} from '../../../../shared/domain/stories/usual-words.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

/** What is usual after titles that were indexed at such a distance from each other. */
function usualIn(titles: readonly string[], apart: number, asked: readonly number[] = []) {
  const log = emptyWordLog();
  for (const [n, title] of titles.entries())
    logWords(log, { signature: signatureOf(title), at: NOON + n * apart });
  return usualWords(log, asked);
}
const word = (text: string) => signatureOf(text).words[0] ?? 0;

describe('a word is usual', () => {
  const titles = Array.from({ length: 24 }, (_, n) =>
    n < 12 ? `Globex wins prize${n}` : `Globex ships order${n}`,
  );

  it('by the share of the hours in which it occurs, not by the articles of a burst', () => {
    const spread = usualIn(titles, HOUR);
    expect(spread.get(word('Globex'))).toBeCloseTo(24 / 28, 5);
    expect(spread.get(word('ships'))).toBeCloseTo(12 / 28, 5);
    const burst = Array.from({ length: 100 }, () => 'Titanfall is out');
    const among = usualIn([...titles, ...burst], HOUR / 100);
    expect(usualIn([...titles, ...burst.slice(0, 1)], HOUR).get(word('Titanfall'))).toBeCloseTo(1 / 29, 5);
    expect(among.get(word('Titanfall'))).toBeGreaterThan(0.5);
  });

  it('by the share of the articles while few hours have been seen', () => {
    const cold = usualIn(
      ['Initech raises 3 million', 'Umbrella raises 7 million', 'Soylent buys Hooli'],
      MINUTE,
    );
    expect(cold.get(word('raises'))).toBeCloseTo((2 / 3) * (7 / 8), 5);
    expect(cold.get(word('Initech'))).toBeCloseTo((1 / 3) * (7 / 8), 5);
  });

  it('from the start when it is in the query, until the findings say otherwise', () => {
    const asked = queriedWords(aWatch({ query: { q: '(Acme OR "Globex Corp") NOT Initech' } }));
    expect(new Set(asked)).toEqual(new Set(['Acme', 'Globex', 'Corp'].map(word)));
    expect(usualIn([], HOUR, asked).get(word('Acme'))).toBe(1);
    expect(usualIn(titles, HOUR, asked).get(word('Acme'))).toBeCloseTo(4 / 28, 5);
    expect(queriedWords(aWatch({ query: { q: '*' } }))).toEqual([]);
  });
});

describe('the informative words of a title', () => {
  it('are those that are not usual: titles of one pattern are not similar', () => {
    const titles = Array.from(
      { length: 30 },
      (_, n) => `Company${n}x Raises $${n + 2} Million In Funding Round`,
    );
    const usual = usualIn(titles, HOUR);
    const [a, b] = titles.map((title) => signatureOf(title));
    expect(similarity(a!, b!)).toBeGreaterThan(0.4);
    const [tellingA, tellingB] = [weightedSignature(a!, usual), weightedSignature(b!, usual)];
    expect(similarity(tellingA, tellingB)).toBeLessThan(0.05);
    expect(similarity(tellingA, tellingA)).toBeCloseTo(1, 2);
    expect(tellingA.informativeWords).toBeLessThan(3);
  });
});
