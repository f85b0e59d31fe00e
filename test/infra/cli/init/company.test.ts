import { expect, it } from 'vitest';
import { slugOf, usualNames } from '../../../../infra/cli/init/company.ts';

it.each([
  ['Acme Corp', ['Acme Corp', 'Acme']],
  ['Müller & Söhne GmbH', ['Müller & Söhne GmbH', 'Müller & Söhne']],
  ['Nordic Power, Inc.', ['Nordic Power, Inc.', 'Nordic Power']],
  ['Acme', ['Acme']],
  ['Group', ['Group']],
  ['Costa', ['Costa']],
  ['My Company', ['My Company']],
])('%s is usually called %j', (name, names) => {
  expect(usualNames(name)).toEqual(names);
});

it.each([
  ['Acme Corp', 'acme-corp'],
  ['Müller & Söhne', 'muller-sohne'],
  ['  3M ', '3m'],
  ['東京電力', 'brand'],
  ['--', 'brand'],
  ['The Very Long Name Of Some Company Of The World', 'the-very-long-name-of-some-comp'],
])('%j is written %s in names', (name, slug) => {
  expect(slugOf(name)).toBe(slug.slice(0, 30));
});
