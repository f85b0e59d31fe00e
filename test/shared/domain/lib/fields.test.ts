import { describe, expect, expectTypeOf, it } from 'vitest';
import { defined, pick, isName, LONGEST_NAME } from '../../../../shared/domain/lib/fields.ts';

describe('defined', () => {
  it('leaves out what is undefined and nothing else', () => {
    const values = { a: 1, b: undefined, c: null, d: 0, e: '', f: false, g: Number.NaN, h: [undefined] };
    const { b: _b, ...rest } = values;
    const copy = defined(values);
    expect(copy).toStrictEqual(rest);
    expect(Object.keys(copy)).toEqual(['a', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('copies, and leaves the given object as it is', () => {
    const values = { a: undefined, b: 1 };
    expect(defined(values)).not.toBe(values);
    expect(values).toStrictEqual({ a: undefined, b: 1 });
    expect(defined({})).toStrictEqual({});
  });

  it('types keys that may be undefined as optional, keeps the others, and keeps literals', () => {
    const given: { name: string; at?: number; note: string | undefined; tag?: 'a' | 'b' } = {
      name: 'x',
      note: undefined,
    };
    const copy = defined({ ...given, kind: 'story' });
    expectTypeOf(copy.name).toEqualTypeOf<string>();
    expectTypeOf(copy.kind).toEqualTypeOf<'story'>();
    expectTypeOf(copy.tag).toEqualTypeOf<'a' | 'b' | undefined>();
    expectTypeOf(copy).toExtend<{ name: string; at?: number; note?: string }>();
    // @ts-expect-error `note` may be left out
    const needsNote: { note: string | undefined; name: string } & { note: string } = copy;
    expect(needsNote).toStrictEqual({ name: 'x', kind: 'story' });
  });

  it('checks the keys where the type is named', () => {
    interface Named {
      name: string;
      at?: number;
    }
    const at: number | undefined = undefined;
    expect(defined<Named>({ name: 'x', at })).toStrictEqual({ name: 'x' });
    // @ts-expect-error `att` is no key of the type
    expect(defined<Named>({ name: 'x', att: 1 })).toStrictEqual({ name: 'x', att: 1 });
  });
});

it('pick takes the properties of the mask, and leaves those out that the object lacks', () => {
  const from: { a: number; b?: string; c: boolean } = { a: 1, c: true };
  const picked = pick(from, { a: true, b: true });
  expect(picked).toStrictEqual({ a: 1 });
  expectTypeOf(picked).toEqualTypeOf<{ a: number; b?: string }>();
  expect(pick({ ...from, b: undefined }, { b: true })).toStrictEqual({ b: undefined });
});

it.each(['acme', 'acme-news', '2026', 'a', 'a'.repeat(LONGEST_NAME)])('%j is a name', (text) => {
  expect(isName(text)).toBe(true);
});

it.each([
  '',
  '-a',
  'a-',
  'a--b',
  'Acme',
  'a b',
  'a/b',
  'a%2Fb',
  '__proto__',
  'é',
  'a'.repeat(49),
  'a\n',
  '-'.repeat(3_000),
])('%j is no name', (text) => {
  expect(isName(text)).toBe(false);
});
