import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../../shared/domain/stories/similarity.ts';
import { copyKeysOf } from '../../../../shared/domain/stories/similarity-profile.ts';

const TITLE = 'Acme Corp to cut 1,200 jobs in Chicago';
const TEXT = Array.from({ length: 200 }, (_, at) => `report${(at * 7919) % 1009}`).join(' ');
const share = (a: readonly string[], b: readonly string[]) => a.some((key) => b.includes(key));
const meet = (a: [string, string?], b: [string, string?]) =>
  share(copyKeysOf(signatureOf(...a)), copyKeysOf(signatureOf(...b)));

describe('similarity keys of copies', () => {
  it('bring copies of a title or a text together', () => {
    expect(meet([TITLE, TEXT], [TITLE.toUpperCase()])).toBe(true);
    expect(meet(['Something else altogether', TEXT], [TITLE, TEXT])).toBe(true);
    expect(meet(['Bank!'], ['bank'])).toBe(true);
  });

  it('keep strangers apart', () => {
    expect(meet(['Heavy rain floods streets'], ['Researchers store solar power'])).toBe(false);
  });
});

it('similarity keys are few and plain, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const signature = signatureOf(title, TEXT);
      const keys = copyKeysOf(signature);
      expect(keys.length).toBeLessThanOrEqual(3);
      for (const key of keys) expect(key).toMatch(/^[a-z0-9-]{2,24}$/);
    }),
  );
});
