import { describe, expect, it } from 'vitest';
import { compileQuery, globTest } from '../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { wordsIn } from '../../../../shared/domain/query/words.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

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
    ['without regard to case', 'bitcoin', 'BITCOIN rises', true],
    ['without regard to accents', 'cafe', 'un café', true],
    ['composed and decomposed alike', 'café', 'un cafe\u0301', true],
    ['whole words only', 'bit', 'bitcoin', false],
    ['a phrase in order', '"south by southwest"', 'at South by Southwest.', true],
    ['a phrase without words between', '"south by southwest"', 'south by the southwest', false],
    ['a phrase over punctuation', '"acme corp"', 'Acme, Corp', true],
    ['a term with an apostrophe', "don't", 'I don’t know', true],
    ['Cyrillic', 'НОВОСТИ', 'новости дня', true],
    ['Arabic', 'شركة', 'أخبار شركة جديدة', true],
    ['Devanagari with vowel signs', 'हिंदी', 'यह हिंदी है', true],
    ['Devanagari without its vowel sign', 'हदी', 'यह हिंदी है', false],
    ['Thai inside a sentence', 'ข่าว', 'อ่านข่าววันนี้', true],
    ['Japanese inside a sentence', '東京', 'きのう東京で地震', true],
    ['Japanese in another order', '東京', '京東', false],
    ['Chinese', '新闻', '今日新闻联播', true],
    ['Korean words by blanks', '뉴스', '속보 뉴스', true],
    ['a Korean prefix', '삼성*', '삼성전자 주가', true],
    ['between emoji', 'launch', '🚀launch🚀', true],
    ['a run of letters, also none', 'micro*', 'micro', true],
    ['one character exactly', 'wom?n', 'womn', false],
    ['wildcards in a phrase', '"acme corp* said"', 'Acme Corporation said', true],
    ['a wildcard within its word', 'ac*rp', 'acme corp', false],
    ['a Han character in the middle', '東?京', '東北京', true],
    ['AND', 'a b', 'b a', true],
    ['OR', '(a b) OR c', 'c', true],
    ['NOT', 'bachelor NOT finale', 'bachelor finale', false],
    ['a sign before a bracket', 'a -(b c)', 'a b', true],
    ['everything', '*', '', true],
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
    ['any order', 'NEAR("a","b",2)', 'b x a', true],
    ['the given order asked for', 'NEAR("a","b",2,true)', 'b x a', false],
    ['the given order found later', 'NEAR("a","b",2,true)', 'b x a x b', true],
    ['counted from the end of a phrase', 'NEAR("a a a","b",1)', 'a a a x b', true],
    ['a phrase with words between is none', 'NEAR("a b","c",5)', 'a x b c', false],
    ['a word does not stand near itself', 'NEAR("a","a",5)', 'x a x', false],
    ['a word near the same word', 'NEAR("a","a",5)', 'a x a', true],
    ['phrases that overlap', 'NEAR("a b","b c",5)', 'a b c', false],
    ['three, each near the next', 'NEAR("a","b","c",1)', 'a x b x c', true],
    ['three, the middle one last in the query', 'NEAR("a","b","c",1)', 'a x c x b', true],
    ['three, out of order', 'NEAR("a","b","c",1,true)', 'a x c x b', false],
    ['three, the last too far', 'NEAR("a","b","c",1)', 'a b x x c', false],
    ['three, where the nearest choice leads nowhere', 'NEAR("a","b","c",1,true)', 'a b x x a b c', true],
    ['Japanese characters count as words', 'NEAR("東京","地震",2)', '東京でまた地震', false],
    ['Japanese near enough', 'NEAR("東京","地震",3)', '東京でまた地震', true],
  ])('%s: %s in %j', (_, q, text, expected) => {
    expect(matches(q, text)).toBe(expected);
  });
});

describe('matchedRanges', () => {
  it.each([
    ['terms and phrases as written', ['acme "big deal"', 'ACME’s Big, DEAL'], ['0:ACME', '0:Big, DEAL']],
    ['every field', ['acme', 'Acme', 'no', 'for acme'], ['0:Acme', '2:acme']],
    ['no negated part', ['a NOT (b c)', 'a b'], ['0:a']],
    ['only what holds of an OR', ['(a b) OR c', 'a c'], ['0:c']],
    ['the choices of a NEAR only', ['NEAR("a","b",1)', 'a x x a b x x b'], ['0:a', '0:b']],
    ['overlaps joined', ['"a b" "b c"', 'x a b c'], ['0:a b c']],
    ['neighbours apart', ['a b', 'a b'], ['0:a', '0:b']],
    ['accents written apart', ['café', 'un cafe\u0301!'], ['0:cafe\u0301']],
    ['after letters that grow', ['x*', 'İİ xyz'], ['0:xyz']],
    ['Thai in a sentence', ['ข่าว', 'อ่านข่าววันนี้'], ['0:ข่าว']],
    ['Japanese in a sentence', ['東京', 'きのう東京で'], ['0:東京']],
    ['emoji before it', ['हिंदी', '🚀 हिंदी'], ['0:हिंदी']],
    ['what there is, where the whole is not', ['acme globex -x', 'acme x'], ['0:acme']],
    ['nothing for everything', ['*', 'acme'], []],
    ['nothing where nothing is', ['acme', 'globex'], []],
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

describe('globTest', () => {
  it.each([
    ['micro*', ['micro', 'microsoft'], ['mic', 'amicro']],
    ['wom?n', ['woman', 'women'], ['womn', 'womaan']],
    ['a*b*c', ['abc', 'axbxc', 'abcbc'], ['ab', 'abcd', 'acb']],
    ['a?*', ['ab', 'abc'], ['a', 'b']],
    ['𝐀?', ['𝐀𝐁', '𝐀b'], ['𝐀', '𝐀bc']],
    ['x*𝐁', ['x𝐀𝐁', 'x𝐁'], ['x𝐀']],
    ['हि?दी', ['हिंदी'], ['हिदी']],
    ['a.c', ['a.c'], ['abc']],
    ['*', ['', 'a'], []],
  ])('%s', (pattern, matching, others) => {
    const test = globTest(pattern);
    expect(matching.filter((word) => !test(word))).toEqual([]);
    expect(others.filter(test)).toEqual([]);
  });

  it('does not run away on a pattern made for backtracking', () => {
    const test = globTest(`${'a*'.repeat(40)}b`);
    expect(test('a'.repeat(20_000))).toBe(false);
    expect(test(`${'a'.repeat(20_000)}b`)).toBe(true);
  });
});
