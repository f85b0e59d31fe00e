import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SigningHash } from '../../../../shared/aws/requests/signing-hash.ts';

const TEXTS = ['', 'a', 'ü – 日本', 'x'.repeat(10_000)];
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hashed = async (
  texts: readonly (string | ArrayBuffer | Uint8Array)[],
  secret?: string | Uint8Array,
) => {
  const hash = new SigningHash(secret);
  for (const text of texts) hash.update(text);
  return hexOf(await hash.digest());
};

describe('SigningHash', () => {
  it('is SHA-256 of what it is given: text, bytes, nothing, and several parts', async () => {
    for (const text of TEXTS) {
      const expected = createHash('sha256').update(text).digest('hex');
      const bytes = new TextEncoder().encode(text);
      expect(await hashed([text])).toBe(expected);
      expect(await hashed([bytes])).toBe(expected);
      expect(await hashed([bytes.buffer])).toBe(expected);
      expect(await hashed([bytes.slice(0, 1), bytes.slice(1)])).toBe(expected);
    }
    expect(await hashed([])).toBe(createHash('sha256').digest('hex'));
  });

  it('is HMAC with a key, which it may be given again', async () => {
    const key = new TextEncoder().encode('a key');
    for (const text of TEXTS) {
      const expected = createHmac('sha256', 'a key').update(text).digest('hex');
      expect(await hashed([text], 'a key')).toBe(expected);
      expect(await hashed([text], 'another')).toBe(
        createHmac('sha256', 'another').update(text).digest('hex'),
      );
      expect(await hashed([text], 'a key')).toBe(expected);
      expect(await hashed([text], key)).toBe(expected);
      expect(await hashed([text], key)).toBe(expected);
    }
    expect(await hashed([], key)).toBe(createHmac('sha256', 'a key').digest('hex'));
  });

  it('begins again after a reset', async () => {
    const hash = new SigningHash();
    hash.update('lost');
    hash.reset();
    hash.update('kept');
    expect(hexOf(await hash.digest())).toBe(createHash('sha256').update('kept').digest('hex'));
  });
});
