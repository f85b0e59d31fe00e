import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { deflated, inflated } from '../../../shared/store/table.ts';
import { longText } from '../../ports/long-texts.ts';

it('a long text takes less in DEFLATE and comes back', () => {
  const text = longText('Zürich, 東京');
  const bytes = deflated(text);
  expect(bytes?.length).toBeLessThan(Buffer.byteLength(text) / 2);
  expect(bytes && inflated(bytes)).toBe(text);
});

it('a short text, and one that DEFLATE hardly shortens, stay as they are', () => {
  expect(deflated('a'.repeat(299))).toBeUndefined();
  const digests = Array.from({ length: 20 }, (_, n) => createHash('sha256').update(String(n)).digest());
  const random = digests.flatMap((bytes) => [...bytes].map((byte) => String.fromCharCode(33 + (byte % 94))));
  expect(deflated(random.join(''))).toBeUndefined();
});
