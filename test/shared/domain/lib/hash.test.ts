import { describe, expect, it } from 'vitest';
import { isSameSecret, fullJson } from '../../../../shared/domain/lib/hash.ts';

describe('isSameSecret', () => {
  it('is true for the same text only, of whatever length', () => {
    expect(isSameSecret('', '')).toBe(true);
    expect(isSameSecret('sécret', 'sécret')).toBe(true);
    expect(isSameSecret('secret', 'secreu')).toBe(false);
    expect(isSameSecret('secret', 'secret ')).toBe(false);
    expect(isSameSecret('é', 'ab')).toBe(false);
  });
});

it('writes what JSON.stringify writes, and JSON of any depth', () => {
  const value: unknown = JSON.parse('{"b": [1, "x\\u0000", null, {}], "a": {"__proto__": true}, "c": []}');
  expect(fullJson(value)).toBe(JSON.stringify(value));
  const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
  expect(() => JSON.stringify(JSON.parse(deep))).toThrow(RangeError);
  expect(fullJson(JSON.parse(deep))).toBe(deep);
});
