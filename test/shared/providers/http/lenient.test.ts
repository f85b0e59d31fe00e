import { expect, it } from 'vitest';
import * as z from 'zod';
import * as lenient from '../../../../shared/providers/http/lenient.ts';
import { jsonReader } from '../../../../shared/providers/http/reader.ts';

const every = z.object({
  text: lenient.maybeText,
  number: lenient.maybeNumber,
  flag: lenient.maybeFlag,
  at: lenient.maybeInstant,
  id: lenient.maybeIdentifier,
  texts: lenient.texts,
  ids: lenient.identifiers,
  object: lenient.maybeObject,
  part: lenient.maybe(z.object({ a: z.number() })),
  list: lenient.list(z.object({ a: z.number() })),
});

const NOTHING = { texts: [], ids: [], list: [] };

it.each([
  ['missing', {}],
  ['null', Object.fromEntries(Object.keys(every.shape).map((key) => [key, null]))],
  [
    'of a wrong type',
    {
      text: 1,
      number: 'many',
      flag: 'constructor',
      at: 'soon',
      id: {},
      texts: 5,
      ids: [null],
      object: 'x',
      part: { a: 'b' },
      list: 'x',
    },
  ],
])('takes fields that are %s as absent', (_, given) => {
  const read = every.parse(given);
  expect(JSON.parse(JSON.stringify(read))).toEqual(NOTHING);
});

it('reads each form that the services use', () => {
  const given = {
    text: '',
    number: '12.5',
    flag: 'true',
    at: '2026-11-21 08:00:00',
    id: 42,
    texts: 'one, and the same',
    ids: 7,
    object: { any: [1] },
    part: { a: 1, b: 2 },
    list: [{ a: 1 }, { b: 1 }, null],
  };
  expect(every.parse(given)).toEqual({
    text: '',
    number: 12.5,
    flag: true,
    at: Date.parse('2026-11-21T08:00:00Z'),
    id: '42',
    texts: ['one, and the same'],
    ids: ['7'],
    object: { any: [1] },
    part: { a: 1 },
    list: [{ a: 1 }],
  });
});

it('drops and counts only the items without what is needed, and keeps the JSON of the others', () => {
  const schema = z.object({ list: lenient.items(z.object({ id: lenient.identifier })) });
  const kept = { id: 'a', other: 1 };
  expect(schema.parse({ list: [kept, { id: '' }, { id: null }, 'x', null] })).toEqual({
    list: {
      kept: [{ id: 'a', raw: kept }],
      dropped: 4,
      unusable: [
        { raw: { id: '' }, reason: 'Its field id is missing or not valid.' },
        { raw: { id: null }, reason: 'Its field id is missing or not valid.' },
        { raw: 'x', reason: 'It is not an object.' },
        { raw: null, reason: 'It is not an object.' },
      ],
    },
  });
  expect(schema.parse({})).toEqual({ list: { kept: [], dropped: 0, unusable: [] } });
});

it.each([
  [
    'a number',
    lenient.maybeNumber,
    [0, -5, 1e-130, 2 ** 53 - 1],
    [1e300, -1e300, 2 ** 53, 1e-131, '1e309', 'NaN'],
  ],
  ['a count', lenient.maybeCount, [0, 7], [-1, 1e300]],
  ['a rank', lenient.maybeRank, [1, 999_999], [0, -1, 1_000_000, 1e300]],
  ['a sentiment', lenient.maybeSentiment, [-1, 0, 0.5, 1], [-1.01, 1.01, 1e-200]],
  [
    'an identifier',
    lenient.maybeIdentifier,
    ['a', 'x'.repeat(1_000)],
    ['x'.repeat(1_001), '\ud800', 1e300, ' '],
  ],
] as const)('takes %s out of its range as absent', (_, schema, good, bad) => {
  expect(good.map((value) => schema.parse(value))).toEqual([...good]);
  expect(bad.map((value) => schema.parse(value))).toEqual(bad.map(() => undefined));
});

it('reads dates from 1970 to 9999, and takes the first instant as unknown', () => {
  const years = ['0000-00-00', '0001-01-01', '1970-01-01', '1970-01-02', '9999-12-31', '10000-01-01', 'now'];
  const isRead = years.map((text) => lenient.maybeInstant.parse(text) !== undefined);
  expect(isRead).toEqual([false, false, false, true, true, false, false]);
  expect(lenient.maybeInstant.parse('9999-12-31T23:59:59-14:00')).toBeUndefined();
});

it('reads the beginning of a long text, without NUL and halves of characters', () => {
  expect(lenient.maybeText.parse('a\0b\ud83d')).toBe('ab\ufffd');
  expect(lenient.maybeText.parse('x'.repeat(1_000_000))).toHaveLength(200_000);
  expect(lenient.texts.parse(Array.from({ length: 10_000 }, () => 'a\0'))).toEqual(
    Array.from({ length: 5_000 }, () => 'a'),
  );
});

it('takes an object with a length for no text and no list', () => {
  const odd = { length: { toString: 1 } };
  expect(lenient.list(z.object({ a: z.string().min(1) })).parse([{ a: odd }, { a: 'x' }])).toEqual([
    { a: 'x' },
  ]);
  const read = jsonReader(z.object({ a: z.string().min(1) }));
  expect(read({ status: 200, headers: {}, text: JSON.stringify({ a: odd }) })).toHaveProperty('problem');
});
