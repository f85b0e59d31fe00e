import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLink } from '../../../../shared/render/text/safe-link.ts';
import { anyCharacter } from '../../../any-character.ts';

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
