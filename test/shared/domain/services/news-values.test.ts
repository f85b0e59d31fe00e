import { expect, it } from 'vitest';
import {
  isCountry,
  isLanguage,
  isPublishedLanguage,
  NEWS_LANGUAGES,
} from '../../../../shared/domain/services/news-values.ts';

it('knows the languages of ISO 639-1, those of the published list among them', () => {
  expect(NEWS_LANGUAGES.filter((code) => !isLanguage(code))).toEqual([]);
  expect(['en', 'EN', 'ha', 'zu', 'xh', 'zh', 'cn'].map(isLanguage)).toEqual(Array(7).fill(true));
  expect(['xx', 'eng', 'e', '', 'constructor'].some(isLanguage)).toBe(false);
  expect(['en', 'cn', 'ha', 'zh'].map(isPublishedLanguage)).toEqual([true, true, false, false]);
});

it('knows the countries of ISO 3166-1 alone', () => {
  expect(['US', 'gb', 'TW', 'XK', 'UK', 'EU', 'ZZ', 'FX', 'USA', ''].map(isCountry)).toEqual([
    true,
    true,
    true,
    ...Array(7).fill(false),
  ]);
});

it('agrees with the platform on what each code is', () => {
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const known = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  expect(known).toHaveLength(249);
  expect(known.filter((code) => regions.of(code) === undefined)).toEqual([]);
});
