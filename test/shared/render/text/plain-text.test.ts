import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible, oneLine, shorten } from '../../../../shared/render/text/plain-text.ts';
import { anyCharacter } from '../../../any-character.ts';

describe('oneLine', () => {
  it.each([
    ['replaces line breaks of every kind by blanks', 'a\r\nb\nc\u2028d\u2029e\tf\fg\x85h', 'a b c d e f g h'],
    ['joins runs of blanks', '  a \u00a0\u3000 b ', 'a b'],
    ['removes control characters', 'a\u001b[31mred\u0007\u0000b', 'a[31mredb'],
    [
      'removes marks that change the writing direction',
      'invoice\u202etxt.exe\u2066x\u2069\u200f',
      'invoicetxt.exex',
    ],
    ['removes zero-width marks', 'Ac\u200bme\ufeff\u00ad', 'Acme'],
    ['keeps the joiners of emoji and Indic words', '👩\u200d🚀 क्\u200dष', '👩\u200d🚀 क्\u200dष'],
    ['replaces half a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ])('%s', (_name, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  it('property: removes every invisible character, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u);
        expect(line).toBe(oneLine(line));
      }),
      { numRuns: 500 },
    );
  });
});

describe('shorten', () => {
  it('cuts between graphemes', () => {
    const family = '👨\u200d👩\u200d👧';
    expect(shorten(`ab${family}cd`, 9)).toBe('ab…');
    expect(shorten(`ab${family}cd`, 12)).toBe(`ab${family}cd`);
    expect(shorten('Zoe\u0308 opens', 4)).toBe('Zo…');
  });

  it('property: never exceeds the limit, and keeps the start of the text', () => {
    const most = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), most, (text, limit) => {
        const short = shorten(text, limit);
        expect(short.length).toBeLessThanOrEqual(limit);
        expect(text.startsWith(short.replace(/…$/, ''))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['text', 'a', true],
  ['an emoji', '🚀', true],
  ['nothing', '', false],
  ['blanks', ' \u00a0', false],
  ['letters without ink', '\u3164\u115f\u2800', false],
  ['a joiner alone', '\u200d', false],
])('isVisible: %s', (_name, text, expected) => {
  expect(isVisible(text)).toBe(expected);
});
