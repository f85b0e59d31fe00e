import { expect, it } from 'vitest';
import * as z from 'zod';
import * as lenient from '../../../../shared/providers/http/lenient.ts';

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
    list: { kept: [{ id: 'a', raw: kept }], dropped: 4 },
  });
  expect(schema.parse({})).toEqual({ list: { kept: [], dropped: 0 } });
});

it('wants the numbers that an answer cannot do without', () => {
  expect(z.object({ n: lenient.number }).safeParse({}).success).toBe(false);
  expect(z.object({ n: lenient.number }).parse({ n: '5' })).toEqual({ n: 5 });
});
