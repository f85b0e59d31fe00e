import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestForm, plainMarks, smsParts } from '../../../../shared/render/message/sms-parts.ts';

describe('the parts of an SMS', () => {
  it.each([
    ['nothing', '', 1],
    ['160 letters of GSM-7', 'a'.repeat(160), 1],
    ['161 letters', 'a'.repeat(161), 2],
    ['two parts of 153', 'a'.repeat(306), 2],
    ['one letter more', 'a'.repeat(307), 3],
    ['the longest that SNS sends', 'a'.repeat(1_600), 11],
    ['letters with marks that GSM-7 has', 'àéèìòùÅåÄäÖöØøÆæßÑñÜüÇ§¿¡£¥ΔΦΓΛΩΠΨΣΘΞ@_¤\n\r'.repeat(3), 1],
    ['80 of the extension, two septets each', '€'.repeat(80), 1],
    ['81 of the extension', '€'.repeat(81), 2],
    ['160 septets with one of the extension', `${'a'.repeat(158)}{`, 1],
    ['161 septets with one of the extension', `${'a'.repeat(159)}{`, 2],
    ['an escape that would be torn from its letter', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['the same with the escape in one part', `a${'a'.repeat(150)}€${'a'.repeat(152)}`, 2],
    ['70 units of UCS-2', 'ж'.repeat(70), 1],
    ['71 units', 'ж'.repeat(71), 2],
    ['two parts of 67', 'ж'.repeat(134), 2],
    ['one unit more', 'ж'.repeat(135), 3],
    ['one foreign character among 70', `${'a'.repeat(69)}ж`, 1],
    ['one foreign character among 71', `${'a'.repeat(70)}ж`, 2],
    ['35 emoji, two units each', '🚀'.repeat(35), 1],
    ['36 emoji, 33 whole ones a part', '🚀'.repeat(36), 2],
    ['67 emoji: no part ends within one', '🚀'.repeat(67), 3],
    ['a cedilla that GSM-7 has as a capital only', 'ç', 1],
    ['71 of them', 'ç'.repeat(71), 2],
  ])('%s', (_name, text, parts) => {
    expect(smsParts(text)).toBe(parts);
  });

  it('are never fewer when text is added', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '€', 'ж', '🚀', '\n'), maxLength: 400 });
    fc.assert(
      fc.property(texts, texts, (text, more) => {
        expect(smsParts(text + more)).toBeGreaterThanOrEqual(smsParts(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('typographic marks', () => {
  it('become their plain twins, so that a text keeps its 160 characters a part', () => {
    const text = `“It’s done” – Acme… «fin»\u00a0• ${'a'.repeat(100)}`;
    expect(plainMarks(text)).toBe(`"It's done" - Acme... "fin" - ${'a'.repeat(100)}`);
    expect([smsParts(text), smsParts(plainMarks(text))]).toEqual([2, 1]);
  });

  it('leave every other script as it is', () => {
    expect(plainMarks('Société Ж 東京 🚀')).toBe('Société Ж 東京 🚀');
  });
});

describe('the cheapest form of a text', () => {
  it.each([
    ['swaps typographic marks', '“Acme” – it’s done…', '"Acme" - it\'s done...'],
    ['keeps the accents that GSM-7 knows', 'é à ü ñ Ç', 'é à ü ñ Ç'],
    ['keeps others where nothing is saved by taking them', 'Forêt', 'Forêt'],
    [
      'keeps a script that GSM-7 does not know',
      'Акме закрыла завод ê '.repeat(9),
      'Акме закрыла завод ê '.repeat(9),
    ],
  ])('%s', (_name, text, expected) => {
    expect(cheapestForm(text)).toBe(expected);
  });

  it('takes accents away where that saves parts', () => {
    const text = `Forêt ${'a'.repeat(120)}`;
    expect([smsParts(text), cheapestForm(text), smsParts(cheapestForm(text))]).toEqual([
      2,
      text.replace('ê', 'e'),
      1,
    ]);
  });

  it('never costs more', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
    const property = fc.property(texts, (text) => {
      expect(smsParts(cheapestForm(text))).toBeLessThanOrEqual(smsParts(plainMarks(text)));
    });
    fc.assert(property);
  });
});
