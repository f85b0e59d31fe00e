import { expect, it } from 'vitest';
import {
  figureIn,
  markFigures,
  articleWordsOf,
  queriedStems,
  rarityOf,
  stemsOf,
} from '../../../../shared/domain/stories/article-words.ts';

it('words with the same six first letters are one stem, and a figure is one word', () => {
  expect(stemsOf('Acme closes plants, closed plant 1234567')).toEqual([
    'acme',
    'closes',
    'plants',
    'closed',
    'plant',
    '9f1230000',
  ]);
  expect(stemsOf('Takeover bids: takeovers')).toEqual(['takeov', 'bids']);
});

it('a word with a dash after its prefix is the word without, and names with a dash are two', () => {
  expect(stemsOf('Re-examining pre-trial e-mails')).toEqual(stemsOf('Reexamining pretrial emails'));
  expect(stemsOf('US-China talks')).toEqual(['us', 'china', 'talks']);
});

it('the usual words of other languages are no rarer than those of English, and their names are rare', () => {
  const [usual, rare] = ['nach après desde dopo até heeft', 'Turbinenwerk Lyon Zaragoza'];
  expect(Math.max(...stemsOf(usual).map(rarityOf))).toBeLessThan(2);
  expect(Math.min(...stemsOf(rare).map(rarityOf))).toBeGreaterThan(4);
});

it('a script without blanks is read as pairs of characters', () => {
  expect(stemsOf('東京都知事')).toEqual(['東京', '京都', '都知', '知事', '事']);
});

it('a text is represented by its rarest words, without those of the query', () => {
  const snippet = 'The regulator fined Acme over leaky turbines and over leaky valves in the harbour.';
  const { title, text } = articleWordsOf({ title: 'Acme fined', snippet }, new Set(['acme']));
  expect(title).toEqual(['acme', 'fined']);
  expect(text).not.toContain('acme');
  expect(text.indexOf('leaky')).toBeLessThan(text.indexOf('the'));
});

it('a long text costs no more than its beginning', () => {
  const words = Array.from({ length: 5_000 }, (_, n) => `word${n}`).join(' ');
  expect(articleWordsOf({ title: '', snippet: words }).text.length).toBeLessThanOrEqual(30);
});

it('without a text there are no words of it', () => {
  expect(articleWordsOf({ title: 'Acme', snippet: '' }).text).toEqual([]);
});

it('the text of a record counts for nothing: it lists the fields that all records of its watch have', () => {
  const record = { title: 'Globex cuts jobs', snippet: 'number of layoffs: 300; city: Lyon' };
  expect(articleWordsOf(record).text).not.toEqual([]);
  expect(articleWordsOf({ ...record, fields: { city: 'Lyon' } }).text).toEqual([]);
});

it('usual words are near zero, and names that no one has seen are rarest', () => {
  expect(rarityOf('the')).toBeLessThan(1);
  expect(rarityOf('presid')).toBeLessThan(rarityOf('turbin'));
  expect(rarityOf('zzyzxq')).toBeGreaterThan(8);
});

it('in any language short words are more usual than long ones', () => {
  expect(rarityOf('öé')).toBeLessThan(rarityOf('öéüäöé'));
});

it('a pair of characters of a script without blanks is as rare as a word', () => {
  expect(rarityOf('東京')).toBeGreaterThan(rarityOf('xq'));
});

it('the words of a query, phrases and wildcards among them, as stems', () => {
  const stems = queriedStems({ query: { q: '("Acme Corporation" OR Globex) NOT comics' } });
  expect([...stems]).toEqual(expect.arrayContaining(['acme', 'corpor', 'globex']));
});

it('a query of another kind has none', () => {
  expect(queriedStems({ query: { author_name: 'Jane Doe' } }).size).toBe(0);
});

it('a telling figure can be read as its number again, and no other word can', () => {
  const wordOf = (text: string) => markFigures(text).trim();
  expect(figureIn(wordOf('$4 million'))).toEqual({ value: 4_000_000, isPercentage: false });
  expect(figureIn(wordOf('7.5%'))).toEqual({ value: 7.5, isPercentage: true });
  expect([figureIn('antennas'), figureIn('2026')]).toEqual([undefined, undefined]);
});
