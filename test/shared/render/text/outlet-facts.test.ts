import { expect, it } from 'vitest';
import { countryName, languageName } from '../../../../shared/render/text/outlet-facts.ts';

it.each([
  ['FR', 'France'],
  ['gb', 'United Kingdom'],
  ['Europe', 'Europe'],
  ['<b', '<b'],
  ['', ''],
])('the country %j is named %j', (code, name) => {
  expect(countryName(code)).toBe(name);
});

it.each([
  ['fr', 'French'],
  ['DE', 'German'],
  ['<b>', '<b>'],
])('the language %j is named %j', (code, name) => {
  expect(languageName(code)).toBe(name);
});
