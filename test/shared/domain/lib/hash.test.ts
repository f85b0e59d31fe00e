import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson, idOf, isSameSecret, sha256, fullJson } from '../../../../shared/domain/lib/hash.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('sha256', () => {
  it('reads a text as UTF-8, and bytes as they are', () => {
    const same = (text: string) => {
      const expected = createHash('sha256').update(Buffer.from(text)).digest('hex');
      expect(hex(sha256(text))).toBe(expected);
      expect(hex(sha256(new TextEncoder().encode(text)))).toBe(expected);
    };
    for (let length = 0; length < 200; length += 1) same('é'.repeat(length));
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), same), { numRuns: 300 });
    expect(hex(sha256('\ud800'))).toBe('83d544ccc223c057d2bf80d3f2a32982c32c3c0db8e2674820da5064783fb097');
  });
});

describe('idOf', () => {
  it('keeps parts apart and repeats itself', () => {
    expect(idOf('a', 'bc')).not.toBe(idOf('ab', 'c'));
    expect(idOf('a', 'bc')).toBe(idOf('a', 'bc'));
    expect(idOf('a')).toMatch(/^[0-9A-Za-z]{20}$/);
  });
});

describe('isSameSecret', () => {
  it('is true for the same text only, of whatever length', () => {
    expect(isSameSecret('', '')).toBe(true);
    expect(isSameSecret('sécret', 'sécret')).toBe(true);
    expect(isSameSecret('secret', 'secreu')).toBe(false);
    expect(isSameSecret('secret', 'secret ')).toBe(false);
    expect(isSameSecret('é', 'ab')).toBe(false);
  });
});

it('canonical JSON is the same in every order of keys, at every depth, and keeps the order of lists', () => {
  const expected = '{"a":[{"c":1,"d":2},null],"b":{"e":"x","f":[2,1]}}';
  expect(canonicalJson({ b: { f: [2, 1], e: 'x' }, a: [{ d: 2, c: 1 }, null] })).toBe(expected);
  expect(canonicalJson(JSON.parse(expected))).toBe(expected);
});

it('writes what JSON.stringify writes, and JSON of any depth', () => {
  const value: unknown = JSON.parse('{"b": [1, "x\\u0000", null, {}], "a": {"__proto__": true}, "c": []}');
  expect(fullJson(value)).toBe(JSON.stringify(value));
  const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
  expect(() => JSON.stringify(JSON.parse(deep))).toThrow(RangeError);
  expect(fullJson(JSON.parse(deep))).toBe(deep);
});
