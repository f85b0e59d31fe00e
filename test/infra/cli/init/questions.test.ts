import { expect, it } from 'vitest';
import { askForCompany, slugOf, usualNames } from '../../../../infra/cli/init/questions.ts';

const ACME = { name: 'Acme Corp', timezone: 'Europe/Paris' };
const missing = ({ option }: { option: string }) => new Error(`no ${option}`);

it('asks one thing at a time, takes empty lines for what is usual, and asks again for what it needs', async () => {
  const asked: string[] = [];
  const answers = ['', 'acme comics', '', 'Jane Doe, Jane  Doe', 'en,fr', '', 'a@acme.example', ''];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  expect(await askForCompany(ACME, { given: {}, ask, missing, hasKey: true })).toEqual({
    ...ACME,
    names: ['Acme Corp', 'Acme'],
    notMeant: ['acme comics'],
    competitors: [],
    people: ['Jane Doe'],
    languages: ['en', 'fr'],
    email: ['a@acme.example'],
    sms: [],
    feeds: [],
  });
  expect(asked).toHaveLength(8);
  expect(asked[0]).toBe('What does the news call it? [Acme Corp, Acme] ');
  expect(asked[6]).toBe(`At least one is needed.\n${asked[5]}`);
});

it.each([
  ['people', 'press@acme.example', '"press@acme.example" is not a name.', 'Jane Doe', ['Jane Doe']],
  [
    'languages',
    'xx, de',
    '"xx" is not a language of the news service, such as en.',
    'English, de',
    ['en', 'de'],
  ],
  ['email', 'a@b.example, press', '"press" is not an e-mail address.', 'a@b.example', ['a@b.example']],
  [
    'sms',
    '0049 30',
    '"0049 30" is not a number with + and the country code.',
    '+49 30 1234-567',
    ['+49301234567'],
  ],
  [
    'feeds',
    'Sports',
    '"Sports" is not a theme or a country of feeds/starter.opml.',
    'business, none',
    ['business', 'none'],
  ],
])('asks again for %s when an answer cannot be used, and says why', async (part, wrong, why, right, used) => {
  const others = { names: 'Acme', not: '', competitors: '', people: '', sms: '', feeds: '' };
  const given = { ...others, languages: 'en', email: 'a@b.example', [part]: undefined };
  const asked: string[] = [];
  const ask = async (question: string) => (asked.push(question) === 1 ? wrong : right);
  expect(await askForCompany(ACME, { given, ask, missing, hasKey: false })).toMatchObject({ [part]: used });
  expect(asked).toEqual([asked[0], `${why}\n${asked[0]}`]);
});

it.each([
  ['Acme Corp', ['Acme Corp', 'Acme']],
  ['Müller & Söhne GmbH', ['Müller & Söhne GmbH', 'Müller & Söhne', 'Müller and Söhne']],
  ['Nordic Power, Inc.', ['Nordic Power, Inc.', 'Nordic Power']],
  ['My Company', ['My Company']],
  ['Target Corporation', ['Target Corporation']],
])('%s is usually called %j', (name, names) => {
  expect(usualNames(name)).toEqual(names);
});

it.each([
  ['Acme Corp', 'acme-corp'],
  ['Müller & Söhne', 'muller-sohne'],
  ['  3M ', '3m'],
  ['東京電力', 'brand'],
  ['The Very Long Name Of Some Company Of The World', 'the-very-long-name-of-some-comp'],
])('%j is written %s in names', (name, slug) => {
  expect(slugOf(name)).toBe(slug.slice(0, 30));
});
