import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  similarity,
  NEAR_COPY,
  SAME_STORY,
  signatureOf,
} from '../../../../shared/domain/stories/similarity.ts';

const TITLE = 'Acme Corp to cut 1,200 jobs in Chicago';
const words = (seed: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${seed}${(at * 7919) % 1009}`).join(' ');
const TEXT = words('report', 200);
const like = (a: [string, string?], b: [string, string?]) => similarity(signatureOf(...a), signatureOf(...b));

describe('similarity', () => {
  it('is 1 for the same article and the same for both orders', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (title, other, text) => {
        const a = signatureOf(title, text);
        const b = signatureOf(other, TEXT);
        expect(similarity(a, b)).toBeCloseTo(similarity(b, a), 10);
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
        expect(similarity(a, a)).toBeCloseTo(a.words.length > 0 ? 1 : 0, 1);
      }),
    );
  });

  it('of at least a bound is the same with it, and below it otherwise', () => {
    const words = fc.array(
      fc.constantFrom('Acme', 'cuts', '1,200', 'jobs', 'Hooli', 'sues', 'in', 'Chicago'),
      { maxLength: 8 },
    );
    const text = fc.constantFrom('', TEXT, `${TEXT} more`, TEXT.slice(300), 'other '.repeat(80));
    const article = fc.tuple(words, text).map(([title, body]) => signatureOf(title.join(' '), body));
    fc.assert(
      fc.property(article, article, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, least) => {
        const whole = similarity(a, b);
        const bound = similarity(a, b, least);
        expect(bound).toSatisfy((result: number) => (whole >= least ? result === whole : result < least));
      }),
    );
  });

  it('is 1 for a title whose only name runs into a script without blanks', () => {
    const title = 'many visitors came for the Expo東京';
    expect(like([title], [title])).toBeCloseTo(1, 2);
  });

  it('sees a copy through a mark of an update, case and punctuation', () => {
    expect(like([TITLE], [`UPDATE 1-${TITLE.toUpperCase()}!`])).toBeGreaterThan(NEAR_COPY);
    expect(like([TITLE, TEXT], [`${TITLE} - report`, `${TEXT} more to follow`])).toBeGreaterThan(NEAR_COPY);
  });

  it('sees a copy below an edited headline by its text', () => {
    const edited = 'Chicago: Acme Corp slashes workforce by 1,200';
    expect(like([TITLE], [edited])).toBeLessThan(NEAR_COPY);
    expect(like([TITLE, TEXT], [edited, TEXT])).toBeGreaterThan(NEAR_COPY);
  });

  it('sees no copy in a report in other words, and the same story under an edited headline', () => {
    const notified = like([TITLE, TEXT], ['Acme Corp layoffs hit Chicago workers', words('own', 200)]);
    expect(notified).toBeGreaterThan(0.2);
    expect(notified).toBeLessThan(SAME_STORY);
    expect(like([TITLE], ['Acme Corp cuts 1,200 Chicago jobs'])).toBeGreaterThan(SAME_STORY);
  });

  it('sees the same words in other endings', () => {
    expect(like(['Hackers attacked a bank'], ['Hacker attacks bank'])).toBeGreaterThan(SAME_STORY);
    expect(like(['Order42 ships'], ['Order43 ships'])).toBeLessThan(SAME_STORY);
    expect(like(['Regulator investigates supplier'], ['Regulators investigate suppliers'])).toBeGreaterThan(
      NEAR_COPY,
    );
  });

  it('keeps one stub below different headlines apart', () => {
    expect(like(['Heavy rain floods streets', TEXT], ['Researchers store solar power', TEXT])).toBeLessThan(
      SAME_STORY,
    );
  });

  it('does not take a daily column for a copy of the one of yesterday', () => {
    expect(like(['Morning briefing', TEXT], ['Morning briefing', words('today', 200)])).toBeLessThan(
      NEAR_COPY,
    );
  });

  it('works in scripts without blanks', () => {
    expect(like(['東京の銀行で情報漏えい'], ['東京の銀行で情報漏えいか'])).toBeGreaterThan(NEAR_COPY);
    expect(like(['東京の銀行で情報漏えい'], ['大阪で暴風雨、学校は休校'])).toBeLessThan(SAME_STORY);
  });

  it('finds nothing in common between texts without words', () => {
    expect(like(['!!!'], ['…'])).toBe(0);
    expect(like(['!!!', TEXT], ['…', TEXT])).toBeLessThan(SAME_STORY);
  });
});
