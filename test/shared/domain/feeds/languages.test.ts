import { expect, it } from 'vitest';
import { isInLanguage, languageCode } from '../../../../shared/domain/feeds/languages.ts';

it.each([
  ['en-US', 'en'],
  ['PT_br', 'pt'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['nob', 'nb'],
  ['cmn-Hans', 'zh'],
  ['jp', undefined],
  ['english', undefined],
  ['', undefined],
])('%s is %s', (tag, code) => {
  expect(languageCode(tag)).toBe(code);
});

it.each([
  ['nb', 'no', true],
  ['nn', 'no', true],
  ['no', 'nb', true],
  ['nb', 'nn', false],
  ['da', 'no', false],
  ['he', 'iw', true],
  ['zh', 'tw', true],
  ['zh', 'zh-Hans', true],
])('a text in %s is wanted by a watch for %s: %s', (language, wanted, is) => {
  expect(isInLanguage(language, wanted)).toBe(is);
});
