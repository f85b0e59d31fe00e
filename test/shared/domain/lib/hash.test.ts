import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base62, hmacSha256, idOf, isSameSecret, sha256 } from '../../../../shared/domain/lib/hash.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('sha256', () => {
  it('gives the published digests (FIPS 180-4, examples)', () => {
    expect(hex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hex(sha256(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

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

describe('hmacSha256', () => {
  it('gives the published codes (RFC 4231, case 2), and hashes a key longer than a block', () => {
    expect(hex(hmacSha256('Jefe', 'what do ya want for nothing?'))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    // Checked with openssl dgst -mac HMAC.
    expect(hex(hmacSha256('ª'.repeat(66), 'Test Using Larger Than Block-Size Key - Hash Key First'))).toBe(
      '6da92f11d126bf19763b01edb39be09701631aaceb290662f8e5d0e12f849335',
    );
  });
});

describe('base62', () => {
  it('writes a number least digit first, filled up with zeros', () => {
    expect(base62(Uint8Array.from([255]), 3)).toBe('740');
    expect(base62(Uint8Array.from([1, 0]), 4)).toBe('8400');
    expect(base62(new Uint8Array(0), 2)).toBe('00');
    expect(base62(sha256('abc'), 43)).toBe('vab5RpW6i5Hzn7YMlm3bwca0d8ruKxk8q0Ejbm5KUDi');
  });
});

describe('idOf', () => {
  it('keeps parts apart and repeats itself', () => {
    expect(idOf('a', 'bc')).not.toBe(idOf('ab', 'c'));
    expect(idOf('a', 'bc')).toBe(idOf('a', 'bc'));
    expect(idOf('a')).toMatch(/^[0-9A-Za-z]{20}$/);
  });

  it('gives the ids that stores already hold', () => {
    expect(idOf('alert', 'acme-news', 'fp-1', 'story', 'new')).toBe('xGuwO6X7ihrzb1ai6u3x');
    expect(idOf('a', 'bc')).toBe('RR5NPsA2ZRAMMsVKo497');
    expect(idOf()).toBe('zwzVI1aqrjpKg00wMKv0');
    expect(idOf('é', '😀', '')).toBe('haE9gup7nZHHXuCcRGgU');
    expect(idOf('\ud800')).toBe('eVNm250CYXVjcAk6pyHQ');
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
