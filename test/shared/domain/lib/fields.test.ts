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
