import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../../shared/domain/lib/hash.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { foldText } from '../../../../shared/domain/query/fold.ts';
import { queryWords, wordsIn, wordTexts } from '../../../../shared/domain/query/words.ts';
import { anyCharacter } from '../../../any-character.ts';
import { fullForm } from '../../../full-form.ts';
import { locateWords } from './locate-words.ts';
import { referenceWords } from './reference.ts';

describe('wordTexts', () => {
  it.each([
    [
      'Latin with accents, which do not count',
      'Le café d’École, naïve',
      ['le', 'cafe', 'd', 'ecole', 'naive'],
    ],
    ['Cyrillic', 'Курс РУБЛЯ: ёж', ['курс', 'рубля', 'еж']],
    ['Greek, where a final sigma is one', 'ΟΔΟΣ σας', ['οδοσ', 'σασ']],
    ['Arabic with vowel marks', 'شَرِكَةٌ، أخبار', ['شركة', 'اخبار']],
    ['Devanagari with vowel signs in one word', 'हिंदी समाचार।', ['हिंदी', 'समाचार']],
    ['Thai, each letter and each mark', 'ข่าว', ['ข', '่', 'า', 'ว']],
    ['Japanese, each character', '東京のニュース', ['東', '京', 'の', 'ニ', 'ュ', 'ー', 'ス']],
    ['Chinese beside Latin and digits', 'iPhone发布15款', ['iphone', '发', '布', '15', '款']],
    ['the joiner of Persian as a separator', 'می‌خواهم', ['مي', 'خواهم']],
    ['a capital I with a dot', 'İstanbul', ['istanbul']],
    ['nothing', ' …—!', []],
  ])('cuts %s', (_, text, expected) => {
    expect(wordTexts(text)).toEqual(expected.map((word) => word.normalize('NFC')));
  });
});

/** Characters that normalize in unusual ways, beside any others. */
const character = fc.oneof(
  fc.constantFrom(
    ...Array.from("aHJTıIiİßẞΣσςΑ'.-_ 1٣²Åﬁǅᾈが東ไြក々〇가क𠀀🚀K"),
    '\ud800',
    '\udc00',
    '\u{16d67}',
    '\u{16d63}',
  ),
  fc.constantFrom(
    ...Array.from('\u0301\u0331\u0308\u0316\u0323\u0307\u030c\u3099\u093c\u093f\u1161\u11a8\u200d'),
  ),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
);
const anyText = fc.array(character, { maxLength: 16 }).map((characters) => characters.join(''));

describe('words of any text', () => {
  it('are the same for each character, beside others and alone', () => {
    const wrong = Array.from(
      { length: 0x10000 },
      (_, code) => `a${String.fromCharCode(code)}b ${String.fromCharCode(code)}`,
    ).filter((text) => JSON.stringify(wordTexts(text)) !== JSON.stringify(referenceWords(text)));
    expect(wrong).toEqual([]);
  });

  it('are those that a reading one character at a time finds, with their hashes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(wordTexts(text)).toEqual(referenceWords(text));
        expect(locateWords(text).map((word) => word.text)).toEqual(referenceWords(text));
        const words = wordsIn(text);
        const hashes = Array.from({ length: words.length }, (_, number) => words.hashAt(number));
        expect(hashes).toEqual(referenceWords(text).map((word) => hashText(word)));
      }),
      { numRuns: fullForm(700, 10_000) },
    );
  });

  it('are in order in the original, and each range has its word', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let before = 0;
        for (const { text: word, start, end } of locateWords(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          // Characters that a joiner keeps apart may become one without it.
          const range = text.slice(start, end);
          expect(foldText(range) + foldText(range.replaceAll('\u200d', ''))).toContain(word);
          before = start;
        }
      }),
      { numRuns: fullForm(700, 10_000) },
    );
  });
});

const positive = (q: string) => {
  const parsed = parseQuery(q);
  return parsed.ok && queryWords(parsed.query).map((phrase) => phrase.map(({ text }) => text).join(' '));
};

it('gives the words and phrases of a query, each once, without those that it negates', () => {
  expect(positive('acme "big deal*" (acme OR NEAR("x","y z",3)) -comics NOT (a OR b)')).toEqual([
    'acme',
    'big deal*',
    'x',
    'y z',
  ]);
  expect(positive('*')).toEqual([]);
});
