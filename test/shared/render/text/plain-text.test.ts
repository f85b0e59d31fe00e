import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fittingIn,
  oneLine,
  safeLink,
  shorten,
  weightOf,
} from '../../../../shared/render/text/plain-text.ts';

describe('one line', () => {
  it.each([
    ['line breaks of every kind', 'a\r\nb\nc\u2028d\u2029e\tf\fg\x85h', 'a b c d e f g h'],
    ['runs of blanks', '  a \u00a0\u3000 b ', 'a b'],
    ['escapes and bells', 'a\u001b[31mred\u0007\u0000b', 'a[31mredb'],
    ['marks that turn the writing direction', 'invoice\u202etxt.exe\u2066x\u2069\u200f', 'invoicetxt.exex'],
    ['marks without width', 'Ac\u200bme\ufeff\u00ad', 'Acme'],
    ['the joiners of emoji and Indic words stay', '👩\u200d🚀 क्\u200dष', '👩\u200d🚀 क्\u200dष'],
    ['half a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ])('%s', (_name, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  it('holds nothing that cannot be seen, whatever it was made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u);
        expect(line).toBe(oneLine(line));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a shortened text', () => {
  it('is cut between characters as a reader sees them', () => {
    const family = '👨\u200d👩\u200d👧';
    expect(shorten(`ab${family}cd`, 9)).toBe('ab…');
    expect(shorten(`ab${family}cd`, 12)).toBe(`ab${family}cd`);
    expect(shorten('Zoe\u0308 opens', 4)).toBe('Zo…');
  });

  it('is never longer than asked for, and ends as it began', () => {
    const most = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), most, (text, limit) => {
        const short = shorten(text, limit);
        expect(short.length).toBeLessThanOrEqual(limit);
        expect(text.startsWith(short.replace(/…$/, ''))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a link from the news', () => {
  it.each([
    ['https://outlet.example/a?b=c#d', 'https://outlet.example/a?b=c#d'],
    ['HTTP://Outlet.Example/Straße', 'http://outlet.example/Stra%C3%9Fe'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    [`https://outlet.example/it's?"<b>\``, 'https://outlet.example/it%27s?%22%3Cb%3E%60'],
    ['https://bank.example@evil.example/login', 'https://evil.example/login'],
    ['https://outlet.example/a b\nc', 'https://outlet.example/a%20bc'],
    [' https://outlet.example ', 'https://outlet.example/'],
  ])('%j goes out as %j', (link, expected) => {
    expect(safeLink(link)).toBe(expected);
  });

  it.each([
    [undefined],
    [''],
    ['outlet.example/a'],
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,<script>'],
    ['file:///etc/passwd'],
    ['mailto:ceo@acme.example'],
    ['//outlet.example/a'],
    [`https://outlet.example/${'a'.repeat(2_000)}`],
    [`https://outlet.example/${'é'.repeat(700)}`],
  ])('%j does not go out', (link) => {
    expect(safeLink(link)).toBeUndefined();
  });

  it('is an http(s) address of ASCII that needs no escaping in a text, whatever the news says', () => {
    const texts = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(texts, fc.string({ unit: 'binary' }), (start, end) => {
        const link = safeLink(start + end) ?? 'https://none.example/';
        expect(link).toMatch(/^https?:\/\/[^\s"'<>`@\x80-\u{10ffff}][^\s"'<>`\x80-\u{10ffff}]*$/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the weight of texts', () => {
  it('is counted in bytes as they stand inside a JSON document', () => {
    expect([
      weightOf('ab'),
      weightOf('é'),
      weightOf('"'),
      weightOf('\n'),
      weightOf('\u0001'),
      weightOf('🚀'),
    ]).toEqual([2, 2, 2, 2, 6, 4]);
  });

  it('decides how many of them fit, in their order', () => {
    expect(fittingIn(10, ['aaaa', 'bbbb', 'cccc', 'd'])).toBe(2);
    expect(fittingIn(12, ['aaaa', 'bbbb', 'cccc'])).toBe(3);
    expect(fittingIn(3, ['aaaa'])).toBe(0);
    expect(fittingIn(3, [])).toBe(0);
  });
});
