import { expect, expectTypeOf, it } from 'vitest';
import { pick } from '../../../../shared/domain/lib/pick.ts';

it('pick takes the properties of the mask, and leaves those out that the object lacks', () => {
  const from: { a: number; b?: string; c: boolean } = { a: 1, c: true };
  const picked = pick(from, { a: true, b: true });
  expect(picked).toStrictEqual({ a: 1 });
  expectTypeOf(picked).toEqualTypeOf<{ a: number; b?: string }>();
  expect(pick({ ...from, b: undefined }, { b: true })).toStrictEqual({ b: undefined });
});
