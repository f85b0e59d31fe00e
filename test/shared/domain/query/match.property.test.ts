import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileQuery } from '../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { wordsIn } from '../../../../shared/domain/query/words.ts';
import { locateWords } from './locate-words.ts';
import { fullForm } from '../../../full-form.ts';
import { referenceMatches, referencePlaces, referenceWords, written, type Spec } from './reference.ts';

/** Few and like one another, so that documents and queries often meet. */
const SPACED = [
  'acme',
  'Acme',
  'corp',
  'café',
  'cafe',
  'CAFE\u0301',
  'новости',
  'Рост',
  'شركة',
  'हिंदी',
  'हिन्दी',
  '뉴스',
  'x_1',
  '𝐀b',
];
const UNSPACED = ['東京', '京', 'ニュース', '新闻', 'ข่าว', 'မြန်မာ'];
const SPLIT = ["d'acme", 'acme-corp', 'A.C.', '東京acme', 'रोज़'];
const WILD = [
  'ac*',
  'a?me',
  'c*p',
  'caf?',
  'нов*',
  'р?ст',
  'ह*',
  'ह?ंदी',
  '뉴*',
  'a*m*',
  'a??e',
  'acme-c*',
  '𝐀?',
  '東?',
];

const word = fc.constantFrom(...SPACED, ...SPACED, ...UNSPACED, ...SPLIT);
const text = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.constantFrom(...WILD) });
const gap = fc.constantFrom(' ', ' ', ' ', ', ', '-', '🚀', '', '. ', '\u200d');
const field = fc
  .array(fc.tuple(word, gap), { maxLength: 14 })
  .map((pieces) => pieces.map((piece) => piece.join('')).join(''));
const nearPhrase = fc.array(text, { minLength: 1, maxLength: 2 }).filter((texts) => {
  return texts.flatMap((each) => referenceWords(each, '*?')).length <= 4;
});
const plus = fc.constantFrom(undefined, undefined, undefined, true);

const { spec } = fc.letrec<{ spec: Spec; leaf: Spec; all: Spec; any: Spec }>((tie) => ({
  spec: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('all'), tie('any')),
  leaf: fc.oneof(
    fc.record({ type: fc.constant('term' as const), text, plus }),
    fc.record({
      type: fc.constant('phrase' as const),
      texts: fc.array(text, { minLength: 1, maxLength: 3 }),
      plus,
    }),
    fc.record({
      type: fc.constant('near' as const),
      phrases: fc.array(nearPhrase, { minLength: 2, maxLength: 3 }),
      distance: fc.nat({ max: 6 }),
      ordered: fc.constantFrom(undefined, false, true),
    }),
  ),
  all: fc.record({
    type: fc.constant('all' as const),
    parts: fc
      .array(
        fc.record({
          not: fc.constantFrom(undefined, undefined, '-' as const, 'NOT ' as const, '!' as const),
          by: fc.constantFrom(' ', ' AND ', ' && ', '&& '),
          spec: tie('spec'),
        }),
        { minLength: 2, maxLength: 3 },
      )
      .filter((parts) => parts.some((part) => !part.not))
      .map((parts) => parts.map((part) => (part.not ? { ...part, spec: withoutPlus(part.spec) } : part))),
  }),
  any: fc.record({
    type: fc.constant('any' as const),
    parts: fc.array(tie('spec'), { minLength: 2, maxLength: 3 }),
    by: fc.constantFrom(' OR ', ' || '),
  }),
}));

function withoutPlus(part: Spec): Spec {
  return part.type === 'term' || part.type === 'phrase' ? { ...part, plus: false } : part;
}

/** The numbers of the words that lie in the ranges given for a field. */
function numbersOf(ranges: readonly { start: number; end: number }[], body: string): Set<number> {
  return new Set(
    locateWords(body).flatMap(({ start, end }, at) =>
      ranges.some((range) => start >= range.start && end <= range.end) ? [at] : [],
    ),
  );
}

describe('a query judged by a naive reading of the rules', () => {
  it('agrees on random queries and documents in many scripts, and on the places', () => {
    let matched = 0;
    fc.assert(
      fc.property(spec, fc.array(field, { minLength: 1, maxLength: 2 }), (query, texts) => {
        const q = written(query);
        const parsed = parseQuery(q);
        if (!parsed.ok) throw new Error(`${q}: ${JSON.stringify(parsed.faults)}`);
        const matcher = compileQuery(parsed.query);
        const fields = texts.map((each) => referenceWords(each));
        const expected = referenceMatches(query, fields);
        matched += Number(expected);
        expect({ q, matches: matcher.matches(texts.map(wordsIn)) }).toEqual({ q, matches: expected });
        const ranges = matcher.matchedRanges(texts);
        const found = texts.map((body, at) =>
          numbersOf(
            ranges.filter((range) => range.field === at),
            body,
          ),
        );
        expect({ q, found }).toEqual({ q, found: referencePlaces(query, fields) });
      }),
      { numRuns: fullForm(400, 12_000) },
    );
    expect(matched).toBeGreaterThan(fullForm(40, 1_500));
    expect(matched).toBeLessThan(fullForm(360, 10_500));
  });
});
