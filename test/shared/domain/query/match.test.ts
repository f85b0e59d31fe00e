import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileQuery, globTest } from '../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { wordsIn } from '../../../../shared/domain/query/words.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';
import { locateWords } from './locate-words.ts';
import { fullForm } from '../../../full-form.ts';
import { referenceMatches, referencePlaces, referenceWords, written, type Spec } from './reference.ts';

function matcher(q: string) {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileQuery(parsed.query);
}

const matches = (q: string, ...texts: string[]) => matcher(q).matches(texts.map(wordsIn));

/** The matched places as text, each after the number of its field. */
const matched = (q: string, ...texts: string[]) =>
  matcher(q)
    .matchedRanges(texts)
    .map(({ field, start, end }) => `${field}:${texts[field]!.slice(start, end)}`);

describe('matches', () => {
  it.each([
    ['a phrase without words between', '"south by southwest"', 'south by the southwest', false],
    ['a term with an apostrophe', "don't", 'I don’t know', true],
    ['Devanagari without its vowel sign', 'हदी', 'यह हिंदी है', false],
    ['Japanese in another order', '東京', '京東', false],
    ['Korean words by blanks', '뉴스', '속보 뉴스', true],
    ['one character exactly', 'wom?n', 'womn', false],
    ['a Han character in the middle', '東?京', '東北京', true],
    ['a required part beside OR', '+a OR b', 'b', false],
    ['the required part of an OR', '+a OR b', 'a', true],
  ])('%s: %s in %j', (_, q, text, expected) => {
    expect(matches(q, text)).toBe(expected);
  });

  it('takes the terms of an AND from different fields, but no phrase or NEAR', () => {
    expect(matches('a b', 'a', 'b')).toBe(true);
    expect(matches('"a b"', 'a', 'b')).toBe(false);
    expect(matches('NEAR("a","b",100)', 'a', 'b')).toBe(false);
    expect(matches('a NOT b', 'a', 'b')).toBe(false);
    expect(matches('*')).toBe(true);
    expect(matches('a')).toBe(false);
  });
});

describe('NEAR', () => {
  it.each([
    ['neighbours at distance 0', 'NEAR("a","b",0)', 'a b', true],
    ['as many words between as allowed', 'NEAR("a","b",2)', 'a x x b', true],
    ['one word more', 'NEAR("a","b",2)', 'a x x x b', false],
    ['the given order asked for', 'NEAR("a","b",2,true)', 'b x a', false],
    ['counted from the end of a phrase', 'NEAR("a a a","b",1)', 'a a a x b', true],
    ['a word does not stand near itself', 'NEAR("a","a",5)', 'x a x', false],
    ['three, each near the next', 'NEAR("a","b","c",1)', 'a x b x c', true],
    ['three, where the nearest choice leads nowhere', 'NEAR("a","b","c",1,true)', 'a b x x a b c', true],
  ])('%s: %s in %j', (_, q, text, expected) => {
    expect(matches(q, text)).toBe(expected);
  });
});

describe('matchedRanges', () => {
  it.each([
    ['terms and phrases as written', ['acme "big deal"', 'ACME’s Big, DEAL'], ['0:ACME', '0:Big, DEAL']],
    ['no negated part', ['a NOT (b c)', 'a b'], ['0:a']],
    ['the choices of a NEAR only', ['NEAR("a","b",1)', 'a x x a b x x b'], ['0:a', '0:b']],
    ['accents written apart', ['café', 'un cafe\u0301!'], ['0:cafe\u0301']],
    ['what there is, where the whole is not', ['acme globex -x', 'acme x'], ['0:acme']],
    ['nothing for everything', ['*', 'acme'], []],
    ['a repeated word once', ['acme AND acme AND (acme OR acme)', 'acme acme'], ['0:acme', '0:acme']],
  ])('gives %s', (_, [q, ...texts], expected) => {
    expect(matched(q!, ...texts)).toEqual(expected);
  });
});

it('a word that is written thirty thousand times is searched once', () => {
  const seconds = processorSeconds(() => {
    expect(matched('acme '.repeat(30_000), 'acme '.repeat(30_000))).toHaveLength(30_000);
  });
  expect(seconds).toBeLessThan(LINEAR_SECONDS);
});

it('a pattern made for backtracking is tested in limited time', () => {
  const test = globTest(`${'a*'.repeat(40)}b`);
  expect(test('a'.repeat(20_000))).toBe(false);
  expect(test(`${'a'.repeat(20_000)}b`)).toBe(true);
});

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
