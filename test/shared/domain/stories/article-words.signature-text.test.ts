import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSignature, signatureOf, writeSignature } from '../../../../shared/domain/stories/similarity.ts';

it('a signature written as text reads as it was, in any script, and stays below 900 bytes', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 20 }), (title, words) => {
      const signature = signatureOf(title, words.join(' '));
      const written = writeSignature(signature);
      expect(readSignature(written)).toEqual(signature);
      expect(Buffer.byteLength(written)).toBeLessThanOrEqual(900);
    }),
  );
  const long = signatureOf(
    Array.from({ length: 60 }, (_, n) => `Word${n}long ${n}000`).join(' '),
    Array.from({ length: 400 }, (_, n) => `word${n}`).join(' '),
  );
  expect(readSignature(writeSignature(long))).toEqual(long);
  expect(Buffer.byteLength(writeSignature(long))).toBeLessThanOrEqual(900);
});
