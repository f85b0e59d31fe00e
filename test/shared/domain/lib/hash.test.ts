import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, sha256 } from '../../../../shared/domain/lib/hash.ts';

describe('sha256', () => {
  it('gives the same bytes as the platform for any text, across block borders', () => {
    const same = (text: string) => {
      expect(Buffer.from(sha256(text)).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
    };
    for (let length = 0; length < 200; length += 1) same('é'.repeat(length));
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), same), { numRuns: 300 });
  });
});

describe('idOf', () => {
  it('keeps parts apart and repeats itself', () => {
    expect(idOf('a', 'bc')).not.toBe(idOf('ab', 'c'));
    expect(idOf('a', 'bc')).toBe(idOf('a', 'bc'));
    expect(idOf('a')).toMatch(/^[0-9A-Za-z]{20}$/);
  });
});
