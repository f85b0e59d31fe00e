import { expect, it } from 'vitest';
import { fullJson } from '../../../../shared/domain/lib/hash.ts';

it('writes what JSON.stringify writes, and JSON of any depth', () => {
  const value: unknown = JSON.parse('{"b": [1, "x\\u0000", null, {}], "a": {"__proto__": true}, "c": []}');
  expect(fullJson(value)).toBe(JSON.stringify(value));
  const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
  expect(() => JSON.stringify(JSON.parse(deep))).toThrow(RangeError);
  expect(fullJson(JSON.parse(deep))).toBe(deep);
});

it('sorts keys where it is asked to', () => {
  expect(fullJson({ b: 1, a: { d: [{ z: 1, y: 2 }], c: null } }, { sorted: true })).toBe(
    '{"a":{"c":null,"d":[{"y":2,"z":1}]},"b":1}',
  );
});
