import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten } from '../../../../shared/domain/text/clean-text.ts';
import {
  isVisible,
  jsonSize,
  oneLine,
  safeLink,
  wholeSentences,
  withoutTitle,
} from '../../../../shared/render/text/plain-text.ts';
import { anyCharacter } from '../../../any-character.ts';

describe('oneLine', () => {
  it.each([
    ['replaces line breaks of every kind by blanks', 'a\r\nb\nc\u2028d\u2029e\tf\fg\x85h', 'a b c d e f g h'],
    ['removes control characters', 'a\u001b[31mred\u0007\u0000b', 'a[31mredb'],
    [
      'removes marks that change the writing direction',
      'invoice\u202etxt.exe\u2066x\u2069\u200f',
      'invoicetxt.exex',
    ],
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
  ['letters without ink', '\u3164\u115f\u2800', false],
  ['a joiner alone', '\u200d', false],
])('isVisible: %s', (_name, text, expected) => {
  expect(isVisible(text)).toBe(expected);
});

const TEXT =
  'Acme Corp is recalling 980,000 solar panels. A cable can come loose, Dr. Jane T. Doe of the consumer office said. Nobody was hurt.';

describe('a text is cut at the end of a sentence', () => {
  it.each([
    [200, TEXT],
    [120, TEXT.slice(0, TEXT.indexOf(' Nobody'))],
    [112, 'Acme Corp is recalling 980,000 solar panels.'],
  ])('with room for %i characters', (most, expected) => {
    expect(wholeSentences(TEXT, most)).toBe(expected);
  });

  it.each([36, 37, 38, 41])('a sentence that has no room is cut after a word: %i characters', (most) => {
    expect(wholeSentences('Acme Corp, which makes solar panels, said so.', most)).toBe(
      'Acme Corp, which makes solar panels…',
    );
  });

  it('the last sentence of a text that was cut before is left out, unless it is the only one', () => {
    expect(wholeSentences('It rained. It rained again and aga…', 200)).toBe('It rained.');
    expect(wholeSentences('It rained again and aga…', 200)).toBe('It rained again and aga…');
  });

  it.each(['…', '...', ''])(
    'what a source says of the length of the rest is left out, after "%s"',
    (mark) => {
      expect(wholeSentences(`It rained. It rained again and aga${mark} [+533 chars]`, 200)).toBe(
        'It rained.',
      );
      expect(wholeSentences(`It rained again and aga${mark} [+533 chars]`, 200)).toBe(
        'It rained again and aga…',
      );
    },
  );

  it('in scripts with other marks', () => {
    expect(wholeSentences('彼は来た。彼女は帰った。', 7)).toBe('彼は来た。');
    expect(wholeSentences('वह आया। वह चली गई।', 9)).toBe('वह आया।');
  });
});

describe('a text without its title', () => {
  const title = 'Acme recalls 4,000 pumps';
  it.each([
    [`${title}. The pumps leak.`, 'The pumps leak.'],
    [`${title} – The pumps leak.`, 'The pumps leak.'],
    [`ACME recalls 4,000 pumps! The pumps leak.`, 'The pumps leak.'],
    [title, ''],
    [`${title} in France. They leak.`, `${title} in France. They leak.`],
  ])('%j', (text, expected) => {
    expect(withoutTitle(text, title)).toBe(expected);
  });

  it('a title that is a sentence of the text behind a company', () => {
    expect(withoutTitle('The pumps leak. Nobody was hurt.', 'Acme: The pumps leak.')).toBe(
      'Nobody was hurt.',
    );
    expect(withoutTitle('Acme said so.', '')).toBe('Acme said so.');
  });
});

describe('safeLink', () => {
  it.each([
    ['https://outlet.example/a?b=c#d', 'https://outlet.example/a?b=c#d'],
    ['HTTP://Outlet.Example/Straße', 'http://outlet.example/Stra%C3%9Fe'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    [`https://outlet.example/it's?"<b>\``, 'https://outlet.example/it%27s?%22%3Cb%3E%60'],
    ['https://bank.example@evil.example/login', 'https://evil.example/login'],
    ['https://outlet.example/a b\nc', 'https://outlet.example/a%20bc'],
    [' https://outlet.example ', 'https://outlet.example/'],
  ])('turns %j into %j', (link, expected) => {
    expect(safeLink(link)).toBe(expected);
  });

  it.each([
    [undefined],
    [''],
    ['javascript:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,<script>'],
    ['//outlet.example/a'],
    [`https://outlet.example/${'a'.repeat(2_000)}`],
    [`https://outlet.example/${'é'.repeat(700)}`],
  ])('refuses %j', (link) => {
    expect(safeLink(link)).toBeUndefined();
  });

  it('property: returns only http(s) addresses in ASCII that need no escaping', () => {
    const texts = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(texts, fc.string({ unit: anyCharacter }), (start, end) => {
        const link = safeLink(start + end) ?? 'https://none.example/';
        expect(link).toMatch(/^https?:\/\/[^\s"'<>`@\x80-\u{10ffff}][^\s"'<>`\x80-\u{10ffff}]*$/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the size of texts in JSON', () => {
  it('is counted in bytes, with escapes', () => {
    expect([
      jsonSize('ab'),
      jsonSize('é'),
      jsonSize('"'),
      jsonSize('\n'),
      jsonSize('\u0001'),
      jsonSize('🚀'),
    ]).toEqual([2, 2, 2, 2, 6, 4]);
  });
});
