import { describe, expect, it } from 'vitest';
import {
  queriedTerms,
  rarityOf,
  termOf,
  termsIn,
  termsOf,
  termText,
} from '../../../../shared/domain/stories/terms.ts';
import { aWatch } from '../../../ports/examples.ts';

/** The terms of a text as one line. */
const line = (text: string) => termsOf(text).join(' ');

describe('words', () => {
  it.each([
    ['strikes, striking and striker begin alike', 'Strikes striking striker', 'strike striki'],
    [
      'accents and letters without a decomposition',
      'Gießwald Łęczmar Vérélle Ørsted',
      'giessw leczma verell orsted',
    ],
    ['contractions', "We're told Zirconde’s chief can't stay", 'we told zircon chief can stay'],
    ['articles before an apostrophe', "L’usine d'Orvanne", 'usine orvann'],
    ['each word once', 'Acme sues Acme', 'acme sues'],
  ])('%s', (_, text, terms) => {
    expect(line(text)).toBe(terms);
  });

  it('of a cut text have no mark of the cut', () => {
    expect(line('Acme shuts its plant… [+1177 chars]')).toBe('acme shuts its plant');
  });

  it('are read up to a number of them', () => {
    expect(termsOf('one two three four', 2)).toEqual(['one', 'two']);
  });
});

describe('figures', () => {
  const one = (text: string) => termsOf(text).find((term) => rarityOf(term) === rarityOf('9f8')) ?? '';

  it.each(['2,500,000', '2.5m', '2.5 million', '2,5 Millionen', '$2.5M', '2.500.000'])(
    '%s is two and a half millions',
    (text) => {
      expect(one(text)).toBe(one('2500000'));
    },
  );

  it('are others with a percent sign, and of others', () => {
    expect(new Set(['61%', '61 apples', '62%', '61 million'].map(one)).size).toBe(4);
  });

  it('that are years or small say little', () => {
    for (const text of ['2026', '12', '31']) expect(one(text)).toBe('');
    expect(one('12%'), 'a share').not.toBe('');
  });

  it('are shown to readers as numbers', () => {
    const words = [...termsIn('Acme cuts 8 billion, or 61%, of costs')].map(({ word }) => termText(word));
    expect(words).toEqual(['Acme', 'cuts', '8000000000', 'or', '61%', 'of', 'costs']);
  });
});

it.each([
  ['Japanese', '社長辞任', '社長 長辞 辞任'],
  ['Chinese', '工厂关闭', '工厂 厂关 关闭'],
  ['Thai', 'ปิด', 'ปิ ิด'],
  ['Korean', '아크메 공장', '아크메 공장'],
  ['Arabic', 'مصنع أكمي', 'مصنع اكمي'],
  ['Hebrew', 'מפעל נסגר', 'מפעל נסגר'],
  ['Greek', 'Εργοστάσιο κλείνει', 'εργοστ κλεινε'],
  ['Russian', 'Закрытие завода', 'закрыт завода'],
  ['Hindi', 'कारखाना बंद', 'कारखान बंद'],
  ['Turkish', 'Fabrika kapanıyor', 'fabrik kapani'],
])('%s is read by words, or by pairs of characters', (_, text, terms) => {
  expect(line(text)).toBe(terms);
});

it('short words are usual in every language, long ones and figures are rare', () => {
  const rarities = ['la', 'des', 'plant', 'turbin', '9f8'].map(rarityOf);
  expect(rarities).toEqual(rarities.toSorted((a, b) => a - b));
  expect(rarityOf('社長')).toBeGreaterThan(rarityOf('plan'));
});

it('the terms of a query are those of its words, without its marks', () => {
  const asked = (q: string) => [...queriedTerms(aWatch({ query: { q } }))];
  expect(asked('Gießwald* OR "Brask Motors"')).toEqual([termOf('giesswald'), 'or', 'brask', 'motors']);
  expect(asked('*')).toEqual([]);
  expect([...queriedTerms(aWatch({ query: {} }))]).toEqual([]);
});
